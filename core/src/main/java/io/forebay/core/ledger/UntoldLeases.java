package io.forebay.core.ledger;

import io.forebay.core.catalogue.RouterLease;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The leases that a ledger has yet to tell the master of, oldest first. Changed by [RegistrationLedger].
final class UntoldLeases {
    private final Set<LedgerEntry> entries = new LinkedHashSet<>();

    void add(LedgerEntry entry) {
        entries.add(entry);
    }

    void remove(LedgerEntry entry) {
        entries.remove(entry);
    }

    boolean contains(LedgerEntry entry) {
        return entries.contains(entry);
    }

    /// Of the keys that the master has, this batch included: another's lease comes with its registration.
    List<RouterLease> take(long nowNanos, int atMost) {
        List<RouterLease> leases = new ArrayList<>();
        Iterator<LedgerEntry> oldest = entries.iterator();
        while (oldest.hasNext() && leases.size() < atMost) {
            LedgerEntry entry = oldest.next();
            if (!entry.mustStay(nowNanos)) {
                oldest.remove();
            } else if (entry.told) {
                oldest.remove();
                leases.add(new RouterLease(entry.key, entry.stayUntilNanos - nowNanos));
            }
        }
        return leases;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    void clear() {
        entries.clear();
    }
}
