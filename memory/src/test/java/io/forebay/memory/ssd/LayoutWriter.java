package io.forebay.memory.ssd;

import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A process that writes blocks of random layouts, the same ones for the same seed, and ends properly.
public final class LayoutWriter {
    /// Of each layout.
    static final int BLOCKS = 3;

    private LayoutWriter() {}

    /// Layouts of every kind, of blocks of at most 300 KiB.
    static List<Layout> layouts(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Layout> layouts = new ArrayList<>();
        while (layouts.size() < count) {
            Layout layout = layout(random);
            if (layout.blockBytes() <= 300 << 10) {
                layouts.add(layout);
            }
        }
        return layouts;
    }

    private static Layout layout(SplittableRandom random) {
        KvLayout.Order order = random.nextBoolean() ? KvLayout.Order.LAYER_FIRST : KvLayout.Order.PAGE_FIRST;
        int layers = random.nextInt(1, 20);
        List<Long> sizes = new ArrayList<>(KvLayout.copies(layers, size(random)));
        if (order == KvLayout.Order.PAGE_FIRST && random.nextBoolean()) {
            sizes.replaceAll(same -> size(random));
        }
        int alignment = 1 << random.nextInt(13);
        return new KvLayout(order, random.nextInt(4), 1 << random.nextInt(4), random.nextInt(1, 3), sizes, alignment);
    }

    private static long size(SplittableRandom random) {
        return random.nextInt(3) == 0 ? 4_096L * random.nextInt(1, 3) : random.nextInt(1, 3_000);
    }

    /// Arguments: the directory, a seed, how many layouts.
    public static void main(String[] args) throws IOException {
        try (TestTier ssd = TestTier.open(Path.of(args[0]))) {
            int count = Integer.parseInt(args[2]);
            for (Layout layout : layouts(Long.parseLong(args[1]), count)) {
                for (int number = 0; number < BLOCKS; number++) {
                    ssd.write(TestBlock.of(number, layout));
                }
            }
        }
        System.out.println("written");
    }
}
