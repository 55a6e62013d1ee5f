package io.forebay.core.prefetch;

import static io.forebay.core.prefetch.PromotionFixture.KEY;
import static io.forebay.core.prefetch.PromotionFixture.OTHER;
import static io.forebay.core.prefetch.PromotionFixture.OWNER;
import static io.forebay.core.prefetch.PromotionFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.TestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The table of [Promotions], cell by cell: one event on a block without a task, and on one with a task in each state.
///
/// The task is the first, of one request `r`, needed in a second, and of no use after eleven.
class PromotionTableTest {
    private static final TaskAttempt FIRST = new TaskAttempt(new TaskId(1), 1);
    private static final TaskAttempt LATER = new TaskAttempt(new TaskId(1), 2);
    private static final String NONE = "none";
    /// As before.
    private static final String SAME = "";

    /// One line of the table: what becomes of the block, by the state that it was in.
    private record Row(
            String event, Consumer<PromotionFixture> happens, String none, String queued, String claimed, String read) {
        /// Nothing happens to a block without a task.
        Row(String event, Consumer<PromotionFixture> happens, String queued, String claimed, String read) {
            this(event, happens, NONE, queued, claimed, read);
        }

        Row(String event, Consumer<PromotionFixture> happens, String everywhere) {
            this(event, happens, everywhere, everywhere, everywhere);
        }
    }

    /// The attempt that the task is handed out for.
    private record From(String state, int attempt) {
        static final List<From> ALL =
                List.of(new From(NONE, 0), new From("QUEUED", 1), new From("CLAIMED", 1), new From("PROMOTING", 1));

        PromotionFixture fixture() {
            PromotionFixture fixture = new PromotionFixture();
            bring(fixture);
            assertEquals(attempt == 0 ? NONE : state + "#" + attempt, fixture.fate());
            return fixture;
        }

        private void bring(PromotionFixture fixture) {
            if (attempt == 0) {
                return;
            }
            fixture.trigger("r", 0);
            for (int lost = 1; lost < attempt; lost++) {
                fixture.pull();
                fixture.pull();
            }
            if (!state.equals("QUEUED")) {
                fixture.pull();
            }
            if (state.equals("PROMOTING")) {
                fixture.start(OWNER, new TaskAttempt(new TaskId(1), attempt));
            }
        }

        String expected(Row row) {
            String said = switch (state) {
                case "QUEUED" -> row.queued;
                case "CLAIMED" -> row.claimed;
                case "PROMOTING" -> row.read;
                default -> row.none;
            };
            return said.equals(SAME) ? state + "#" + attempt : said;
        }
    }

    private static List<Row> wishes() {
        return List.of(
                new Row("a trigger", f -> f.trigger("s", 0), "QUEUED#1", SAME, SAME, SAME),
                new Row("the only request is taken back", f -> f.cancel("r"), "cancelled", "cancelled", SAME),
                new Row("another request is taken back", f -> f.cancel("s"), SAME),
                new Row("one of two requests is taken back", PromotionTableTest::joinAndCancel, SAME),
                new Row("the switch goes off", f -> f.apply(f.promotions.switched(false)), SAME));
    }

    private static void joinAndCancel(PromotionFixture f) {
        if (f.promotions.isPromoting(KEY)) {
            f.trigger("s", 0);
        }
        f.cancel("r");
    }

    private static List<Row> pulls() {
        return List.of(
                new Row("a pull that holds it", PromotionTableTest::pullHolding, "CLAIMED#1", SAME, SAME),
                new Row("a pull that does not hold it", f -> f.pull(), "CLAIMED#1", "QUEUED#2", "QUEUED#2"),
                new Row("a pull that holds another attempt", f -> f.pull(LATER), "CLAIMED#1", "QUEUED#2", "QUEUED#2"));
    }

    private static void pullHolding(PromotionFixture f) {
        Task task = f.promotions.task(KEY);
        if (task == null || task.state == Task.State.QUEUED) {
            f.pull();
        } else {
            f.pull(new TaskAttempt(task.id, task.attempt));
        }
    }

    private static List<Row> starts() {
        return List.of(
                new Row("a start", f -> f.start(OWNER, FIRST), "PROMOTING#1", "PROMOTING#1", SAME),
                new Row("a start of another attempt", f -> f.start(OWNER, LATER), SAME),
                new Row("a start by another node", f -> f.start(OTHER, FIRST), SAME));
    }

    private static List<Row> ends() {
        return List.of(
                new Row("a success", f -> f.complete(OWNER, FIRST), "completed", "completed", "completed"),
                new Row("a success of another attempt", f -> f.complete(OWNER, LATER), SAME),
                new Row("a success of another node", f -> f.complete(OTHER, FIRST), SAME),
                new Row(
                        "a success with another block",
                        f -> f.apply(f.promotions.completed(OWNER, FIRST, TestKeys.key(1), f.now)),
                        SAME),
                failure(PromotionFailure.CORRUPT, "failed"),
                failure(PromotionFailure.ABSENT, "failed"),
                failure(PromotionFailure.DEVICE, "failed"),
                failure(PromotionFailure.STOPPED, "failed"),
                failure(PromotionFailure.NO_ROOM, "failed candidate"),
                new Row(
                        "no room without time for a try",
                        PromotionTableTest::noRoomTooLate,
                        "failed",
                        "failed",
                        "failed"),
                new Row("no room while switched off", PromotionTableTest::noRoomWhileOff, "failed", "failed", "failed"),
                new Row("a failure of another attempt", f -> f.fail(OWNER, LATER, PromotionFailure.DEVICE), SAME),
                new Row("a failure of another node", f -> f.fail(OTHER, FIRST, PromotionFailure.NO_ROOM), SAME));
    }

    private static Row failure(PromotionFailure cause, String end) {
        return new Row("a failure: " + cause, f -> f.fail(OWNER, FIRST, cause), end, end, end);
    }

    private static void noRoomTooLate(PromotionFixture f) {
        f.now = 11 * SECOND - Admission.FIRST_PAUSE_NANOS;
        f.fail(OWNER, FIRST, PromotionFailure.NO_ROOM);
    }

    private static void noRoomWhileOff(PromotionFixture f) {
        f.apply(f.promotions.switched(false));
        f.fail(OWNER, FIRST, PromotionFailure.NO_ROOM);
    }

    private static List<Row> replicas() {
        return List.of(
                new Row(
                        "the record is gone",
                        f -> f.apply(f.promotions.diskGone(OWNER, KEY)),
                        "cancelled",
                        "cancelled",
                        "cancelled"),
                new Row("another node's record is gone", f -> f.apply(f.promotions.diskGone(OTHER, KEY)), SAME),
                new Row(
                        "its node is gone",
                        f -> f.apply(f.promotions.ownerGone(OWNER)),
                        "cancelled",
                        "cancelled",
                        "cancelled"),
                new Row("another node is gone", f -> f.apply(f.promotions.ownerGone(OTHER)), SAME),
                new Row(
                        "it is in memory by another way",
                        f -> f.apply(f.promotions.inMemory(KEY)),
                        "superseded",
                        "superseded",
                        SAME));
    }

    private static List<Row> times() {
        return List.of(
                new Row("startBy has passed", f -> f.pass(SECOND), SAME),
                new Row("expireAt is a nanosecond away", f -> f.pass(11 * SECOND - 1), SAME),
                new Row("expireAt has come", f -> f.pass(11 * SECOND), "expired", "expired", SAME),
                new Row("the ttl is reached", f -> f.pass(600 * SECOND), "expired", "expired", SAME),
                new Row("the ttl has passed", f -> f.pass(600 * SECOND + 1), "expired", "expired", "expired"));
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        Stream.of(wishes(), pulls(), starts(), ends(), replicas(), times()).forEach(rows::addAll);
        return rows;
    }

    @TestFactory
    Stream<DynamicTest> eachEventInEachState() {
        return rows().stream()
                .flatMap(row -> From.ALL.stream()
                        .map(from -> DynamicTest.dynamicTest(row.event + ", " + from.state, () -> play(row, from))));
    }

    @TestFactory
    Stream<DynamicTest> aThirdAttemptThatIsLostIsTheLast() {
        Row row = new Row("a pull without it", f -> f.pull(), "CLAIMED#3", "expired", "QUEUED#4");
        return Stream.of("QUEUED", "CLAIMED", "PROMOTING")
                .map(state -> DynamicTest.dynamicTest(state, () -> play(row, new From(state, 3))));
    }

    /// Also once more, which must not end anything twice.
    private static void play(Row row, From from) {
        PromotionFixture fixture = from.fixture();
        row.happens.accept(fixture);
        String expected = from.expected(row);
        assertEquals(expected, fixture.fate());
        assertAccounts(fixture);
        row.happens.accept(fixture);
        assertAccounts(fixture);
    }

    private static void assertAccounts(PromotionFixture fixture) {
        PromotionStats stats = fixture.promotions.stats();
        long ends = fixture.ends().values().stream().mapToLong(Long::longValue).sum();
        assertEquals(stats.admitted().get(PromotionSource.PREFETCH), ends + stats.inFlight());
        assertEquals(0, stats.admitted().get(PromotionSource.ON_HIT));
        assertEquals(fixture.promotions.isPromoting(KEY) ? 1 : 0, stats.inFlight());
        assertEquals(fixture.promotions.isCandidate(KEY) ? 1 : 0, stats.candidates());
    }
}
