import { expect, it } from "vitest";
import type { LocalityBalancing } from "@/lib/domain/selection/policies";
import { aMachine, evidenceOfAll, findingsOf } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aDestinationRule, aMesh, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { distributeWithoutEndpoints } from "./distribute-without-endpoints";

const hosts = [aServiceEntry()];
const entries = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/b/rack" })];
type To = Readonly<Record<string, number>>;
type Rules = [from: string, to: To][];
const shares = (...rules: Rules): LocalityBalancing => ({
  ...{ isEnabled: true, failover: [], failoverPriority: [] },
  distribute: rules.map(([from, to]) => ({ from, to: Object.entries(to) })),
});
const ruled = (...rules: Rules) => ({
  rules: [aDestinationRule({ policy: aTrafficPolicy({ balancer: { simple: "", zoneAware: null, locality: shares(...rules) } }) })],
});
const meshWide = (...rules: Rules) => ({ settings: aMesh({ locality: shares(...rules) }), doubts: [] });

it.each([
  [
    "one `from` whose only `to` has none",
    { hosts, entries, policies: ruled(["us/*", { "us/*": 100 }], ["eu/*", { "eu/a": 100 }]) },
    [{ host: "a.example.com", from: ["us/*"], to: ["us/*"], localities: ["eu/a", "eu/b/rack"], rule: "shop/a" }],
  ],
  ["distribute of the mesh", { hosts, entries, mesh: meshWide(["us/*", { "us/*": 60, "ap/*": 40 }]) }, [{ from: ["us/*"], to: ["us/*", "ap/*"], rule: "" }]],
  ["a `from` of which one `to` has a machine", { hosts, entries, policies: ruled(["us/*", { "us/*": 99, "eu/b/*": 1 }]) }, []],
  ["a `from` behind a wider one, which no caller gets", { hosts, entries, policies: ruled(["*", { "eu/*": 100 }], ["us/*", { "us/*": 100 }]) }, []],
  ["a narrow `from` before a wider one", { hosts, entries, policies: ruled(["us/a", { "us/a": 100 }], ["us/*", { "eu/*": 100 }]) }, [{ from: ["us/a"] }]],
  ["a service without machines, which another rule reports", { hosts, entries: [], policies: ruled(["us/*", { "us/*": 100 }]) }, []],
  ["no distribute", { hosts, entries }, []],
  [
    "a traffic distribution, which goes before distribute of the mesh",
    { hosts: [aServiceEntry({ distribution: "same-zone" })], entries, mesh: meshWide(["us/*", { "us/*": 100 }]) },
    [],
  ],
  [
    "a `to` with a machine that another object of the host name adds",
    {
      hosts: [aServiceEntry({ createdAt: 1 }), aServiceEntry({ name: "b", createdAt: 2, selector: [["app", "b"]] })],
      entries: [...entries, aMachine("vm-3", { locality: "us/a", specLabels: [["app", "b"]] })],
      policies: ruled(["us/*", { "us/*": 100 }]),
    },
    [],
  ],
  [
    "a `to` with a machine whose port another object loses",
    {
      hosts: [aServiceEntry({ createdAt: 1 }), aServiceEntry({ name: "b", createdAt: 2, selector: [["app", "b"]], ports: [anEntryPort({ name: "web" })] })],
      entries: [...entries, aMachine("vm-3", { locality: "us/a", specLabels: [["app", "b"]] })],
      policies: ruled(["us/*", { "us/*": 100 }]),
    },
    [{ from: ["us/*"] }],
  ],
])("finds callers without an endpoint: %s", (_what, objects, evidence) => {
  expect(evidenceOfAll(distributeWithoutEndpoints, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("counts Pods of the service as endpoints of their Node's locality", () => {
  const mesh = { settings: aMesh({ locality: shares(["us/*", { "us/*": 100 }]), nodeLocalities: new Map([["node-1", "us/a/"]]) }), doubts: [] };
  const found = (node: string) => evidenceOfAll(distributeWithoutEndpoints, { hosts, entries, mesh, pods: [aTablePod({ node })] });
  expect([found("").length, found("node-1").length]).toEqual([1, 0]);
});

it("names the service and the DestinationRule that has the setting", () => {
  const [found] = findingsOf(distributeWithoutEndpoints, { hosts, entries, policies: ruled(["us/*", { "us/*": 100 }]) });
  expect(found?.detected.objects).toEqual([
    { kind: "ServiceEntry", namespace: "shop", name: "a" },
    { kind: "DestinationRule", namespace: "shop", name: "a" },
  ]);
});
