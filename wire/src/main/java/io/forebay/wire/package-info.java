/// Messages between processes: servers and channels that speak gRPC on one side and `core`'s records and protocols
/// on the other. No type of gRPC or protobuf leaves this package.
@NullMarked
package io.forebay.wire;

import org.jspecify.annotations.NullMarked;
