package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Card;
import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.look.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Whether reading a block is faster than computing it again: bytes of a token over a measured rate, against the
/// operations of a token over what the GPUs really do. Pure.
///
/// @param teraflops of all GPUs that compute one request, reached, not promised
/// @param bytesPerElement of the KV cache: 2 for 16 bits, 1 for 8
public record BreakEven(ModelShape model, double teraflops, int bytesPerElement) {
    private static final double MEGABIT = 1e6 / 8;

    Finding finding(Host host) {
        String name = "break-even";
        Map<String, Double> rates = rates(host);
        double needed = bytesASecond();
        List<String> words = new ArrayList<>();
        List<String> slower = new ArrayList<>();
        rates.forEach((source, rate) -> {
            double ratio = rate / needed;
            words.add(String.format(
                    Locale.ROOT,
                    "%s %.2f GB/s, %.3f ms a token: %.2f times as fast as computing",
                    source,
                    rate / 1e9,
                    1e3 * model.bytesPerToken(bytesPerElement) / rate,
                    ratio));
            if (ratio < 1) {
                slower.add(source);
            }
        });
        String found =
                words.isEmpty() ? formula() + "; nothing was measured" : formula() + "; " + String.join("; ", words);
        return slower.isEmpty()
                ? Finding.ok(name, found)
                : Finding.warn(
                        name,
                        found,
                        "from " + String.join(" and ", slower)
                                + " a hit takes longer than a miss, unless it is read ahead"
                                + " of need or the GPUs have better to do",
                        "faster SSDs or network, blocks brought to memory ahead of need (prefetch), or no SSD for this"
                                + " model");
    }

    /// The rate at which reading takes as long as computing.
    double bytesASecond() {
        return model.bytesPerToken(bytesPerElement) * teraflops * 1e12 / model.flopsPerToken();
    }

    private String formula() {
        return String.format(
                Locale.ROOT,
                "%s: %d layers x %d elements x %d B = %s a token; 2 x %.1fe9 FLOP at %.0f TFLOP/s (assumed"
                        + " unless --tflops says it; attention left out) = %.3f ms a token; even at %.2f GB/s",
                model.name(),
                model.layers(),
                model.elements(),
                bytesPerElement,
                Figures.bytes(model.bytesPerToken(bytesPerElement)),
                model.billions(),
                teraflops,
                1e3 * model.flopsPerToken() / (teraflops * 1e12),
                bytesASecond() / 1e9);
    }

    /// Where a block may come from, by the slowest part of its way that was measured or is known.
    private static Map<String, Double> rates(Host host) {
        Map<String, Double> rates = new LinkedHashMap<>();
        put(rates, "own memory", host.speeds().copy());
        double card =
                host.kernel().cards().stream().mapToLong(Card::megabits).max().orElse(-1) * MEGABIT;
        double loopback = host.speeds().loopback();
        put(
                rates,
                card > 0 ? "a peer over the network" : "a peer (loopback; the card's speed is unknown)",
                card > 0 && loopback > 0 ? Math.min(card, loopback) : loopback);
        for (Disk disk : host.disks()) {
            put(rates, "SSD " + disk.volume().directory(), disk.readRate());
        }
        return rates;
    }

    private static void put(Map<String, Double> rates, String source, double rate) {
        if (rate > 0) {
            rates.put(source, rate);
        }
    }
}
