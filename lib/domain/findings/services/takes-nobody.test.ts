import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { takesNobody } from "./takes-nobody";

const oracle = aKubernetesService({
  selector: [
    ["app", "a"],
    ["role", "main"],
  ],
});
const primary = aMachine("primary", {
  specLabels: [
    ["app", "a"],
    ["role", "primary"],
  ],
});
const hosts = [oracle];

it.each([
  [
    "a value of a label differs",
    { hosts, entries: [primary] },
    [{ nearest: "primary", reason: "labels-differ", differs: ["role: main is wanted, primary is there"] }],
  ],
  ["a Pod lacks a label", { hosts, pods: [aTablePod()] }, [{ nearest: "pod-1", nearestKind: "Pod", differs: ["role: main is wanted, nothing is there"] }]],
  [
    "the only machine has a host name",
    { hosts: [aServiceEntry()], entries: [aMachine("vm", { address: "vm.example.com" })] },
    [{ reason: "host-name-address" }],
  ],
  [
    "the only machine is for another revision",
    { hosts: [aServiceEntry()], entries: [aMachine("vm", { metadataLabels: [["istio.io/rev", "canary"]] })] },
    [{ reason: "machine-of-other-revision" }],
  ],
  [
    "a value of a label differs, and the address is a host name",
    { hosts: [aServiceEntry({ selector: oracle.selector })], entries: [{ ...primary, address: "vm.example.com" }] },
    [{ reason: "labels-differ", others: ["host-name-address"] }],
  ],
  [
    "a machine of another namespace has all labels",
    { hosts, entries: [aMachine("far", { namespace: "legacy", specLabels: oracle.selector })] },
    [{ nearest: "far", reason: "other-namespace", namespace: "legacy" }],
  ],
  [
    "a machine of a namespace that is not visible has all labels",
    { hosts, entries: [aMachine("far", { namespace: "legacy", specLabels: oracle.selector })], unseen: { workloadentries: ["legacy"] } },
    [],
  ],
  ["one machine fits", { hosts, entries: [primary, aMachine("main", { specLabels: oracle.selector })] }, []],
  ["nobody has anything like it", { hosts, entries: [aMachine("x", { specLabels: [["team", "x"]] })] }, []],
  ["the Service is headless", { hosts: [{ ...oracle, isHeadless: true }], entries: [primary] }, []],
  ["the near Pod has ended", { hosts, pods: [aTablePod({ phase: "Failed" })] }, []],
])("of a host where %s", (_what, objects, evidence) => {
  expect(evidenceOfAll(takesNobody, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("has no patch where no label agrees: it may be another machine that is meant", () => {
  const objects = { hosts: [aKubernetesService({ selector: [["app", "labels"]] })], entries: [aMachine("vm", { specLabels: [["app", "label-printer"]] })] };
  expect(findingsOf(takesNobody, objects).map(({ detected }) => detected.patch)).toEqual([undefined]);
});

it.each([
  ["a Service", { hosts, entries: [primary] }],
  ["a ServiceEntry", { hosts: [aServiceEntry({ selector: oracle.selector })], entries: [primary] }],
])("its patch of %s silences it", (_what, objects) => {
  expect(evidenceOfAll(takesNobody, objects)).toHaveLength(1);
  expect(leftAfterPatch(takesNobody, objects)).toEqual([]);
});
