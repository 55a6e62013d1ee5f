package io.forebay.server.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Whether a process is ready, as a list of named conditions that are asked anew each time. Built before the port
/// opens; safe from any thread afterwards.
public final class Health {
    private final Map<String, BooleanSupplier> conditions = new LinkedHashMap<>();
    private Supplier<List<String>> warnings = List::of;

    /// Adds a condition; its name says what holds when it is true: `session open`.
    public Health condition(String name, BooleanSupplier holds) {
        conditions.put(name, holds);
        return this;
    }

    /// Adds what people should know though it is ready; asked anew each time.
    public Health warnings(Supplier<List<String>> source) {
        warnings = source;
        return this;
    }

    /// What people should know now.
    public List<String> warnings() {
        return warnings.get();
    }

    /// Every condition with its present value, in the order they were added.
    public Map<String, Boolean> check() {
        Map<String, Boolean> now = new LinkedHashMap<>();
        conditions.forEach((name, holds) -> now.put(name, holds.getAsBoolean()));
        return now;
    }

    /// True when all hold.
    public boolean isReady() {
        return check().values().stream().allMatch(holds -> holds);
    }
}
