import { expect, it } from "vitest";
import { type LocalReach, localReachOf, localTargets } from "./local-targets";

it.each<[string, LocalReach | null]>([
  ["10.0.0.7", null],
  ["126.255.255.255", null],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["128.0.0.1", null],
  ["169.253.255.255", null],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "link-local"],
  ["169.255.0.0", null],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["1.0.0.0", null],
  ["100.100.100.200", "metadata"],
  ["100.100.100.201", null],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["::", "unspecified"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["febf::1", "link-local"],
  ["fec0::1", null],
  ["FE80::A", "link-local"],
  ["fd00:ec2::254", "metadata"],
  ["fd00:ec2::253", null],
  ["2001:db8::7", null],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:a9fe:a9fe", "link-local"],
  ["::ffff:10.0.0.7", null],
  ["64:ff9b::169.254.169.254", "link-local"],
  ["::127.0.0.1", "loopback"],
  ["2001:db8::169.254.169.254", null],
  ["web.example.com", null],
  ["localhost", "loopback"],
  ["LOCALHOST.", "loopback"],
  ["db.localhost", "loopback"],
  ["localhost.example.com", null],
  ["metadata.google.internal", "metadata"],
  ["127.1", "number"],
  ["2130706433", "number"],
  ["0x7f.1", "number"],
  ["0x7f000001", "number"],
  ["web1", null],
  ["", null],
  ["unix:///var/run/docker.sock", "socket"],
  ["unix://@abstract", "socket"],
])("%s is %s", (address, reach) => {
  expect(localReachOf(address)).toBe(reach);
});

const DNS = { hosts: ["metadata.google.internal", "web.example.com"], resolution: "DNS" };

it.each<[string, string, object, readonly string[]]>([
  ["a machine of its own", "WorkloadEntry", { address: "10.0.0.7" }, []],
  ["a machine at a socket", "WorkloadEntry", { address: "unix:///run/web.sock" }, ["spec.address socket"]],
  ["a machine without an address", "WorkloadEntry", { network: "dc-1" }, []],
  ["a group whose template has loopback", "WorkloadGroup", { template: { address: "127.0.0.1" } }, ["spec.template.address loopback"]],
  [
    "endpoints, one of them the metadata service",
    "ServiceEntry",
    { endpoints: [{ address: "10.0.0.7" }, { address: "169.254.169.254" }] },
    ["spec.endpoints.1.address link-local"],
  ],
  ["hosts that sidecars look up", "ServiceEntry", DNS, ["spec.hosts.0 metadata"]],
  ["hosts that are only names of machines", "ServiceEntry", { ...DNS, workloadSelector: { labels: { app: "web" } } }, []],
  ["hosts of which endpoints are written", "ServiceEntry", { ...DNS, endpoints: [{ address: "10.0.0.7" }] }, []],
  ["hosts that nobody looks up", "ServiceEntry", { ...DNS, resolution: "NONE" }, []],
  ["another name for the caller itself", "Service", { type: "ExternalName", externalName: "localhost" }, ["spec.externalName loopback"]],
  ["a Service that selects", "Service", { externalName: "localhost", selector: { app: "web" } }, []],
  ["an account", "ServiceAccount", { address: "127.0.0.1" }, []],
])("of %s the places are told", (_what, kind, spec, expected) => {
  expect(localTargets(kind, { kind, spec }).map(({ path, reach }) => `${path.join(".")} ${reach}`)).toEqual(expected);
});

it("of what is no object nothing is told", () => {
  expect([localTargets("ServiceEntry", { spec: 7 }), localTargets("WorkloadEntry", null), localTargets("ServiceEntry", { spec: { endpoints: "a" } })]).toEqual([
    [],
    [],
    [],
  ]);
});
