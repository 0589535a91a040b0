import { expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll, findingsOf } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { sentBeyondExport } from "./sent-beyond-export";

const inline = { ...aGroup().template, address: "10.9.0.1" };
const team = (name: string, exportTo: readonly string[], own: Partial<ServiceEntry> = {}) => aServiceEntry({ name, exportTo, ...own });
const dns = (name: string, exportTo: readonly string[], own: Partial<ServiceEntry> = {}) =>
  team(name, exportTo, { selector: null, endpoints: [inline], createdAt: 1, ...own });
const entries = [aMachine("vm-1"), aMachine("vm-2", { address: "10.0.0.2" })];
const [OF_VMS, OF_DNS] = ["ServiceEntry/shop/vms", "ServiceEntry/shop/dns"];
const service = aKubernetesService({ name: "api", exportTo: ["web"] });
const ofService = { hosts: ["api.shop.svc.cluster.local"] };
const away = {
  simple: "",
  zoneAware: null,
  locality: { isEnabled: true, distribute: [{ from: "*", to: [["eu/*", 100] as const] }], failover: [], failoverPriority: [] },
};

it.each([
  [
    "two objects for two teams",
    [dns("dns", ["web"]), team("vms", ["depot"])],
    [
      [OF_DNS, { host: "a.example.com", owner: "ServiceEntry vms", callers: ["depot"], endpoints: 1 }],
      [OF_VMS, { host: "a.example.com", owner: "ServiceEntry dns", callers: ["web"], endpoints: 2 }],
    ],
  ],
  ["an object for its own namespace and one for all", [dns("dns", ["*"]), team("vms", ["."])], [[OF_VMS, { callers: [""], endpoints: 2 }]]],
  [
    "a Service for one team and a ServiceEntry for another",
    [service, team("vms", ["depot"], ofService)],
    [
      ["Service/shop/api", { callers: ["depot"] }],
      [OF_VMS, { callers: ["web"] }],
    ],
  ],
  ["two objects for one team", [dns("dns", ["web"]), team("vms", ["web"])], []],
  ["two objects for all", [dns("dns", []), team("vms", [])], []],
  ["one object with two audiences", [team("vms", ["web", "depot"])], []],
  ["objects of two namespaces", [dns("dns", ["web"], { namespace: "legacy" }), team("vms", ["depot"])], []],
  ["two host names", [dns("dns", ["web"], { hosts: ["b.example.com"] }), team("vms", ["depot"])], []],
  ["ports that do not join", [dns("dns", ["web"], { ports: [anEntryPort({ name: "web", number: 81 })] }), team("vms", ["depot"])], []],
  ["an owner without a list", [dns("dns", ["web"], { resolution: "NONE", endpoints: [] }), team("vms", ["depot"])], []],
])("of %s", (_what, hosts, expected) => {
  const found = findingsOf(sentBeyondExport, { hosts, entries }).map(({ subject, detected }) => [subject, detected.evidence]);
  expect(found.sort()).toEqual(expected.map(([subject, evidence]) => [subject, expect.objectContaining(evidence)]));
});

it("finds no endpoint that distribute takes away from these callers", () => {
  const hosts = [dns("dns", ["web"], { endpoints: [{ ...inline, locality: "eu/a" }] }), team("vms", ["depot"])];
  const rules = [aDestinationRule({ namespace: "web", policy: aTrafficPolicy({ balancer: away }) })];
  expect(evidenceOfAll(sentBeyondExport, { hosts, entries, policies: { rules } }).map(({ callers }) => callers)).toEqual([["depot"]]);
});

it("finds callers of a namespace whose own DestinationRule replaces one that takes the endpoints away", () => {
  const hosts = [dns("dns", ["*"], { endpoints: [{ ...inline, locality: "eu/a" }] }), team("vms", ["."])];
  const ofService = aDestinationRule({ namespace: "shop", policy: aTrafficPolicy({ balancer: away }) });
  const own = aDestinationRule({ namespace: "data", policy: aTrafficPolicy() });
  const callers = (rules: readonly DestinationRule[]) => evidenceOfAll(sentBeyondExport, { hosts, entries, policies: { rules } }).map((one) => one.callers);
  expect(callers([ofService])).toEqual([]);
  expect(callers([ofService, own])).toEqual([["data"]]);
  expect(callers([ofService, { ...own, host: "b.example.com" }])).toEqual([]);
  expect(callers([own])).toEqual([[""]]);
});
