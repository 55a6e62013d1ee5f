package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.MessageLite;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.EventsProto;
import io.forebay.wire.proto.HandoffProto;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.PeerProto;
import io.forebay.wire.proto.RouterProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Pins version 1 of the wire format, byte for byte: a change that shows here breaks every process in the field.
///
/// A new kind of message or a new field is written with `-Dforebay.golden.write=true`, and reviewed.
class GoldenBytesTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden", "v1");
    private static final int BYTES_PER_LINE = 32;

    @Test
    void everyMessageHasItsGoldenBytes() throws IOException {
        for (Map.Entry<String, MessageLite> entry : Golden.messages().entrySet()) {
            Path file = FOLDER.resolve(entry.getKey() + ".hex");
            String hex = hex(entry.getValue().toByteArray());
            if (Boolean.getBoolean("forebay.golden.write")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, hex);
            }
            assertEquals(Files.readString(file), hex, entry.getKey());
        }
    }

    @Test
    void goldenBytesAreReadAsTheMessagesTheyWere() throws IOException {
        for (Map.Entry<String, MessageLite> entry : Golden.messages().entrySet()) {
            String hex = Files.readString(FOLDER.resolve(entry.getKey() + ".hex"));
            byte[] bytes = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
            MessageLite read = entry.getValue().getParserForType().parseFrom(bytes);
            assertEquals(entry.getValue(), read, entry.getKey());
        }
    }

    @Test
    void everyKindOfMessageIsPinned() {
        Set<String> kinds = Stream.of(
                        EngineProto.getDescriptor(),
                        PeerProto.getDescriptor(),
                        MasterProto.getDescriptor(),
                        HandoffProto.getDescriptor(),
                        RouterProto.getDescriptor(),
                        EventsProto.getDescriptor())
                .flatMap(file -> file.getMessageTypes().stream())
                .map(Descriptor::getName)
                .filter(name -> name.endsWith("Request") || name.endsWith("Response") || name.equals("KvReady"))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> pinned = Golden.messages().keySet().stream()
                .map(name -> name.replaceAll("\\..*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(kinds, pinned);
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes.length; i += BYTES_PER_LINE) {
            text.append(HexFormat.of().formatHex(bytes, i, Math.min(bytes.length, i + BYTES_PER_LINE)))
                    .append('\n');
        }
        return text.toString();
    }
}
