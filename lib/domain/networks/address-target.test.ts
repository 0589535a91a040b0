import { describe, expect, it } from "vitest";
import { aKubernetesService } from "@/lib/testing/selection";
import { addressProblemOf, intendedAddress, isAddressFault, servicesAtAddress } from "./address-target";

describe("addressProblemOf", () => {
  it.each([
    ["127.0.0.1", "loopback"],
    ["127.8.0.1", "loopback"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback"],
    ["::1%lo", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["localhost", "loopback"],
    ["LOCALHOST.", "loopback"],
    ["db.localhost", "loopback"],
    ["0.0.0.0", "unspecified"],
    ["::", "unspecified"],
    ["::ffff:0.0.0.0", "unspecified"],
    ["169.254.169.254", "metadata"],
    ["::ffff:169.254.169.254", "metadata"],
    ["fd00:ec2::254", "metadata"],
    ["FD00:EC2:0:0:0:0:0:254", "metadata"],
    ["169.254.170.2", "metadata"],
    ["::ffff:169.254.170.2", "metadata"],
    ["169.254.170.23", "metadata"],
    ["fd00:ec2::23", "metadata"],
    ["100.100.100.200", "metadata"],
    ["169.254.170.3", "link-local"],
    ["169.254.1.1", "link-local"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["::ffff:169.254.1.1", "link-local"],
    ["172.17.0.1", "docker-bridge"],
    ["::ffff:172.17.0.1", "docker-bridge"],
    ["[::1]", "unreadable"],
    ["[fd00::7]:80", "unreadable"],
    ["010.0.0.1", "unreadable"],
    ["127.0.0.01", "unreadable"],
    ["10.0.0.1:80", "unreadable"],
    ["127.1", "unreadable"],
  ])("addressTarget of '%s' is '%s'", (address, target) => {
    expect(addressProblemOf(address)).toBe(target);
  });

  it.each([
    "10.0.0.1",
    "172.17.0.2",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.201",
    "fd00:ec2::24",
    "10.96.0.1",
    "203.0.113.7",
    "169.253.0.1",
    "0.0.0.1",
    "fd00::1",
    "2001:db8::1",
    "fec0::1",
  ])("addressTarget of '%s' is null", (address) => expect(addressProblemOf(address)).toBeNull());

  it.each(["", "unix:///run/app.sock", "vm.example.com", "localhost.example.com", "db"])(
    "addressTarget accepts the host name, socket or empty address %j",
    (address) => expect(addressProblemOf(address)).toBeNull(),
  );

  it("addressProblemOf returns four targets that are faults, and two that are doubts", () => {
    const targets = ["loopback", "unspecified", "metadata", "unreadable", "link-local", "docker-bridge"] as const;
    expect(targets.filter(isAddressFault)).toEqual(["loopback", "unspecified", "metadata", "unreadable"]);
  });
});

it.each([
  ["[fd00::7]", "fd00::7"],
  ["[fd00::7]:8080", "fd00::7"],
  ["[10.0.0.1]", "10.0.0.1"],
  ["010.000.0.01", "10.0.0.1"],
  ["10.0.0.1:8080", "10.0.0.1"],
  [" 10.0.0.1 ", "10.0.0.1"],
  ["10.0.0.1", null],
  ["10.0.0.300", null],
  ["[vm]", null],
  ["127.1", null],
])("intendedAddress returns the address that %j means, or null", (text, meant) => {
  expect(intendedAddress(text)).toBe(meant);
});

describe("Services at an address", () => {
  const four = aKubernetesService({ name: "four", clusterAddresses: ["10.96.0.1"] });
  const six = aKubernetesService({ name: "six", clusterAddresses: ["fd00:96::1", "10.96.0.2"] });
  const named = (address: string) => servicesAtAddress(address, [four, six, aKubernetesService({ name: "none" })]).map(({ name }) => name);

  it("Services at an address are found by equal addresses, not by equal texts", () => {
    expect(["10.96.0.1", "::ffff:10.96.0.1", "fd00:96:0:0::1", "10.96.0.2"].map(named)).toEqual([["four"], ["four"], ["six"], ["six"]]);
  });

  it("Services at an address are none for another address, for a host name and for an empty text", () => {
    expect(["10.96.0.3", "four.shop.svc.cluster.local", ""].flatMap(named)).toEqual([]);
  });
});
