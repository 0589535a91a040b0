import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aServiceEntry } from "@/lib/testing/selection";
import { roundRobinOfSeveral } from "./round-robin-of-several";

const hosts = [aServiceEntry({ resolution: "DNS_ROUND_ROBIN" })];
const entries = [aMachine("vm-1"), aMachine("vm-2")];

it.each([
  ["two machines", { hosts, entries }, [{ sent: 2, lost: 1 }]],
  ["a machine and a Pod", { hosts, entries: [aMachine("vm-1")], pods: [aTablePod()] }, [{ sent: 2, lost: 1 }]],
  ["one machine", { hosts, entries: [aMachine("vm-1")] }, []],
  ["one that answers and one that drains", { hosts, entries: [aMachine("vm-1"), aMachine("vm-2", { metadataLabels: [["istio.io/draining", "1"]] })] }, []],
  ["two under DNS", { hosts: [aServiceEntry({ resolution: "DNS" })], entries }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(roundRobinOfSeveral, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it("its patch silences it", () => expect(leftAfterPatch(roundRobinOfSeveral, { hosts, entries })).toEqual([]));

it("has no patch with a traffic distribution: with resolution DNS, istiod can crash", () => {
  const [found] = findingsOf(roundRobinOfSeveral, { hosts: [aServiceEntry({ resolution: "DNS_ROUND_ROBIN", distribution: "same-zone" })], entries });
  expect(found?.detected).toMatchObject({ evidence: { isOrdered: true } });
  expect(found?.detected).not.toHaveProperty("patch");
});
