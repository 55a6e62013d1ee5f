package io.forebay.bench.replay;

import io.forebay.core.answer.InvalidInput;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What is done to the cluster in the course of a replay: one node is killed and stays away.
///
/// @param node number of the node, from 1
/// @param percent of the requests that are done by then, 0–100
public record Chaos(int node, int percent) {
    private static final Pattern FORM = Pattern.compile("kill-node=(\\d{1,4})@(\\d{1,3})%");

    public Chaos {
        InvalidInput.unless(node >= 1, "chaos", "node is " + node + "; nodes are numbered from 1");
        InvalidInput.unless(
                percent >= 0 && percent <= 100, "chaos", "is at " + percent + " %; it must be from 0 to 100");
    }

    /// Reads `kill-node=K@P%`.
    public static Chaos parse(String text) {
        Matcher matcher = FORM.matcher(text);
        InvalidInput.unless(matcher.matches(), "chaos", "is '" + text + "'; the form is kill-node=K@P%");
        return new Chaos(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /// Refuses a node that a cluster of `nodes` does not have, or its only one.
    public Chaos requireFits(int nodes) {
        InvalidInput.unless(nodes > 1, "chaos", "kills the only node; at least 2 are needed");
        InvalidInput.unless(node <= nodes, "chaos", "names node " + node + "; there are nodes 1 to " + nodes);
        return this;
    }

    /// True before the request number `index`, from 0, if it is the first one at or past the share.
    public boolean isDueBefore(int index, int requests) {
        return index == dueIndex(requests);
    }

    private int dueIndex(int requests) {
        return (int) (((long) requests * percent + 99) / 100);
    }

    @Override
    public String toString() {
        return "kill-node=" + node + "@" + percent + "%";
    }
}
