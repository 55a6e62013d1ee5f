package io.forebay.core.catalogue;

import io.forebay.core.session.SessionId;

/// A place in a node's ledger stream: what lies before it is in the catalogue once this batch of this session is
/// applied.
///
/// @param session the session whose batches are counted
/// @param batch number of a batch, sent or still to be sent
public record LedgerMark(SessionId session, long batch) {}
