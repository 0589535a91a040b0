import { expect, it } from "vitest";
import { aMachine, evidenceOf, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { unusedServiceEntry } from "./unused-service-entry";

const hosts = [aServiceEntry({ selector: [["app", "old"]] })];
const entries = [aMachine("x", { specLabels: [["app", "shop"]] })];

it.each([
  ["a ServiceEntry that nobody is near", { hosts, entries }, [{ wanted: ["app=old"] }]],
  ["one in an empty namespace", { hosts }, [{ wanted: ["app=old"] }]],
  ["one that somebody nearly fits", { hosts, entries: [aMachine("x", { specLabels: [["app", "older"]] })] }, []],
  ["one that takes a machine", { hosts, entries: [aMachine("x", { specLabels: [["app", "old"]] })] }, []],
  ["one whose labels a machine of another namespace has", { hosts, entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "old"]] })] }, []],
  ["a Service", { hosts: [aKubernetesService({ selector: [["app", "old"]] })], entries }, []],
  ["one without a selector", { hosts: [aServiceEntry({ selector: null })], entries }, []],
])("of %s", (_what, objects, evidence) => {
  expect(evidenceOf(unusedServiceEntry, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("its command silences it", () => {
  expect(findingsOf(unusedServiceEntry, { hosts, entries })[0]?.detected.patch).toEqual({
    command: "kubectl delete serviceentries.networking.istio.io -n shop a",
  });
  expect(leftAfterPatch(unusedServiceEntry, { hosts, entries })).toEqual([]);
});
