package io.forebay.core.prefetch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// All promotion tasks that are not at their end, by number, by key, by owner, by request and by the end of their
/// time: the one writer of [Task] and [OwnerQueue]. Applies what [Promotions] decided; consults nothing.
final class TaskTable {
    private static final Comparator<Task> FIRST_TO_EXPIRE =
            Comparator.comparingLong((Task task) -> task.expireAtNanos).thenComparingLong(task -> task.id.number());

    private final Map<TaskId, Task> tasks = new LinkedHashMap<>();
    private final Map<BlockKey, Task> byKey = new HashMap<>();
    private final Map<SessionId, OwnerQueue> owners = new HashMap<>();
    private final RequestIndex<Task> byRequest = new RequestIndex<>();
    private final NavigableSet<Task> byExpiry = new TreeSet<>(FIRST_TO_EXPIRE);
    private final Map<Task.State, Integer> states = new EnumMap<>(Task.State.class);
    private final Map<PromotionSource, SourceCounts> counts = new EnumMap<>(PromotionSource.class);
    private long given;

    TaskTable() {
        for (PromotionSource source : PromotionSource.values()) {
            counts.put(source, new SourceCounts());
        }
    }

    /// The number that the next task gets.
    long nextNumber() {
        return given + 1;
    }

    void queued(PrefetchEvent.Queued event, @Nullable Interests before) {
        Task task = new Task(event);
        Invariant.check(byKey.put(task.key, task) == null, "a key has one task at most");
        tasks.put(task.id, task);
        given = Math.max(given, task.id.number());
        owners.computeIfAbsent(task.owner, owner -> new OwnerQueue()).add(task);
        byExpiry.add(task);
        states.merge(Task.State.QUEUED, 1, Integer::sum);
        counts(task.admittedAs).admitted++;
        if (before != null) {
            task.interests.addAll(before);
            before.requests().forEach(request -> byRequest.add(request, task));
        }
        event.wish().request().ifPresent(request -> interest(task, request));
    }

    void joined(PrefetchEvent.Joined event) {
        Task task = get(event.task());
        event.wish().request().ifPresent(request -> interest(task, request));
        boolean waits = owner(task).remove(task);
        byExpiry.remove(task);
        task.startByNanos = Math.min(task.startByNanos, event.wish().startByNanos());
        task.expireAtNanos = Math.max(task.expireAtNanos, event.wish().expireAtNanos());
        if (event.wish().source() == PromotionSource.PREFETCH) {
            task.source = PromotionSource.PREFETCH;
        }
        byExpiry.add(task);
        if (waits) {
            owner(task).add(task);
        }
    }

    private void interest(Task task, String request) {
        task.interests.add(request);
        if (task.interests.has(request)) {
            byRequest.add(request, task);
        }
    }

    void interestEnded(TaskId id, String request) {
        Task task = get(id);
        task.interests.remove(request);
        byRequest.remove(request, task);
    }

    void claimed(TaskId id) {
        Task task = get(id);
        OwnerQueue owner = owner(task);
        owner.remove(task);
        owner.handedOut.put(id, task);
        become(task, Task.State.CLAIMED);
    }

    void requeued(TaskId id) {
        Task task = get(id);
        OwnerQueue owner = owner(task);
        owner.handedOut.remove(id);
        task.attempt++;
        owner.add(task);
        become(task, Task.State.QUEUED);
    }

    /// Also of a task that waits: then the reply that handed it out was lost, and the node goes on all the same.
    void started(TaskId id) {
        Task task = get(id);
        OwnerQueue owner = owner(task);
        owner.remove(task);
        owner.handedOut.put(id, task);
        become(task, Task.State.PROMOTING);
    }

    private void become(Task task, Task.State state) {
        states.merge(task.state, -1, Integer::sum);
        states.merge(state, 1, Integer::sum);
        task.state = state;
    }

    Task ended(TaskId id, TaskEnd end) {
        Task task = get(id);
        tasks.remove(id);
        byKey.remove(task.key);
        OwnerQueue owner = owner(task);
        owner.remove(task);
        owner.handedOut.remove(id);
        if (end == TaskEnd.COMPLETED && task.landing == Landing.BUFFER) {
            owner.landed();
        }
        byExpiry.remove(task);
        task.interests.requests().forEach(request -> byRequest.remove(request, task));
        states.merge(task.state, -1, Integer::sum);
        counts(task.admittedAs).ended.merge(end, 1L, Long::sum);
        return task;
    }

    void pulled(SessionId owner, long number) {
        owners.computeIfAbsent(owner, each -> new OwnerQueue()).lastPull = number;
    }

    void full(PrefetchEvent.BufferFull event) {
        owners.computeIfAbsent(event.owner(), each -> new OwnerQueue()).full(event);
    }

    /// The session is over, and none of its tasks is left.
    void forget(SessionId owner) {
        owners.remove(owner);
    }

    private OwnerQueue owner(Task task) {
        OwnerQueue owner = owners.get(task.owner);
        if (owner == null) {
            throw new IllegalStateException("a task's owner is known until its session ends: " + task.owner);
        }
        return owner;
    }

    private SourceCounts counts(PromotionSource source) {
        return counts.computeIfAbsent(source, each -> new SourceCounts());
    }

    /// The task, which an event says exists.
    private Task get(TaskId id) {
        Task task = tasks.get(id);
        if (task == null) {
            throw new IllegalStateException("an event names a task that is known, not " + id);
        }
        return task;
    }

    @Nullable
    Task find(TaskId id) {
        return tasks.get(id);
    }

    @Nullable
    Task of(BlockKey key) {
        return byKey.get(key);
    }

    @Nullable
    OwnerQueue of(SessionId owner) {
        return owners.get(owner);
    }

    List<Task> allOf(SessionId owner) {
        OwnerQueue queue = owners.get(owner);
        return queue == null ? List.of() : queue.all();
    }

    List<Task> wantedBy(String request) {
        return byRequest.of(request);
    }

    /// The first to be of no use any more comes first.
    Collection<Task> byExpiry() {
        return byExpiry;
    }

    /// The oldest first.
    Collection<Task> all() {
        return tasks.values();
    }

    int size() {
        return tasks.size();
    }

    int in(Task.State state) {
        return states.getOrDefault(state, 0);
    }

    Map<PromotionSource, SourceCounts> counts() {
        return counts;
    }
}
