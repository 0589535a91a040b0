import { expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { aReport } from "@/lib/testing/entries";
import { aGateway, aMachine, evidenceOf, withGateways } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { hostNotPassed } from "./host-not-passed";

const OURS = [["app", "a"]] as const;
const hosts = [aServiceEntry()];
const entries = [aMachine("vm", { network: "vpc-1", serviceAccount: "web" })];
const gated = withGateways([aGateway()]);
const old = (own: Partial<ServiceEntry> = {}) => aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ...own });
const dns = { resolution: "DNS" } as const;
const vm = (name: string, own: Partial<WorkloadEntry> = {}) => aMachine(name, { network: "vpc-1", serviceAccount: "web", ...own });
const ruled = (tls: string) => aDestinationRule({ policy: aTrafficPolicy({ tls }) });
const passing = (...written: readonly string[]) => ({
  gateways: [
    {
      namespace: "istio-system",
      name: "cross",
      createdAt: 0,
      labels: [],
      selector: [],
      servers: [{ port: 15443, tlsMode: "AUTO_PASSTHROUGH", hosts: written }],
    },
  ],
});
const elsewhere = withGateways([]);
const ofMesh = {
  ...elsewhere,
  mesh: { settings: { ...elsewhere.mesh.settings, gateways: [{ network: "vpc-1", cluster: "", address: "192.0.2.1", port: 15443 }] }, doubts: [] },
};

it.each([
  [
    "a host outside what is listed",
    { hosts, entries, ...gated, ...passing("*.local") },
    [{ hosts: ["a.example.com"], networks: ["vpc-1"], machines: 1, passed: ["*.local"] }],
  ],
  ["a host where no Gateway passes any", { hosts, entries, ...gated }, [{ hosts: ["a.example.com"], passed: [] }]],
  ["a host that is listed", { hosts, entries, ...gated, ...passing("*.local", "*.example.com") }, []],
  ["a Kubernetes Service and *.local", { hosts: [aKubernetesService()], entries, ...gated, ...passing("*.local") }, []],
  ["a host outside the mesh, which another rule tells", { hosts: [aServiceEntry({ isExternal: true })], entries, ...gated }, []],
  ["a DestinationRule that closes all gateways", { hosts, entries, ...gated, policies: { rules: [ruled("DISABLE")] } }, []],
  ["a DestinationRule that leaves them open", { hosts, entries, ...gated, policies: { rules: [ruled("ISTIO_MUTUAL")] } }, [{ passed: [] }]],
  ["machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
  ["a gateway elsewhere, of which nobody here sees what it passes", { hosts, entries, ...ofMesh }, []],
  [
    "machines that are draining, unhealthy or without an account beside a healthy one",
    {
      hosts,
      entries: [
        vm("healthy"),
        vm("draining", { specLabels: [...OURS, ["istio.io/draining", "true"]] }),
        vm("unhealthy", { gate: "true", health: aReport("False") }),
        vm("unmarked", { serviceAccount: "" }),
      ],
      ...gated,
    },
    [{ machines: 1 }],
  ],
  ["machines that are all draining", { hosts, entries: [vm("draining", { specLabels: [...OURS, ["istio.io/draining", "true"]] })], ...gated }, []],
  ["a host name that an older DNS object owns", { hosts: [...hosts, old(dns)], entries, ...gated }, []],
  [
    "a DNS object of a host name that an older STATIC object owns",
    { hosts: [aServiceEntry(dns), old()], entries, ...gated },
    [{ hosts: ["a.example.com"], machines: 1 }],
  ],
  ["ports that the owner of the host name lacks", { hosts: [...hosts, old({ ports: [anEntryPort({ name: "web", number: 81 })] })], entries, ...gated }, []],
  ["nobody in another network", { hosts, entries, ...withGateways([aGateway()], { podNetwork: "vpc-1" }) }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOf(hostNotPassed, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
