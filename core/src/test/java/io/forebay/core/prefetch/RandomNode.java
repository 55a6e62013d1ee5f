package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Command;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.Reply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A node that says what a node may say, in no order, and loses some of the replies to its pulls.
final class RandomNode {
    static final int KEYS = 14;
    private static final long BLOCK = 10;

    final NodeId id;
    SessionId session = new SessionId(-1);
    /// What the master has heard it has on SSD.
    final Set<BlockKey> disk = new HashSet<>();
    private final Map<TaskAttempt, BlockKey> held = new LinkedHashMap<>();
    private final Map<Tier, Long> batches = new EnumMap<>(Tier.class);
    private final SplittableRandom random;
    private @Nullable TaskAttempt old;
    private long boot;
    private long pulls;

    RandomNode(int number, SplittableRandom random) {
        this.id = new NodeId("n" + number);
        this.random = random;
    }

    Command next() {
        return switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4 -> pull();
            case 5, 6, 7 -> new ReportPromotions(id, session, words(), List.of());
            case 8, 9 ->
                new ReportPromotions(id, session, random.nextInt(4) == 0 ? words() : List.of(), failures(), keys(3));
            case 10, 11, 12, 13 -> promoted();
            case 14, 15, 16 -> batch(Tier.LOCAL_DISK, keys(3), keys(8));
            case 17 -> batch(Tier.MEMORY, keys(3), keys(3));
            case 18 -> open(random.nextInt(3) == 0 ? 1 : 0);
            case 19 -> random.nextInt(8) == 0 ? new CloseSession(id, session) : heartbeat();
            default -> heartbeat();
        };
    }

    OpenSession open(int boots) {
        boot += boots;
        return new OpenSession(id, Math.max(1, boot), id.name() + ":1", "", true);
    }

    private PullPromotions pull() {
        long number = random.nextInt(12) == 0 ? Math.max(1, pulls - random.nextInt(3)) : ++pulls;
        return new PullPromotions(id, session, Math.max(1, number), List.copyOf(held.keySet()), random.nextInt(4), 0);
    }

    private Heartbeat heartbeat() {
        long main = random.nextInt(3) == 0 ? 950 + random.nextInt(50) : random.nextInt(950);
        long buffer = random.nextInt(2) == 0 ? random.nextInt(80) : 1_000;
        long held = random.nextInt(3) == 0 ? random.nextLong(buffer + 1) : 0;
        boolean can = random.nextInt(20) > 0;
        Map<Namespace, Long> sizes = Map.of(TestKeys.NAMESPACE, BLOCK);
        return new Heartbeat(id, session, new Readings(main, 1_000, buffer, held, buffer, can, sizes));
    }

    /// Some that it holds, and now and then one that it held.
    private List<TaskAttempt> words() {
        List<TaskAttempt> words = new ArrayList<>();
        held.keySet().stream().filter(each -> random.nextInt(3) == 0).forEach(words::add);
        if (old != null && random.nextInt(3) == 0) {
            words.add(old);
        }
        return words;
    }

    private List<FailedPromotion> failures() {
        PromotionFailure[] causes = PromotionFailure.values();
        return words().stream()
                .map(word ->
                        new FailedPromotion(word, causes[random.nextInt(2) == 0 ? 0 : random.nextInt(causes.length)]))
                .toList();
    }

    private LedgerBatch promoted() {
        List<BlockKey> keys = new ArrayList<>();
        List<Promoted> promoted = new ArrayList<>();
        for (TaskAttempt word : words()) {
            BlockKey key = held.getOrDefault(word, TestKeys.key(random.nextInt(KEYS)));
            promoted.add(new Promoted(word, key));
            if (random.nextInt(8) > 0) {
                keys.add(key);
            }
        }
        return batch(Tier.MEMORY, List.of(), List.of(), keys, promoted);
    }

    private LedgerBatch batch(Tier tier, List<BlockKey> retire, List<BlockKey> register) {
        return batch(tier, random.nextInt(4) == 0 ? keys(3) : List.of(), retire, register, List.of());
    }

    private LedgerBatch batch(
            Tier tier, List<BlockKey> gone, List<BlockKey> retire, List<BlockKey> register, List<Promoted> promoted) {
        long last = batches.getOrDefault(tier, 0L);
        long number = random.nextInt(10) == 0 ? Math.max(1, last) : last + 1;
        List<BlockKey> consumed = random.nextInt(3) == 0 ? keys(3) : List.of();
        return new LedgerBatch(
                id,
                session,
                tier,
                number,
                random.nextInt(3),
                true,
                gone,
                retire,
                register,
                List.of(),
                promoted,
                consumed);
    }

    private List<BlockKey> keys(int atMost) {
        int from = random.nextInt(KEYS);
        return TestKeys.keys(from, Math.min(KEYS, from + random.nextInt(atMost + 1)));
    }

    /// The reply is applied; what it says of tasks may be lost.
    void heard(Command command, Reply reply) {
        if (reply instanceof SessionReply.Opened opened && !opened.session().equals(session)) {
            session = opened.session();
            disk.clear();
            held.clear();
            batches.clear();
            pulls = 0;
        } else if (command instanceof LedgerBatch batch && reply instanceof LedgerReply.Applied applied) {
            heard(batch, applied);
        } else if (reply instanceof PullReply.Heard(Pull.Taken taken) && random.nextInt(4) > 0) {
            heard(taken);
        }
    }

    private void heard(LedgerBatch batch, LedgerReply.Applied applied) {
        if (batch.number() <= batches.getOrDefault(batch.tier(), 0L)) {
            return;
        }
        batches.put(batch.tier(), batch.number());
        if (batch.tier() == Tier.LOCAL_DISK) {
            Set<BlockKey> granted = new HashSet<>(batch.retire());
            applied.refused().stream().map(RouterLease::key).toList().forEach(granted::remove);
            disk.removeAll(batch.gone());
            disk.removeAll(granted);
            disk.addAll(batch.register());
        }
    }

    private void heard(Pull.Taken taken) {
        for (TaskAttempt over : taken.over()) {
            held.remove(over);
            old = over;
        }
        for (PromotionTask task : taken.tasks()) {
            if (held.put(task.attempt(), task.key()) != null) {
                throw new AssertionError("handed out twice: " + task);
            }
        }
    }
}
