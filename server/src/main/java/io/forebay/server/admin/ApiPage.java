package io.forebay.server.admin;

import java.util.Map;

/// A page for programs under `/api`. Asked on many threads at a time; answers within a bound of its own.
@FunctionalInterface
public interface ApiPage {
    /// What to send.
    ///
    /// @param status of HTTP
    /// @param body written as JSON
    record Reply(int status, Map<String, ?> body) {
        /// A 200.
        public static Reply ok(Map<String, ?> body) {
            return new Reply(200, body);
        }

        /// Not now: somebody who should have answered has not.
        public static Reply away(String problem) {
            return new Reply(503, Map.of("error", problem));
        }
    }

    /// What to send to who asks so.
    ///
    /// @param query what stands behind the question mark, still encoded; empty for nothing
    /// @throws io.forebay.core.answer.InvalidInput for a parameter that is wrong: becomes a 400 that names it
    Reply answer(String query);
}
