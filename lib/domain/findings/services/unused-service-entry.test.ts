import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { unusedServiceEntry } from "./unused-service-entry";

const hosts = [aServiceEntry({ selector: [["app", "old"]], createdAt: 1 })];
const entries = [aMachine("x", { specLabels: [["app", "shop"]] })];
const serving = aServiceEntry({ name: "new", selector: [["app", "shop"]], createdAt: 2 });
const service = aKubernetesService({ name: "web", selector: [["app", "shop"]] });
const besideService = aServiceEntry({ hosts: ["web.shop.svc.cluster.local"], selector: [["app", "old"]] });

it.each([
  ["a ServiceEntry that nobody is near", { hosts, entries }, [{ wanted: ["app=old"] }]],
  ["one in an empty namespace", { hosts }, [{ wanted: ["app=old"] }]],
  ["one that somebody nearly fits", { hosts, entries: [aMachine("x", { specLabels: [["app", "older"]] })] }, []],
  ["one that takes a machine", { hosts, entries: [aMachine("x", { specLabels: [["app", "old"]] })] }, []],
  ["one whose labels a machine of another namespace has", { hosts, entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "old"]] })] }, []],
  ["a Service", { hosts: [aKubernetesService({ selector: [["app", "old"]] })], entries }, []],
  ["one that owns the host name of another with a machine", { hosts: [...hosts, serving], entries }, []],
  ["one that another owner with a machine precedes", { hosts: [...hosts, { ...serving, createdAt: 0 }], entries }, []],
  [
    "one that resolves names and owns the host name of another",
    { hosts: [aServiceEntry({ resolution: "DNS", selector: [["app", "old"]] }), serving], entries },
    [],
  ],
  ["one beside a Service with a machine", { hosts: [besideService, service], entries }, []],
  [
    "one that owns the host name of another with other ports only",
    { hosts: [...hosts, { ...serving, ports: [anEntryPort({ name: "web", number: 81 })] }], entries },
    [{ wanted: ["app=old"] }],
  ],
  [
    "one whose host name another namespace serves",
    { hosts: [...hosts, { ...serving, namespace: "legacy" }], entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "shop"]] })] },
    [{ wanted: ["app=old"] }],
  ],
  [
    "one whose callers in another namespace get a machine of another object",
    { hosts: [...hosts, serving].map((one) => ({ ...one, exportTo: ["web"] })), entries },
    [],
  ],
  ["one without a selector", { hosts: [aServiceEntry({ selector: null })], entries }, []],
])("of %s", (_what, objects, evidence) => {
  expect(evidenceOfAll(unusedServiceEntry, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("its command silences it", () => {
  expect(findingsOf(unusedServiceEntry, { hosts, entries })[0]?.detected.patch).toEqual({
    command: "kubectl delete serviceentries.networking.istio.io -n shop a",
  });
  expect(leftAfterPatch(unusedServiceEntry, { hosts, entries })).toEqual([]);
});
