package io.forebay.gateway.resp;

import java.util.OptionalLong;

/// What a SET asks for beside key and value.
///
/// @param endsAtMillis or [Entry#NO_END]
/// @param keepsEnd the end of the value before stays
/// @param ifAbsent nothing is set where there is a value
/// @param ifPresent nothing is set where there is none
/// @param asksOld the reply is the value before
/// @param error why nothing is done; empty: nothing is wrong
record SetTerms(
        long endsAtMillis, boolean keepsEnd, boolean ifAbsent, boolean ifPresent, boolean asksOld, String error) {
    /// No value lasts longer than some 100 million years.
    private static final long MAX_MILLIS = Long.MAX_VALUE / 4;

    private static SetTerms wrong(String error) {
        return new SetTerms(Entry.NO_END, false, false, false, false, error);
    }

    /// The options that begin with an argument.
    static SetTerms of(Request request, int from, long nowMillis) {
        long ends = Entry.NO_END;
        boolean keeps = false;
        boolean absent = false;
        boolean present = false;
        boolean old = false;
        for (int i = from; i < request.size(); i++) {
            String word = request.word(i);
            switch (word) {
                case "NX" -> absent = true;
                case "XX" -> present = true;
                case "GET" -> old = true;
                case "KEEPTTL" -> keeps = true;
                case "EX", "PX", "EXAT", "PXAT" -> {
                    OptionalLong number = ++i < request.size() ? Numbers.of(request.argument(i)) : OptionalLong.empty();
                    if (number.isEmpty() || ends != Entry.NO_END) {
                        return wrong(number.isEmpty() ? Numbers.NONE : "ERR syntax error");
                    }
                    OptionalLong end = end(word, number.getAsLong(), nowMillis);
                    if (end.isEmpty()) {
                        return wrong("ERR invalid expire time in 'set' command");
                    }
                    ends = end.getAsLong();
                }
                default -> {
                    return wrong("ERR syntax error");
                }
            }
        }
        boolean clash = (absent && present) || (keeps && ends != Entry.NO_END);
        return new SetTerms(ends, keeps, absent, present, old, clash ? "ERR syntax error" : "");
    }

    /// When something ends, in milliseconds of the wall clock.
    ///
    /// @param unit `EX`, `PX`: from now; `EXAT`, `PXAT`: since 1970
    static OptionalLong end(String unit, long number, long nowMillis) {
        long scale = unit.startsWith("E") ? 1_000 : 1;
        if (number <= 0 || number > MAX_MILLIS / scale) {
            return OptionalLong.empty();
        }
        long millis = number * scale;
        return OptionalLong.of(unit.endsWith("AT") ? millis : nowMillis + millis);
    }
}
