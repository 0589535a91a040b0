import { expect, it } from "vitest";
import { localTargets } from "./local-targets";

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
