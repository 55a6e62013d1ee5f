package io.forebay.bench.measure;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/// Promotion workers on paper: blocks are triggered in the trace's order, each needed one window later, and read one by
/// one. A block whose get comes before its read has begun is not read, since the get reads it itself.
final class PromotionQueue {
    private final double readMillis;
    private final double windowMillis;
    private final double residencyMillis;
    private final PriorityQueue<Double> workersFree = new PriorityQueue<>();
    private final ArrayDeque<Double> leaving = new ArrayDeque<>();
    private long inTime;
    private long late;
    private long notBegun;
    private int mostResident;

    PromotionQueue(int workers, double readMillis, double windowMillis, double residencyMillis) {
        this.readMillis = readMillis;
        this.windowMillis = windowMillis;
        this.residencyMillis = residencyMillis;
        for (int i = 0; i < workers; i++) {
            workersFree.add(0.0);
        }
    }

    /// So many blocks are triggered; times never go back.
    void trigger(double atMillis, int blocks) {
        double neededMillis = atMillis + windowMillis;
        for (int i = 0; i < blocks; i++) {
            double begin = Math.max(atMillis, workersFree.element());
            if (begin > neededMillis) {
                notBegun += blocks - i;
                return;
            }
            double end = begin + readMillis;
            workersFree.remove();
            workersFree.add(end);
            if (end <= neededMillis) {
                inTime++;
            } else {
                late++;
            }
            occupy(begin, Math.max(end, neededMillis) + residencyMillis);
        }
    }

    /// The buffer holds the block from the begin of its read until it may leave.
    private void occupy(double begin, double leave) {
        while (!leaving.isEmpty() && leaving.element() <= begin) {
            leaving.remove();
        }
        leaving.add(leave);
        mostResident = Math.max(mostResident, leaving.size());
    }

    /// Blocks that were there when they were needed.
    long inTime() {
        return inTime;
    }

    /// Blocks whose read had begun and not ended.
    long late() {
        return late;
    }

    /// Blocks whose read had not begun.
    long notBegun() {
        return notBegun;
    }

    /// The most blocks that were in the buffer at one time.
    int mostResident() {
        return mostResident;
    }
}
