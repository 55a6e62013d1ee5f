package io.forebay.memory;

import io.forebay.memory.backing.BackingTerms;
import io.forebay.memory.backing.HugePages;
import io.forebay.memory.backing.Memlock;
import io.forebay.memory.backing.NumaChoice;
import java.io.IOException;
import java.nio.file.Path;

/// Makes a pool of 4 MiB and says in one line what became of it.
final class LimitedProcess {
    private LimitedProcess() {}

    public static void main(String[] arguments) {
        BackingTerms terms = BackingTerms.of(HugePages.OFF, Memlock.valueOf(arguments[1]), new NumaChoice.Off());
        PoolSettings settings = new PoolSettings(Path.of(arguments[0]), 4 << 20, 4096, 1, 0, terms);
        try (Pool pool = Pool.create(settings, "limited", 1, 7)) {
            System.out.println("made, locked: " + pool.backing().locked() + ", "
                    + pool.backing().warnings());
        } catch (IOException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
