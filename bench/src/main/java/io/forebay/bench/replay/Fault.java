package io.forebay.bench.replay;

import io.forebay.core.answer.InvalidInput;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Something that is done to the cluster in the course of a replay.
///
/// @param node number of the node, from 1; 0 for the master
/// @param percent of the requests that are done by then, 0–100
public record Fault(Kind kind, int node, int percent) {
    private static final Pattern FORM = Pattern.compile("([a-z-]+?)(?:=(\\d{1,4}))?@(\\d{1,3})%");

    /// What is done.
    public enum Kind {
        /// SIGKILL. Whether it comes back, the [Chaos] says.
        KILL_NODE,
        /// SIGSTOP, and SIGCONT 5 s later.
        STOP_NODE,
        /// SIGTERM: it says goodbye, and comes back empty.
        LEAVE_NODE,
        /// SIGKILL of the master, which starts again at once, with nothing.
        KILL_MASTER;

        String flag() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        boolean ofNode() {
            return this != KILL_MASTER;
        }
    }

    public Fault {
        InvalidInput.unless(
                kind.ofNode() ? node >= 1 : node == 0,
                "chaos",
                kind.flag() + " names node " + node + "; nodes are numbered from 1, and the master has no number");
        InvalidInput.unless(
                percent >= 0 && percent <= 100, "chaos", "is at " + percent + " %; it must be from 0 to 100");
    }

    /// Reads `kill-node=K@P%`, `stop-node=K@P%`, `leave-node=K@P%` or `kill-master@P%`.
    static Fault parse(String text) {
        Matcher matcher = FORM.matcher(text);
        InvalidInput.unless(matcher.matches(), "chaos", "is '" + text + "'; " + forms());
        Kind kind = Arrays.stream(Kind.values())
                .filter(each -> each.flag().equals(matcher.group(1)))
                .findFirst()
                .orElseThrow(() -> new InvalidInput("chaos", "is '" + text + "'; " + forms()));
        int node = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        return new Fault(kind, node, Integer.parseInt(matcher.group(3)));
    }

    private static String forms() {
        return "the forms are "
                + Arrays.stream(Kind.values())
                        .map(kind -> kind.flag() + (kind.ofNode() ? "=K@P%" : "@P%"))
                        .collect(Collectors.joining(", "));
    }

    /// True before the request number `index`, from 0, if it is the first one at or past the share.
    boolean isDueBefore(int index, int requests) {
        return index == (int) (((long) requests * percent + 99) / 100);
    }

    @Override
    public String toString() {
        return kind.flag() + (node == 0 ? "" : "=" + node) + "@" + percent + "%";
    }
}
