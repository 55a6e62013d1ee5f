package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.MasterProto;

/// The translation of what a node that promotes asks of the master. Pure. Decoders throw [InvalidInput] and
/// look at no entry before they have looked at the count.
final class PromotionTranslation {
    private PromotionTranslation() {}

    /// @param waitNanos instead of the pull's own
    static MasterProto.PullPromotionsRequest toWire(PullPromotions pull, long waitNanos) {
        return MasterProto.PullPromotionsRequest.newBuilder()
                .setNodeId(pull.node().name())
                .setSession(pull.session().number())
                .setNumber(pull.number())
                .addAllHeld(TaskTranslation.attemptsToWire(pull.held()))
                .setCredit(pull.credit())
                .setWaitNanos(waitNanos)
                .build();
    }

    static PullPromotions fromWire(MasterProto.PullPromotionsRequest message) {
        atMost("held", message.getHeldCount(), PullPromotions.MAX_HELD);
        return new PullPromotions(
                new NodeId(message.getNodeId()),
                new SessionId(message.getSession()),
                message.getNumber(),
                TaskTranslation.attempts(message.getHeldList()),
                message.getCredit(),
                message.getWaitNanos());
    }

    private static void atMost(String field, long count, int limit) {
        InvalidInput.unless(count <= limit, field, "has " + count + " entries; the limit is " + limit);
    }

    static MasterProto.PullPromotionsResponse toWire(PullReply reply) {
        MasterProto.PullPromotionsResponse.Builder message = MasterProto.PullPromotionsResponse.newBuilder();
        return switch (reply) {
            case PullReply.Heard(Pull.Taken taken) ->
                message.setPulled(MasterProto.PulledTasks.newBuilder()
                                .addAllTasks(TaskTranslation.tasksToWire(taken.tasks()))
                                .addAllOver(TaskTranslation.attemptsToWire(taken.over())))
                        .build();
            case PullReply.Heard(Pull.Outdated _) ->
                message.setOutdated(MasterProto.OutdatedPull.getDefaultInstance())
                        .build();
            case PullReply.UnknownSession _ ->
                message.setUnknownSession(MasterProto.UnknownSession.getDefaultInstance())
                        .build();
            case PullReply.NoPromotions _ ->
                message.setNoPromotions(MasterProto.NoPromotions.getDefaultInstance())
                        .build();
        };
    }

    /// @param credit of the pull; nobody can be given more
    static PullReply pullReply(MasterProto.PullPromotionsResponse message, int credit) {
        return switch (message.getResultCase()) {
            case PULLED -> new PullReply.Heard(taken(message.getPulled(), credit));
            case OUTDATED -> new PullReply.Heard(new Pull.Outdated());
            case UNKNOWN_SESSION -> new PullReply.UnknownSession();
            case NO_PROMOTIONS -> new PullReply.NoPromotions();
            case RESULT_NOT_SET -> throw MasterTranslation.unknownResult();
        };
    }

    private static Pull taken(MasterProto.PulledTasks message, int credit) {
        long tasks = message.getTasksList().stream()
                .mapToLong(MasterProto.PromotionTasks::getTasksCount)
                .sum();
        InvalidInput.unless(tasks <= credit, "tasks", "has " + tasks + " entries for a credit of " + credit);
        return new Pull.Taken(
                TaskTranslation.tasks(message.getTasksList()), TaskTranslation.attempts(message.getOverList()));
    }

    static MasterProto.ReportPromotionsRequest toWire(ReportPromotions report) {
        MasterProto.ReportPromotionsRequest.Builder message = MasterProto.ReportPromotionsRequest.newBuilder()
                .setNodeId(report.node().name())
                .setSession(report.session().number())
                .addAllStarted(TaskTranslation.attemptsToWire(report.started()));
        for (FailedPromotion failed : report.failed()) {
            message.addFailed(MasterProto.FailedPromotion.newBuilder()
                    .setAttempt(TaskTranslation.toWire(failed.attempt()))
                    .setCause(PromotionEnums.toWire(failed.cause())));
        }
        return message.addAllMet(KeyTranslation.groups(report.met())).build();
    }

    static ReportPromotions fromWire(MasterProto.ReportPromotionsRequest message) {
        long words = (long) message.getStartedCount() + message.getFailedCount();
        atMost("promotions", words, PullPromotions.MAX_HELD);
        atMost("met", KeyTranslation.count(message.getMetList()), ReportPromotions.MAX_MET);
        return new ReportPromotions(
                new NodeId(message.getNodeId()),
                new SessionId(message.getSession()),
                TaskTranslation.attempts(message.getStartedList()),
                message.getFailedList().stream()
                        .map(failed -> new FailedPromotion(
                                TaskTranslation.fromWire(failed.hasAttempt(), failed.getAttempt()),
                                PromotionEnums.fromWire(failed.getCause())))
                        .toList(),
                KeyTranslation.keys(message.getMetList()));
    }

    static MasterProto.ReportPromotionsResponse reportedToWire(AliveReply reply) {
        return MasterProto.ReportPromotionsResponse.newBuilder()
                .setCurrent(reply.current())
                .setMasterEpoch(reply.masterEpoch())
                .build();
    }

    static AliveReply fromWire(MasterProto.ReportPromotionsResponse message) {
        return new AliveReply(message.getCurrent(), message.getMasterEpoch());
    }
}
