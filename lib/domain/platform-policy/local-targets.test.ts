import { expect, it } from "vitest";
import { type LocalTargetKind, localTargetKind, localTargets } from "./local-targets";

it.each<[string, LocalTargetKind | null]>([
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
])("localTargetKind of %j is '%s'", (address, reach) => {
  expect(localTargetKind(address)).toBe(reach);
});

const DNS = { hosts: ["metadata.google.internal", "web.example.com"], resolution: "DNS" };

it.each<[string, string, object, readonly string[]]>([
  ["an entry with a routable address", "WorkloadEntry", { address: "10.0.0.7" }, []],
  ["an entry with a socket address", "WorkloadEntry", { address: "unix:///run/web.sock" }, ["spec.address socket"]],
  ["an entry without an address", "WorkloadEntry", { network: "dc-1" }, []],
  ["a group with a loopback address in its template", "WorkloadGroup", { template: { address: "127.0.0.1" } }, ["spec.template.address loopback"]],
  [
    "a ServiceEntry with the metadata service as an endpoint",
    "ServiceEntry",
    { endpoints: [{ address: "10.0.0.7" }, { address: "169.254.169.254" }] },
    ["spec.endpoints.1.address link-local"],
  ],
  ["a ServiceEntry with host names that sidecars resolve", "ServiceEntry", DNS, ["spec.hosts.0 metadata"]],
  ["a ServiceEntry with host names and a selector", "ServiceEntry", { ...DNS, workloadSelector: { labels: { app: "web" } } }, []],
  ["a ServiceEntry with host names and endpoints", "ServiceEntry", { ...DNS, endpoints: [{ address: "10.0.0.7" }] }, []],
  ["a ServiceEntry with host names that are not resolved", "ServiceEntry", { ...DNS, resolution: "NONE" }, []],
  ["an ExternalName Service with a name of the caller itself", "Service", { type: "ExternalName", externalName: "localhost" }, ["spec.externalName loopback"]],
  ["a Service with a selector", "Service", { externalName: "localhost", selector: { app: "web" } }, []],
  ["a ServiceAccount", "ServiceAccount", { address: "127.0.0.1" }, []],
])("localTargets returns the local targets of %s", (_what, kind, spec, expected) => {
  expect(localTargets(kind, { kind, spec }).map(({ path, reach }) => `${path.join(".")} ${reach}`)).toEqual(expected);
});

it("localTargets returns none for a value that is not an object", () => {
  expect([localTargets("ServiceEntry", { spec: 7 }), localTargets("WorkloadEntry", null), localTargets("ServiceEntry", { spec: { endpoints: "a" } })]).toEqual([
    [],
    [],
    [],
  ]);
});
