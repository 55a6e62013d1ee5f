package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Engines;
import io.forebay.cli.doctor.Host.Seed;
import java.util.Set;
import java.util.stream.Collectors;

/// Whether engines can name the same blocks by the same hashes, as far as that can be seen from here. Pure.
final class ClientChecks {
    private static final String ADVICE =
            "the same PYTHONHASHSEED (such as 0) and the same hash algorithm and block size"
                    + " in the environment of every engine";

    private ClientChecks() {}

    static Finding of(Engines engines) {
        String name = "hash seed";
        Set<String> seeds = engines.seeds().stream().map(Seed::seed).collect(Collectors.toSet());
        String unseen = "what a registered engine hashes with cannot be known here, the store sees finished hashes"
                + (engines.hidden() > 0 ? "; " + engines.hidden() + " engines of other users were not looked at" : "");
        String costs = "vLLM begins its chain of hashes with it, or with chance where it is not set: equal prompts have"
                + " other hashes in each process, and nothing is ever found at a peer or after a restart";
        if (seeds.contains("")) {
            String pids = engines.seeds().stream()
                    .filter(seed -> seed.seed().isEmpty())
                    .map(seed -> Long.toString(seed.pid()))
                    .collect(Collectors.joining(", "));
            return Finding.warn(name, "engines without PYTHONHASHSEED: process " + pids, costs, ADVICE);
        }
        if (seeds.size() > 1) {
            return Finding.warn(
                    name,
                    "engines with different PYTHONHASHSEED: "
                            + seeds.stream().sorted().toList(),
                    costs,
                    ADVICE);
        }
        String seen = engines.seeds().isEmpty()
                ? "no vLLM process is seen on this host"
                : engines.seeds().size() + " vLLM processes here have PYTHONHASHSEED="
                        + seeds.iterator().next();
        return Finding.ok(name, seen + "; " + unseen + ": give " + ADVICE);
    }
}
