package io.forebay.cli;

import io.forebay.client.asking.EventLine;
import io.forebay.client.asking.EventTail;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/// Prints events as they come, and knows when that is enough. A reader of its output that takes its
/// time holds up the stream, which then tells of a gap; one that has gone ends it.
///
/// Lines come on the subscription's thread; who waits is another one.
final class EventPrinter implements EventTail.Ear {
    /// When it is enough.
    ///
    /// @param events behind so many events
    /// @param first and not before a line of this kind
    record Ends(long events, EventLine.Kind first) {}

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final Ends ends;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean firstCame;
    private long events;
    private volatile String problem = "none does yet; it may still be starting";

    EventPrinter(PrintWriter out, PrintWriter err, boolean json, Ends ends) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.ends = ends;
    }

    @Override
    public void line(EventLine line) {
        if (ended.getCount() == 0) {
            return;
        }
        boolean event = line.kind() == EventLine.Kind.EVENT;
        if (!event || events < ends.events()) {
            out.println(json ? JsonMapper.shared().writeValueAsString(line.tree()) : line.text());
            events += event ? 1 : 0;
        }
        firstCame |= line.kind() == ends.first();
        started.countDown();
        if (out.checkError() || (firstCame && events >= ends.events())) {
            ended.countDown();
        }
    }

    @Override
    public void lost(String why, boolean served) {
        problem = why;
        if (started.getCount() == 0) {
            err.println("forebay: " + why + "; trying again");
            err.flush();
        }
    }

    /// Whether a master has begun to tell in so long.
    boolean awaitStarted(long nanos) throws InterruptedException {
        return started.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// Waits until it is enough, or for so long.
    void awaitEnd(long nanos) throws InterruptedException {
        var _ = ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// Why no master has begun to tell, as far as that is known.
    String problem() {
        return problem;
    }
}
