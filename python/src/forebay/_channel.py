"""One connection to a node or a master: calls with deadlines, and what their ends mean.

INVALID_ARGUMENT is a refusal (`field: message`), UNIMPLEMENTED one with the field `rpc`; everything else is a
failure with its remedy. Messages are encoded and decoded by protobuf; gRPC's generated stubs are not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import grpc

from forebay._checks import MAX_MESSAGE_BYTES
from forebay.errors import CallFailed, CallRefused, Remedy
from forebay.v1 import engine_pb2, events_pb2, master_pb2, router_pb2

SLACK_SECONDS = 0.1
"""How much longer than a request's own deadline its answer is waited for; below the 250 ms that a late one may take."""

_OPTIONS: list[tuple[str, int]] = [
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MAX_MESSAGE_BYTES),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.enable_http_proxy", 0),
    ("grpc.enable_retries", 0),
    ("grpc.service_config_disable_resolution", 1),
    # When to connect again is decided here, not by the back-off of a connection shared with others.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 2_000),  # how long one attempt to connect may take, too
    ("grpc.max_reconnect_backoff_ms", 2_000),
]


class Method(NamedTuple):
    """One call of the protocol."""

    path: str
    request: Any
    response: Any


def _engine(name: str, response: str | None = None) -> Method:
    return Method(
        f"/forebay.v1.EngineService/{name}",
        getattr(engine_pb2, f"{name}Request"),
        getattr(engine_pb2, response or f"{name}Response"),
    )


def _router(name: str) -> Method:
    return Method(
        f"/forebay.v1.RouterService/{name}",
        getattr(router_pb2, f"{name}Request"),
        getattr(router_pb2, f"{name}Response"),
    )


REGISTER = _engine("Register")
RESERVE = _engine("Reserve")
SEAL = _engine("Seal")
ABORT = _engine("Abort")
QUERY = _engine("Query")
PREFIX_LENGTH = _engine("PrefixLength")
PREFETCH = _engine("Prefetch")
RELEASE = _engine("Release")
RENEW = _engine("Renew")
MARK = _engine("Mark")
AWAIT_HANDOFF = _engine("AwaitHandoff")
BATCH_PREFETCH = _router("BatchPrefetchToMemory")
CANCEL_PREFETCH = _router("CancelPrefetch")
LOOKUP = _router("Lookup")
LOOKUP_AND_PREFETCH = _router("LookupAndPrefetch")
WATCH_EVENTS = Method(
    "/forebay.v1.RouterService/WatchEvents",
    events_pb2.WatchEventsRequest,
    events_pb2.WatchEventsResponse,
)
LIST_NAMESPACES = Method(
    "/forebay.v1.MasterService/ListNamespaces",
    master_pb2.ListNamespacesRequest,
    master_pb2.ListNamespacesResponse,
)


class Channel:
    """A connection to `address`, made by the first call. Safe from any thread."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        self._unary: dict[str, Any] = {}

    def call(self, method: Method, request: Any, timeout: float) -> Any:
        """The response to `request`; raises CallRefused or CallFailed. Waits `timeout` seconds at most."""
        try:
            return self._callable(method)(request, timeout=timeout)
        except (grpc.RpcError, ValueError) as e:  # a ValueError: the channel is closed
            raise self._meaning(method, e) from e

    def send(
        self, method: Method, request: Any, timeout: float, then: Callable[[Any], None]
    ) -> None:
        """Makes a call without waiting. `then` gets the response, CallRefused or CallFailed, on gRPC's thread."""
        try:
            future = self._callable(method).future(request, timeout=timeout)
        except (grpc.RpcError, ValueError) as e:
            then(self._meaning(method, e))
            return

        def ended(done: Any) -> None:
            try:
                answer = done.result()
            except (grpc.RpcError, grpc.FutureCancelledError) as e:
                answer = self._meaning(method, e)
            then(answer)

        future.add_done_callback(ended)

    def stream(self, method: Method, request: Any) -> Any:
        """A call whose responses come one by one, without a deadline; raises CallFailed."""
        try:
            return self._channel.unary_stream(
                method.path,
                request_serializer=method.request.SerializeToString,
                response_deserializer=method.response.FromString,
            )(request)
        except (grpc.RpcError, ValueError) as e:
            raise self._meaning(method, e) from e

    def responses(self, method: Method, call: Any) -> Iterator[Any]:
        """The responses of a stream; raises CallRefused or CallFailed at its end, always."""
        try:
            yield from call
        except (grpc.RpcError, ValueError) as e:
            raise self._meaning(method, e) from e
        raise CallFailed(Remedy.RETRY, f"{self._where(method)}: the stream has ended")

    def close(self) -> None:
        """Fails every call in flight and every later one."""
        self._channel.close()

    def _callable(self, method: Method) -> Any:
        made = self._unary.get(method.path)
        if made is None:
            made = self._channel.unary_unary(
                method.path,
                request_serializer=method.request.SerializeToString,
                response_deserializer=method.response.FromString,
            )
            self._unary[method.path] = made
        return made

    def _where(self, method: Method) -> str:
        return f"{method.path.rpartition('/')[2]} at {self._address}"

    def _meaning(self, method: Method, error: Exception) -> CallRefused | CallFailed:
        if not isinstance(error, grpc.Call):
            return CallFailed(Remedy.RETRY, f"{self._where(method)}: {error}")
        code, details = error.code(), error.details() or ""
        if code == grpc.StatusCode.INVALID_ARGUMENT:
            field, colon, message = details.partition(": ")
            return CallRefused(field, message) if colon else CallRefused("request", details)
        if code == grpc.StatusCode.UNIMPLEMENTED:
            return CallRefused(CallRefused.NOT_SERVED, f"is not served: {details}")
        for key, value in error.trailing_metadata() or ():
            if key == "forebay-remedy" and value in Remedy.__members__:
                return CallFailed(Remedy[value], details)
        name = code.name if code is not None else "UNKNOWN"
        return CallFailed(Remedy.RETRY, f"{self._where(method)}: {name} {details}".rstrip())
