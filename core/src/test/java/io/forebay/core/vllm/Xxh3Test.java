package io.forebay.core.vllm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The values are those of another implementation (zero-allocation-hashing 2026.0), at the lengths at which the
/// algorithm changes; every length below 5,000 was compared once.
final class Xxh3Test {
    @ParameterizedTest
    @CsvSource({
        "0,99aa06d3014798d86001c324468d497f",
        "1,22bbb76b211a39ba13e608bc156defed",
        "3,ce31763cbf8245a5a9088dda485b481c",
        "4,47197970590746b1788a609154b0fe20",
        "8,e3bc8a5f461715553cd024e3d63a1588",
        "9,c72c88247a9a56d7eafab1c7f123109f",
        "16,ce0b9647ab24f88460d75c5e47d40a24",
        "17,bfd327edcc2fbd12eeed7654312a26d7",
        "128,1b1962a096bac78bc580008b6c92ac53",
        "129,293e4968c4619023bd91ce7ace4d385b",
        "161,833e8405049a437390aca841910b958f",
        "240,ad46c1021b076bc704e0b5f034bee80b",
        "241,ac6c3492c3d6b45d8beadd3a8874fe17",
        "1024,18bc0eaca9a336369b81661c641c72b1",
        "1025,bf447251cfa98d7c806c2072ed713576",
        "1088,3d034f977992699d2f8781e01841f0da",
        "3000,2f8842a022466a4fc89178bb873c6b3d"
    })
    void everyWayByLengthIsRight(int length, String expected) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (7 * i + 3);
        }
        assertEquals(expected, HexFormat.of().formatHex(Xxh3.hash128(bytes)));
    }
}
