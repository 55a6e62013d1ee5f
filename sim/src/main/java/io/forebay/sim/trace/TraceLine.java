package io.forebay.sim.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/// The parser of one line. Strict about the four fields of the format; other fields are skipped, since published
/// traces differ in what they add. One thread.
final class TraceLine {
    /// Blocks of one request; the store's own limit for a query.
    static final int MAX_BLOCKS = 65_536;

    private final JsonFactory json = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /// A line that is no request.
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        private final String reason;

        Broken(String reason) {
            super(reason);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    TraceRequest parse(String text) throws Broken {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), text)) {
            require(parser.nextToken() == JsonToken.START_OBJECT, "is not a JSON object");
            Fields fields = new Fields();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.take(name, parser);
            }
            require(parser.nextToken() == null, "has more after the JSON object");
            return fields.request();
        } catch (JacksonException e) {
            throw new Broken("is not valid JSON: " + e.getOriginalMessage() + " (column "
                    + e.getLocation().getColumnNr() + ")");
        }
    }

    private static void require(boolean holds, String reason) throws Broken {
        if (!holds) {
            throw new Broken(reason);
        }
    }

    /// What has been seen of a line so far.
    private static final class Fields {
        private static final long ABSENT = -1;

        private long timestamp = ABSENT;
        private long inputLength = ABSENT;
        private long outputLength = ABSENT;
        private final List<Long> hashIds = new ArrayList<>();
        private boolean hashIdsSeen;

        void take(String name, JsonParser parser) throws Broken {
            switch (name) {
                case "timestamp" -> timestamp = count(name, parser, Long.MAX_VALUE);
                case "input_length" -> inputLength = count(name, parser, Integer.MAX_VALUE);
                case "output_length" -> outputLength = count(name, parser, Integer.MAX_VALUE);
                case "hash_ids" -> takeHashIds(parser);
                default -> parser.skipChildren();
            }
        }

        private void takeHashIds(JsonParser parser) throws Broken {
            require(parser.currentToken() == JsonToken.START_ARRAY, "hash_ids is not an array");
            hashIdsSeen = true;
            Set<Long> seen = new HashSet<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(hashIds.size() < MAX_BLOCKS, "hash_ids has more than " + MAX_BLOCKS + " entries");
                long id = count("hash_ids[" + hashIds.size() + "]", parser, Long.MAX_VALUE);
                require(seen.add(id), "hash_ids has " + id + " twice, but chained ids differ within a request");
                hashIds.add(id);
            }
        }

        private static long count(String name, JsonParser parser, long max) throws Broken {
            require(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, name + " is not a whole number");
            require(parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER, name + " is larger than " + max);
            long value = parser.getLongValue();
            require(value >= 0, name + " is negative: " + value);
            require(value <= max, name + " is larger than " + max + ": " + value);
            return value;
        }

        TraceRequest request() throws Broken {
            require(timestamp != ABSENT, "has no timestamp");
            require(inputLength != ABSENT, "has no input_length");
            require(outputLength != ABSENT, "has no output_length");
            require(hashIdsSeen, "has no hash_ids");
            require(!hashIds.isEmpty(), "hash_ids is empty; a request has at least 1 block");
            return new TraceRequest(timestamp, (int) inputLength, (int) outputLength, hashIds);
        }
    }
}
