import { expect, it } from "vitest";
import { aMachine, findingsOf } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { sentTwice } from "./sent-twice";

const entries = [aMachine("vm-1"), aMachine("vm-2"), aMachine("vm-3", { specLabels: [["app", "b"]] })];
const service = aKubernetesService({ name: "k" });
const again = aServiceEntry({ hosts: ["k.shop.svc.cluster.local"] });

it.each([
  ["a Service and a ServiceEntry of its name", [service, again], [["ServiceEntry/shop/a", 2]]],
  ["two that share some", [service, { ...again, selector: [] }], [["ServiceEntry/shop/a", 2]]],
  ["two that take different machines", [service, { ...again, selector: [["app", "b"]] as const }], []],
  ["two hosts", [service, aServiceEntry()], []],
  ["two namespaces", [service, { ...again, namespace: "other" }], []],
])("of %s", (_what, hosts, expected) => {
  expect(findingsOf(sentTwice, { hosts, entries }).map(({ subject, detected }) => [subject, detected.evidence.machines])).toEqual(expected);
});
