package io.forebay.cli.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// All checks of a host, the gravest findings first. Pure.
public final class Checks {
    private Checks() {}

    /// What every check finds.
    ///
    /// @param breakEven empty where no model was named
    public static List<Finding> of(Host host, Wanted wanted, Optional<BreakEven> breakEven) {
        List<Finding> found = new ArrayList<>(MemoryChecks.of(host, wanted));
        found.addAll(DiskChecks.of(host, wanted));
        found.addAll(NetChecks.of(host, wanted));
        if (wanted.node().isPresent()) {
            found.add(ClientChecks.of(host.engines()));
            found.add(breakEven
                    .map(model -> model.finding(host))
                    .orElseGet(() -> Finding.ok(
                            "break-even",
                            "no model is named: --model llama-3-70b says whether reading a block is faster than"
                                    + " computing it")));
        }
        return gravestFirst(found);
    }

    /// Those of one gravity stay in their order.
    public static List<Finding> gravestFirst(List<Finding> found) {
        return found.stream().sorted(Comparator.comparing(Finding::verdict)).toList();
    }
}
