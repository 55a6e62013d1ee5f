package io.forebay.server.explain;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Sentence;
import io.forebay.core.recorder.Story;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Whom somebody asks about: `key=HEX` or `request=ID`.
sealed interface Subject {
    /// The name of its parameter.
    String field();

    String value();

    Story of(List<Happening> all, int atMost);

    Sentence sentence();

    Optional<BlockHash> block();

    /// A block, in any namespace.
    record Key(BlockHash hash) implements Subject {
        @Override
        public String field() {
            return "key";
        }

        @Override
        public String value() {
            return hash.toString();
        }

        @Override
        public Story of(List<Happening> all, int atMost) {
            return Story.ofBlock(all, hash, atMost);
        }

        @Override
        public Sentence sentence() {
            return Sentence.about(hash);
        }

        @Override
        public Optional<BlockHash> block() {
            return Optional.of(hash);
        }
    }

    /// An engine request, of any instance.
    record Request(String value) implements Subject {
        @Override
        public String field() {
            return "request";
        }

        @Override
        public Story of(List<Happening> all, int atMost) {
            return Story.ofRequest(all, value, atMost);
        }

        @Override
        public Sentence sentence() {
            return Sentence.aboutRequest();
        }

        @Override
        public Optional<BlockHash> block() {
            return Optional.empty();
        }
    }

    /// Of a query as it stands behind the question mark.
    ///
    /// @throws InvalidInput names the parameter that is wrong
    static Subject parse(String query) {
        int equals = query.indexOf('=');
        InvalidInput.unless(
                equals > 0 && query.indexOf('&') < 0, "query", "must be key=HEX or request=ID, and nothing else");
        String field = query.substring(0, equals);
        String value = decoded(field, query.substring(equals + 1));
        return switch (field) {
            case "key" -> new Key(KeyText.hash(value));
            case "request" -> new Request(Limits.name("request", value));
            default -> throw new InvalidInput("query", "must be key=HEX or request=ID, and nothing else");
        };
    }

    private static String decoded(String field, String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            InvalidInput bad = new InvalidInput(field, "is not URL-encoded");
            bad.initCause(malformed);
            throw bad;
        }
    }
}
