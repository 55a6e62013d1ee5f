package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.PromotionTask;
import io.forebay.core.prefetch.Pull;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.RouterProto;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// As [MalformedReplyTest], of promotions: words of a later version mean the least that they can, and what
/// contradicts itself is refused by field.
class UnknownPromotionTest {
    private static final int UNKNOWN = 99;
    private static final MasterProto.TaskAttempt ATTEMPT =
            MasterProto.TaskAttempt.newBuilder().setTask(1).setAttempt(1).build();

    private static void refuses(String message, Executable decode) {
        assertEquals(message, assertThrows(InvalidInput.class, decode).getMessage());
    }

    private static MasterProto.PromotionTask.Builder task() {
        return MasterProto.PromotionTask.newBuilder().setAttempt(ATTEMPT).setHash(ByteString.copyFrom(new byte[] {1}));
    }

    private static MasterProto.PromotionTasks.Builder group(MasterProto.PromotionTask.Builder... tasks) {
        MasterProto.PromotionTasks.Builder group =
                MasterProto.PromotionTasks.newBuilder().setNamespace(KeyTranslation.toWire(new Samples(1).namespace()));
        List.of(tasks).forEach(group::addTasks);
        return group;
    }

    private static PullReply decode(MasterProto.PromotionTasks.Builder group, int credit) {
        return PromotionTranslation.pullReply(
                MasterProto.PullPromotionsResponse.newBuilder()
                        .setPulled(MasterProto.PulledTasks.newBuilder().addTasks(group))
                        .build(),
                credit);
    }

    private static PromotionTask only(MasterProto.PromotionTask.Builder task) {
        if (decode(group(task), 1) instanceof PullReply.Heard(Pull.Taken taken)) {
            return taken.tasks().getFirst();
        }
        throw new AssertionError("no tasks were taken");
    }

    @Test
    void aTaskThatDoesNotSayWhoWantsItIsOfAHit() {
        assertEquals(PromotionSource.ON_HIT, only(task()).source());
        assertEquals(
                PromotionSource.ON_HIT,
                only(task().setTriggerSourceValue(UNKNOWN)).source());
        assertEquals(
                PromotionSource.PREFETCH,
                only(task().setTriggerSource(MasterProto.TriggerSource.TRIGGER_SOURCE_PREFETCH))
                        .source());
    }

    @Test
    void anUnknownSourceIsKnownToBeOneAndSaidAgainAsItWas() {
        PromotionTask unknown = only(task().setTriggerSourceValue(UNKNOWN));
        assertEquals(UNKNOWN, unknown.unknownSource());
        assertEquals(0, only(task()).unknownSource());
        assertEquals(
                UNKNOWN,
                TaskTranslation.tasksToWire(List.of(unknown))
                        .getFirst()
                        .getTasks(0)
                        .getTriggerSourceValue());
    }

    @Test
    void anUnknownSourceIsKeptByWhoeverPassesTheMessageOn() throws Exception {
        MasterProto.PromotionTask later = task().setTriggerSourceValue(UNKNOWN).build();
        assertEquals(
                UNKNOWN,
                MasterProto.PromotionTask.parseFrom(later.toByteArray()).getTriggerSourceValue());
    }

    @Test
    void anUnknownLandingIsTheBufferAndNeverTheMainPool() {
        assertEquals(Landing.BUFFER, only(task().setLandingValue(UNKNOWN)).landing());
        assertEquals(Landing.BUFFER, only(task()).landing());
        assertEquals(
                Landing.MAIN,
                only(task().setLanding(MasterProto.Landing.LANDING_MAIN)).landing());
    }

    @Test
    void anUnknownFailureIsOfANodeThatGaveUp() {
        assertEquals(PromotionFailure.STOPPED, PromotionEnums.fromWire(MasterProto.PromotionFailure.UNRECOGNIZED));
    }

    @Test
    void anUnknownStatusIsAThrottleThatPromisesNothing() {
        assertEquals(PrefetchStatus.THROTTLED_CAP, PromotionEnums.fromWire(RouterProto.PrefetchStatus.UNRECOGNIZED));
        refuses(
                "status: is unspecified",
                () -> PromotionEnums.fromWire(RouterProto.PrefetchStatus.PREFETCH_STATUS_UNSPECIFIED));
    }

    @Test
    void tasksThatCannotBeMeantAreRefused() {
        refuses("namespace: is missing", () -> decode(group(task()).clearNamespace(), 1));
        refuses("tasks: is empty; at least 1 is needed", () -> decode(group(), 1));
        refuses("attempt: is missing", () -> decode(group(task().clearAttempt()), 1));
        refuses("hash: is empty; 1 to 64 bytes are needed", () -> decode(group(task().clearHash()), 1));
        refuses("tasks: has 2 entries for a credit of 1", () -> decode(group(task(), task()), 1));
    }

    @Test
    void aResultOfALaterVersionIsNoAnswer() {
        refuses(
                "result: is missing, or one that is not known here",
                () -> PromotionTranslation.pullReply(MasterProto.PullPromotionsResponse.getDefaultInstance(), 1));
        refuses(
                "result: is missing, or one that is not known here",
                () -> RouterTranslation.prefetchReply(
                        RouterProto.BatchPrefetchToMemoryResponse.getDefaultInstance(), 1));
    }

    @Test
    void aReplicaOnAnUnknownTierIsLeftOut() {
        RouterProto.LookupResponse reply = RouterProto.LookupResponse.newBuilder()
                .addOwners(RouterProto.LookupOwner.newBuilder().setNodeId("n"))
                .addBlocks(RouterProto.LookupBlock.newBuilder()
                        .addReplicas(RouterProto.LookupReplica.newBuilder().setTierValue(UNKNOWN))
                        .addReplicas(RouterProto.LookupReplica.newBuilder().setLeaseNanos(5)))
                .build();
        var replicas =
                LookupTranslation.lookupReply(reply, 1).blocks().getFirst().replicas();
        assertEquals(
                List.of(5L), replicas.stream().map(each -> each.leaseNanos()).toList());
        refuses("blocks: has 1 entries for 2 hashes", () -> LookupTranslation.lookupReply(reply, 2));
        refuses(
                "owner: is 0 of 0",
                () -> LookupTranslation.lookupReply(
                        reply.toBuilder().clearOwners().build(), 1));
        RouterProto.LookupResponse.Builder beyond = reply.toBuilder();
        beyond.getBlocksBuilder(0).getReplicasBuilder(1).setOwner(-1);
        refuses("owner: is 4294967295 of 1", () -> LookupTranslation.lookupReply(beyond.build(), 1));
    }

    @Test
    void moreBlocksThanCanBeAreNoAnswerToACancellation() {
        RouterProto.CancelPrefetchResponse.Builder reply = RouterProto.CancelPrefetchResponse.newBuilder();
        refuses(
                "ended: is beyond 2147483647",
                () -> RouterTranslation.fromWire(reply.setEnded(-1).build()));
        refuses(
                "kept: is beyond 2147483647",
                () -> RouterTranslation.fromWire(reply.setEnded(1).setKept(-1).build()));
    }
}
