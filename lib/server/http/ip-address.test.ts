import { expect, it } from "vitest";
import { countedNetwork, mappedIpv4 } from "./ip-address";

it.each([
  ["::ffff:10.0.0.7", "10.0.0.7"],
  ["::FFFF:a00:7", "10.0.0.7"],
  ["0:0:0:0:0:ffff:192.0.2.255", "192.0.2.255"],
  ["::10.0.0.7", null],
  ["2001:db8::ffff:10.0.0.7", null],
  ["10.0.0.7", null],
  ["no address", null],
])("%s stands for the IPv4 address %s", (address, ipv4) => {
  expect(mappedIpv4(address)).toBe(ipv4);
});

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::ffff", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1", "fe80:0:0:0::/64"],
  ["::ffff:a00:7", "10.0.0.7"],
  ["192.0.2.1", "192.0.2.1"],
  ["fe80::1%eth0", "fe80::1%eth0"],
  ["", ""],
])("%s is counted by %s", (address, network) => {
  expect(countedNetwork(address)).toBe(network);
});
