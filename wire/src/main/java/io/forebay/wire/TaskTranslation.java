package io.forebay.wire;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.prefetch.PromotionTask;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskId;
import io.forebay.wire.proto.MasterProto;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The translation of promotion tasks: neighbours of one namespace are one group, so order is kept. Pure.
/// Decoders throw [InvalidInput].
final class TaskTranslation {
    private TaskTranslation() {}

    static MasterProto.TaskAttempt toWire(TaskAttempt attempt) {
        return MasterProto.TaskAttempt.newBuilder()
                .setTask(attempt.task().number())
                .setAttempt(attempt.attempt())
                .build();
    }

    static TaskAttempt fromWire(boolean present, MasterProto.TaskAttempt message) {
        KeyTranslation.required(present, "attempt");
        return fromWire(message);
    }

    private static TaskAttempt fromWire(MasterProto.TaskAttempt message) {
        return new TaskAttempt(new TaskId(message.getTask()), message.getAttempt());
    }

    static List<MasterProto.TaskAttempt> attemptsToWire(List<TaskAttempt> attempts) {
        return attempts.stream().map(TaskTranslation::toWire).toList();
    }

    static List<TaskAttempt> attempts(List<MasterProto.TaskAttempt> messages) {
        return messages.stream().map(TaskTranslation::fromWire).toList();
    }

    static List<MasterProto.PromotedBlocks> promotedToWire(List<Promoted> promoted) {
        return neighbours(promoted, each -> each.key().namespace()).stream()
                .map(TaskTranslation::promotedGroup)
                .toList();
    }

    private static MasterProto.PromotedBlocks promotedGroup(List<Promoted> alike) {
        MasterProto.PromotedBlocks.Builder group = MasterProto.PromotedBlocks.newBuilder()
                .setNamespace(KeyTranslation.toWire(alike.getFirst().key().namespace()));
        alike.forEach(each -> group.addBlocks(MasterProto.PromotedBlock.newBuilder()
                .setAttempt(toWire(each.attempt()))
                .setHash(KeyTranslation.toWire(each.key().hash()))));
        return group.build();
    }

    static List<Promoted> promoted(List<MasterProto.PromotedBlocks> groups) {
        List<Promoted> promoted = new ArrayList<>();
        for (MasterProto.PromotedBlocks group : groups) {
            Namespace namespace = KeyTranslation.fromWire(group.hasNamespace(), group.getNamespace());
            for (MasterProto.PromotedBlock block :
                    Limits.counted("promoted", group.getBlocksList(), Limits.MAX_LEDGER_KEYS)) {
                promoted.add(new Promoted(
                        fromWire(block.hasAttempt(), block.getAttempt()),
                        new BlockKey(namespace, KeyTranslation.hash(block.getHash()))));
            }
        }
        return promoted;
    }

    static List<MasterProto.PromotionTasks> tasksToWire(List<PromotionTask> tasks) {
        return neighbours(tasks, each -> each.key().namespace()).stream()
                .map(TaskTranslation::taskGroup)
                .toList();
    }

    private static MasterProto.PromotionTasks taskGroup(List<PromotionTask> alike) {
        MasterProto.PromotionTasks.Builder group = MasterProto.PromotionTasks.newBuilder()
                .setNamespace(KeyTranslation.toWire(alike.getFirst().key().namespace()));
        alike.forEach(each -> group.addTasks(MasterProto.PromotionTask.newBuilder()
                .setAttempt(toWire(each.attempt()))
                .setHash(KeyTranslation.toWire(each.key().hash()))
                .setTriggerSourceValue(sourceValue(each))
                .setLanding(PromotionEnums.toWire(each.landing()))
                .setStartByNanos(each.startByNanos())
                .setExpireNanos(each.expireNanos())));
        return group.build();
    }

    static List<PromotionTask> tasks(List<MasterProto.PromotionTasks> groups) {
        List<PromotionTask> tasks = new ArrayList<>();
        for (MasterProto.PromotionTasks group : groups) {
            Namespace namespace = KeyTranslation.fromWire(group.hasNamespace(), group.getNamespace());
            for (MasterProto.PromotionTask task : Limits.keys("tasks", group.getTasksList())) {
                tasks.add(new PromotionTask(
                        fromWire(task.hasAttempt(), task.getAttempt()),
                        new BlockKey(namespace, KeyTranslation.hash(task.getHash())),
                        PromotionEnums.fromWire(task.getTriggerSource()),
                        unknownSource(task),
                        PromotionEnums.fromWire(task.getLanding()),
                        task.getStartByNanos(),
                        task.getExpireNanos()));
            }
        }
        return tasks;
    }

    private static int sourceValue(PromotionTask task) {
        return task.unknownSource() == 0 ? PromotionEnums.toWire(task.source()).getNumber() : task.unknownSource();
    }

    private static int unknownSource(MasterProto.PromotionTask task) {
        return task.getTriggerSource() == MasterProto.TriggerSource.UNRECOGNIZED ? task.getTriggerSourceValue() : 0;
    }

    private static <T> List<List<T>> neighbours(List<T> all, Function<T, Namespace> namespaceOf) {
        List<List<T>> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= all.size(); i++) {
            if (i == all.size() || !namespaceOf.apply(all.get(from)).equals(namespaceOf.apply(all.get(i)))) {
                groups.add(all.subList(from, i));
                from = i;
            }
        }
        return groups;
    }
}
