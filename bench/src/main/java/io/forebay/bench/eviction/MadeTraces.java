package io.forebay.bench.eviction;

import io.forebay.sim.trace.TraceRequest;
import java.util.ArrayList;
import java.util.List;

/// Traces made from another, on which a policy that learns could be led astray.
final class MadeTraces {
    private static final int SCAN_EVERY = 10;
    private static final int SCAN_BLOCKS = 100;
    private static final int PHASES = 4;

    private long nextId;

    private MadeTraces(List<TraceRequest> trace) {
        for (TraceRequest request : trace) {
            for (long id : request.ids()) {
                nextId = Math.max(nextId, id + 1);
            }
        }
    }

    /// Between the trace's requests, one of 100 blocks that never comes again, after each tenth.
    static List<TraceRequest> withScan(List<TraceRequest> trace) {
        MadeTraces made = new MadeTraces(trace);
        List<TraceRequest> all = new ArrayList<>();
        for (int i = 0; i < trace.size(); i++) {
            all.add(trace.get(i));
            if (i % SCAN_EVERY == SCAN_EVERY - 1) {
                all.add(made.fresh(trace.get(i), 0, SCAN_BLOCKS));
            }
        }
        return all;
    }

    /// The trace with its habits changed in the middle. First quarter: as it is. Second: nobody comes back, requests
    /// share only their first block. Third: everybody comes back at once. Last: as it is.
    static List<TraceRequest> withPhases(List<TraceRequest> trace) {
        MadeTraces made = new MadeTraces(trace);
        List<TraceRequest> all = new ArrayList<>();
        for (int i = 0; i < trace.size(); i++) {
            TraceRequest request = trace.get(i);
            switch ((int) ((long) PHASES * i / trace.size())) {
                case 1 -> all.add(made.fresh(request, 1, request.hashIds().size()));
                case 2 -> all.addAll(List.of(request, request));
                default -> all.add(request);
            }
        }
        return all;
    }

    /// A request at the same time with so many blocks, of which the first `kept` are those of `like`.
    private TraceRequest fresh(TraceRequest like, int kept, int blocks) {
        List<Long> ids = new ArrayList<>(like.hashIds().subList(0, kept));
        while (ids.size() < blocks) {
            ids.add(nextId++);
        }
        return new TraceRequest(like.timestampMillis(), like.inputLength(), like.outputLength(), ids);
    }
}
