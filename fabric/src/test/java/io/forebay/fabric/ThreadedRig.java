package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// What the rigs of backends with threads of their own share: real time, and data ports to close.
abstract class ThreadedRig implements FabricRig {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final List<AutoCloseable> opened = new ArrayList<>();
    private long incarnations = 0x1000;

    /// A data port on the loopback interface.
    DataPort openPort() throws FabricException {
        return keep(DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), ++incarnations));
    }

    <T extends AutoCloseable> T keep(T resource) {
        opened.add(resource);
        return resource;
    }

    @Override
    public void await(BooleanSupplier condition, String what) {
        awaitWithin(condition, PATIENCE_NANOS, what);
    }

    static void awaitWithin(BooleanSupplier condition, long withinNanos, String what) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - startNanos < withinNanos, "waited in vain for " + what);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void close() {
        for (AutoCloseable resource : opened.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
