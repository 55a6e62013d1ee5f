package io.forebay.gateway.resp;

import org.jspecify.annotations.Nullable;

/// What a parser asks of the connection that it parses for. Gateway thread only.
interface Intake {
    /// The command of that name, for the request whose first argument it is; null, having refused the request, when
    /// nobody knows it or it may not be given now.
    @Nullable
    Command command(Request request);

    /// A request is refused since an argument, or their number, is over its limit.
    void overLimit();

    /// A value of so many bytes begins to come; null: the request has been refused.
    @Nullable
    Incoming begin(Request request, long length);

    /// Gets a value the slot that it needs.
    ///
    /// @return false: not yet, and the parser is called again when it is there or the request has been refused
    boolean room(Request request, Incoming value);
}
