package io.forebay.fabric;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/// The network device on which UCX is to listen, so that it is not reached where the data port is not. UCX knows
/// devices and no addresses: it listens on the first address of the device.
final class BoundDevice {
    private BoundDevice() {}

    /// The device that has the address of `host`; empty, which is any, for a wildcard or an address of no device.
    static String of(String host) throws FabricException {
        try {
            InetAddress address = InetAddress.getByName(host);
            NetworkInterface device = address.isAnyLocalAddress() ? null : NetworkInterface.getByInetAddress(address);
            return device == null ? "" : withoutLabel(device.getName());
        } catch (UnknownHostException | SocketException e) {
            throw new FabricException("which network device has " + host + ": " + e.getMessage(), e);
        }
    }

    /// `eth0` of `eth0:1`, a second address of the same device.
    static String withoutLabel(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? name : name.substring(0, colon);
    }
}
