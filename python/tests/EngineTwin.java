import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.server.logging.Logging;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogFormat;
import io.forebay.server.settings.LogLevel;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// An engine on the Java client that does what it is told, line by line, for tests of the Python one: `save N SEED` and
/// `check N SEED` of a chain of N blocks that follows from the seed, with the bytes that both sides know.
class EngineTwin {
    private static final KvLayout LAYOUT = new KvLayout(4, 1, 8 << 10, 64);

    public static void main(String[] args) throws Exception {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.ERROR), System.err);
        System.out.println(LAYOUT.fingerprint());
        EngineOptions options = EngineOptions.of(args[0], new InstanceId("java-twin"), LAYOUT, "m");
        try (EngineClient client = EngineClient.open(options);
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in))) {
            System.out.println(client.awaitConnected(Duration.ofSeconds(20)));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                List<BlockHash> chain = chain(words[2], Integer.parseInt(words[1]));
                System.out.println(words[0].equals("save") ? save(client, words[2], chain) : check(client, words[2], chain));
            }
        }
    }

    private static List<BlockHash> chain(String seed, int blocks) {
        List<BlockHash> chain = new ArrayList<>();
        BlockHash parent = null;
        for (int block = 0; block < blocks; block++) {
            parent = BlockHash.chained(parent, (seed + "/" + block).getBytes());
            chain.add(parent);
        }
        return chain;
    }

    private static String save(EngineClient client, String seed, List<BlockHash> chain) {
        return client.save("java-" + seed, chain, (block, slot, bytes) -> bytes.copyFrom(
                        MemorySegment.ofArray(content(chain.get(block), slot, (int) bytes.byteSize()))))
                + " " + chain.getLast();
    }

    private static String check(EngineClient client, String seed, List<BlockHash> chain) {
        try (Loaded loaded = client.query("java-" + seed, chain, Duration.ofSeconds(5))) {
            int good = 0;
            for (int block = 0; block < loaded.hits(); block++) {
                byte[] copy = new byte[(int) LAYOUT.slotBytes()];
                for (int slot = 0; slot < LAYOUT.slotCount(); slot++) {
                    good += loaded.copy(block, slot, MemorySegment.ofArray(copy))
                                    && loaded.verify(block, slot, MemorySegment.ofArray(copy))
                                    && Arrays.equals(copy, content(chain.get(block), slot, copy.length))
                            ? 1
                            : 0;
                }
            }
            return good + " " + loaded.outcomes();
        }
    }

    private static byte[] content(BlockHash hash, int slot, int size) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(hash.bytes());
            byte[] seed = sha.digest(new byte[] {(byte) slot});
            byte[] bytes = new byte[size];
            for (int at = 0; at < size; at++) {
                bytes[at] = seed[at % seed.length];
            }
            return bytes;
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
