package io.forebay.core.catalogue;

/// The reply to [ReportStale].
///
/// @param suspected blocks of the report that the owner is going to be asked about; the others it no longer has in
///     the catalogue
public record StaleReply(int suspected) implements Reply {}
