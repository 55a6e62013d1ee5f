package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.engine.Registered;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import io.forebay.memory.EnginePool;
import io.forebay.memory.InstanceLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A registration with the node and everything that lives and dies with it: the connection, the mapped pool,
/// the instance's lock, the leases, and the keys being written.
///
/// States: in force → ended, by the loss of the connection, by the node's word that it doesn't know the
/// instance, or by `close`; never back. Once ended, nothing is asked of the node under it, so no seal can meet
/// a successor's reservations. What it mapped stays mapped while blocks loaded under it are open or somebody
/// writes:
///
/// | freed at its end | when |
/// | --- | --- |
/// | connection | at once |
/// | the instance's lock | when the last writer has left: only then may the node give the extents to others |
/// | the mapping | when the last writer, copy and open [Loaded] have left |
///
/// Safe from any thread.
final class LiveRegistration {
    private static final Logger log = LoggerFactory.getLogger(LiveRegistration.class);

    /// Fields whose refusal means that the node has forgotten the registration or has restarted.
    private static final Set<String> LOST = Set.of("instance_id", "pool_nonce");

    private final EngineOptions options;
    private final EngineConnection connection;
    private final Registered registered;
    private final EnginePool pool;
    private final Uses mapping;
    private final Uses writers;
    private final Runnable lost;
    private final LeaseBook leases;
    private final Set<Claim> claims = ConcurrentHashMap.newKeySet();
    private final Set<Loaded> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean freed = new AtomicBoolean();
    private volatile boolean over;

    private LiveRegistration(
            EngineOptions options,
            EngineConnection connection,
            Registered registered,
            Holdings holdings,
            Runnable lost) {
        this.options = options;
        this.connection = connection;
        this.registered = registered;
        this.pool = holdings.pool();
        this.mapping = new Uses(() -> freed("mapping", holdings.pool()::close));
        this.writers = new Uses(() -> freed("lock", holdings.lock()::close));
        this.lost = lost;
        this.leases = new LeaseBook((lease, then) -> connection.protocol().release(options.instance(), lease, then));
    }

    private record Holdings(EnginePool pool, InstanceLock lock) {}

    /// Maps the pool that the node named and takes the instance's lock.
    ///
    /// @param lost told when the node says that it doesn't know the instance
    /// @throws IOException if the pool cannot be mapped, is another one than the node's, or the lock cannot be
    ///     had
    static LiveRegistration open(
            EngineOptions options, EngineConnection connection, Registered registered, Runnable lost)
            throws IOException {
        String fingerprint = options.layout().fingerprint();
        if (!registered.namespace().fingerprint().equals(fingerprint)) {
            throw new IOException("the node registered another layout: " + registered.namespace());
        }
        InstanceLock lock = InstanceLock.hold(Path.of(registered.lockPath()));
        try {
            EnginePool pool = EnginePool.open(Path.of(registered.poolPath()), registered.poolNonce());
            return new LiveRegistration(options, connection, registered, new Holdings(pool, lock), lost);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /// Whoever happens to be the last user is not to blame when freeing fails.
    private static void freed(String what, Runnable free) {
        try {
            free.run();
        } catch (RuntimeException e) {
            log.error("the {} of an ended registration could not be freed", what, e);
        }
    }

    Registered registered() {
        return registered;
    }

    /// What the node said; empty if it refused or failed.
    <T> Optional<T> value(Answer<T> answer) {
        return switch (answer) {
            case Answer.Ok<T> ok -> Optional.of(ok.value());
            case Answer.Refused<T> refused -> {
                refused(refused);
                yield Optional.empty();
            }
            case Answer.Failed<T> failed -> Optional.empty();
        };
    }

    InstanceId instance() {
        return options.instance();
    }

    Layout layout() {
        return options.layout();
    }

    EngineProtocol protocol() {
        return connection.protocol();
    }

    EnginePool pool() {
        return pool;
    }

    LeaseBook leases() {
        return leases;
    }

    /// What to do with a refusal: an instance or a pool that the node doesn't know ends the registration,
    /// everything else is the caller's bad input.
    void refused(Answer.Refused<?> refusal) {
        if (!LOST.contains(refusal.field())) {
            throw Refusal.asInput(refusal);
        }
        lost.run();
    }

    /// Joins those for whom the mapping must stay; false when it is gone.
    boolean enterReading() {
        return mapping.enter();
    }

    void leaveReading() {
        mapping.leave();
    }

    /// Joins those who may write; false when the registration has ended.
    boolean enterWriting() {
        if (!writers.enter()) {
            return false;
        }
        if (!mapping.enter()) {
            writers.leave();
            return false;
        }
        if (isEnded()) {
            leaveWriting();
            return false;
        }
        return true;
    }

    void leaveWriting() {
        mapping.leave();
        writers.leave();
    }

    /// Claims keys of a request for one writer of this process; those that another writer of the same request
    /// has are left out. A node answers a repeated reservation of one request and rank with the same extents,
    /// so nobody else keeps two threads apart. Writers of different requests are kept apart by the node, which
    /// grants a key to one of them: that one has to write it, or nobody could until the node forgets.
    Set<BlockHash> claim(String requestId, Collection<BlockHash> hashes) {
        Set<BlockHash> mine = new LinkedHashSet<>();
        for (BlockHash hash : hashes) {
            if (claims.add(new Claim(requestId, hash))) {
                mine.add(hash);
            }
        }
        return mine;
    }

    void unclaim(String requestId, Collection<BlockHash> hashes) {
        hashes.forEach(hash -> claims.remove(new Claim(requestId, hash)));
    }

    private record Claim(String requestId, BlockHash hash) {}

    void opened(Loaded loaded) {
        open.add(loaded);
    }

    void closed(Loaded loaded) {
        open.remove(loaded);
    }

    boolean isEnded() {
        return over;
    }

    /// Closes every loaded block, which gives the leases back, and waits for the node's word on that.
    void releaseAll(long timeoutNanos) {
        for (Loaded loaded : open) {
            loaded.close();
        }
        leases.awaitReleased(timeoutNanos);
    }

    /// The registration is known to have ended: from this moment nothing is written or asked under it. Returns
    /// at once; [#end] follows.
    void expire() {
        over = true;
    }

    /// Ends the registration and frees what is no longer used; calling it again does nothing.
    void end() {
        over = true;
        if (freed.compareAndSet(false, true)) {
            connection.close();
            writers.leave();
            mapping.leave();
        }
    }
}
