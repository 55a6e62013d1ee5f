package io.forebay.wire;

import io.forebay.core.answer.Failure;
import io.forebay.core.instance.InstanceId;

/// Who hears that a registration has ended which nobody ended here: the node is gone, is shutting down, or has
/// given the rank's place to another connection.
@FunctionalInterface
public interface RegistrationListener {
    /// Called once for each registration that was answered `Ok` and then lost; on a thread of the channel's, which
    /// must not be held up. The instance's leases and reservations are gone with it.
    void lost(InstanceId instance, int rank, Failure why);
}
