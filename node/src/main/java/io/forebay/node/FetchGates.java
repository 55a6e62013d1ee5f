package io.forebay.node;

/// What bounds all fetches of a node together. Loop thread only.
final class FetchGates {
    /// Fetches that run; each weighs 1.
    final FetchGate fetches;

    /// Attempts that run, by the bytes that they ask for.
    final FetchGate bytes;

    private long numbers;

    FetchGates(NodeSettings.Fetching settings) {
        this.fetches = new FetchGate(settings.maxConcurrent(), settings.maxWaiting());
        this.bytes = new FetchGate(settings.maxBytesInFlight(), settings.maxWaiting());
    }

    /// A number for one more fetch, from 1.
    long nextNumber() {
        return ++numbers;
    }
}
