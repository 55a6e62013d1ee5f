package io.forebay.memory.ssd;

import io.forebay.memory.ssd.device.StoredRecord;
import io.forebay.memory.ssd.device.Stripe;
import io.forebay.memory.ssd.terms.SsdRecord;
import java.util.concurrent.atomic.AtomicBoolean;

/// A hold on a record: it is not reclaimed while somebody has one. It can still be dropped on request, and is
/// when it proves to be corrupt; then it can't be read any more. Safe from any thread.
public final class SsdPin implements AutoCloseable {
    private final Stripe stripe;
    private final StoredRecord record;
    private final AtomicBoolean open = new AtomicBoolean(true);

    SsdPin(Stripe stripe, StoredRecord record) {
        this.stripe = stripe;
        this.record = record;
    }

    public SsdRecord record() {
        return record.view();
    }

    StoredRecord stored() {
        return record;
    }

    /// Lets the record go. Closing again does nothing.
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            stripe.unpin(record);
        }
    }
}
