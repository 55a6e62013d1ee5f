package io.forebay.core.vllm;

import java.util.HexFormat;

/// XXH3 in 128 bits, without a seed, as its specification has it: four ways by the length of the input, of which the
/// longest mixes stripes of 64 bytes into eight lanes. Written big-endian, as Python's `xxhash` gives its digest.
///
/// Not for secrets: collisions can be made.
final class Xxh3 {
    private static final long PRIME32_1 = 0x9E3779B1L;
    private static final long PRIME32_2 = 0x85EBCA77L;
    private static final long PRIME32_3 = 0xC2B2AE3DL;
    private static final long PRIME64_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME64_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME64_3 = 0x165667B19E3779F9L;
    private static final long PRIME64_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME64_5 = 0x27D4EB2F165667C5L;
    private static final long PRIME_MX1 = 0x165667919E3779F9L;
    private static final long PRIME_MX2 = 0x9FB21C651E98DF25L;

    private static final int STRIPE = 64;
    private static final int LANES = 8;
    private static final int STRIPES_OF_BLOCK = 16;
    private static final int SECRET_END = 192;

    private static final byte[] SECRET = HexFormat.of()
            .parseHex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                    + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                    + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                    + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                    + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                    + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");

    private Xxh3() {}

    /// 16 bytes.
    static byte[] hash128(byte[] input) {
        int length = input.length;
        if (length == 0) {
            return joined(avalanche64(secret(64) ^ secret(72)), avalanche64(secret(80) ^ secret(88)));
        }
        if (length <= 3) {
            return upTo3(input);
        }
        if (length <= 8) {
            return upTo8(input);
        }
        if (length <= 16) {
            return upTo16(input);
        }
        if (length <= 128) {
            return upTo128(input);
        }
        return length <= 240 ? upTo240(input) : longer(input);
    }

    private static byte[] upTo3(byte[] input) {
        int length = input.length;
        int combined = ((input[0] & 0xFF) << 16)
                | ((input[length >> 1] & 0xFF) << 24)
                | (input[length - 1] & 0xFF)
                | (length << 8);
        int turned = Integer.rotateLeft(Integer.reverseBytes(combined), 13);
        long lowKey = secret32(0) ^ secret32(4);
        long highKey = secret32(8) ^ secret32(12);
        return joined(avalanche64((combined & 0xFFFFFFFFL) ^ lowKey), avalanche64((turned & 0xFFFFFFFFL) ^ highKey));
    }

    private static byte[] upTo8(byte[] input) {
        long first = read32(input, 0);
        long last = read32(input, input.length - 4);
        long keyed = (first + (last << 32)) ^ (secret(16) ^ secret(24));
        long by = PRIME64_1 + ((long) input.length << 2);
        long low = keyed * by;
        long high = Math.unsignedMultiplyHigh(keyed, by);
        high += low << 1;
        low ^= high >>> 3;
        low ^= low >>> 35;
        low *= PRIME_MX2;
        low ^= low >>> 28;
        return joined(low, avalanche(high));
    }

    private static byte[] upTo16(byte[] input) {
        long first = read(input, 0);
        long last = read(input, input.length - 8);
        long lowKey = secret(32) ^ secret(40);
        long highKey = secret(48) ^ secret(56);
        long mixed = first ^ last ^ lowKey;
        long low = mixed * PRIME64_1;
        long high = Math.unsignedMultiplyHigh(mixed, PRIME64_1);
        low += (long) (input.length - 1) << 54;
        last ^= highKey;
        high += last + (last & 0xFFFFFFFFL) * (PRIME32_2 - 1);
        low ^= Long.reverseBytes(high);
        long outHigh = Math.unsignedMultiplyHigh(low, PRIME64_2) + high * PRIME64_2;
        return joined(avalanche(low * PRIME64_2), avalanche(outHigh));
    }

    /// Two sums that take from the input's both ends, 16 bytes each.
    private static final class Sums {
        long low;
        long high;

        Sums(long low) {
            this.low = low;
        }

        void mix(byte[] input, int first, int second, int key) {
            low += fold(input, first, key);
            low ^= read(input, second) + read(input, second + 8);
            high += fold(input, second, key + 16);
            high ^= read(input, first) + read(input, first + 8);
        }

        byte[] end(int length) {
            long outHigh = low * PRIME64_1 + high * PRIME64_4 + length * PRIME64_2;
            return joined(avalanche(low + high), -avalanche(outHigh));
        }

        private static long fold(byte[] input, int at, int key) {
            long a = read(input, at) ^ secret(key);
            long b = read(input, at + 8) ^ secret(key + 8);
            return (a * b) ^ Math.unsignedMultiplyHigh(a, b);
        }
    }

    private static byte[] upTo128(byte[] input) {
        int length = input.length;
        Sums sums = new Sums(length * PRIME64_1);
        for (int i = (length - 1) / 32; i >= 0; i--) {
            sums.mix(input, 16 * i, length - 16 * (i + 1), 32 * i);
        }
        return sums.end(length);
    }

    private static byte[] upTo240(byte[] input) {
        int length = input.length;
        Sums sums = new Sums(length * PRIME64_1);
        for (int at = 0; at < 128; at += 32) {
            sums.mix(input, at, at + 16, at);
        }
        sums.low = avalanche(sums.low);
        sums.high = avalanche(sums.high);
        for (int at = 128; at + 32 <= length; at += 32) {
            sums.mix(input, at, at + 16, 3 + at - 128);
        }
        sums.mix(input, length - 16, length - 32, 136 - 17 - 16);
        return sums.end(length);
    }

    private static byte[] longer(byte[] input) {
        long[] lanes = {PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1};
        int length = input.length;
        int stripes = (length - 1) / STRIPE;
        for (int stripe = 0; stripe < stripes; stripe++) {
            accumulate(lanes, input, stripe * STRIPE, 8 * (stripe % STRIPES_OF_BLOCK));
            boolean blockEnds = stripe % STRIPES_OF_BLOCK == STRIPES_OF_BLOCK - 1;
            if (blockEnds) {
                scramble(lanes);
            }
        }
        accumulate(lanes, input, length - STRIPE, SECRET_END - STRIPE - 7);
        long low = merged(lanes, 11, length * PRIME64_1);
        long high = merged(lanes, SECRET_END - STRIPE - 11, ~(length * PRIME64_2));
        return joined(low, high);
    }

    private static void accumulate(long[] lanes, byte[] input, int at, int key) {
        for (int lane = 0; lane < LANES; lane++) {
            long value = read(input, at + 8 * lane);
            long keyed = value ^ secret(key + 8 * lane);
            lanes[lane ^ 1] += value;
            lanes[lane] += (keyed & 0xFFFFFFFFL) * (keyed >>> 32);
        }
    }

    private static void scramble(long[] lanes) {
        for (int lane = 0; lane < LANES; lane++) {
            long value = lanes[lane];
            value ^= value >>> 47;
            value ^= secret(SECRET_END - STRIPE + 8 * lane);
            lanes[lane] = value * PRIME32_1;
        }
    }

    private static long merged(long[] lanes, int key, long start) {
        long sum = start;
        for (int pair = 0; pair < LANES / 2; pair++) {
            long a = lanes[2 * pair] ^ secret(key + 16 * pair);
            long b = lanes[2 * pair + 1] ^ secret(key + 16 * pair + 8);
            sum += (a * b) ^ Math.unsignedMultiplyHigh(a, b);
        }
        return avalanche(sum);
    }

    private static long avalanche(long value) {
        long mixed = value ^ (value >>> 37);
        mixed *= PRIME_MX1;
        return mixed ^ (mixed >>> 32);
    }

    /// The older one, of XXH64.
    private static long avalanche64(long value) {
        long mixed = value ^ (value >>> 33);
        mixed *= PRIME64_2;
        mixed ^= mixed >>> 29;
        mixed *= PRIME64_3;
        return mixed ^ (mixed >>> 32);
    }

    private static long secret(int at) {
        return read(SECRET, at);
    }

    private static long secret32(int at) {
        return read32(SECRET, at);
    }

    private static long read(byte[] from, int at) {
        return read32(from, at) | (read32(from, at + 4) << 32);
    }

    private static long read32(byte[] from, int at) {
        return (from[at] & 0xFFL)
                | ((from[at + 1] & 0xFFL) << 8)
                | ((from[at + 2] & 0xFFL) << 16)
                | ((from[at + 3] & 0xFFL) << 24);
    }

    private static byte[] joined(long low, long high) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (high >> (56 - 8 * i));
            bytes[8 + i] = (byte) (low >> (56 - 8 * i));
        }
        return bytes;
    }
}
