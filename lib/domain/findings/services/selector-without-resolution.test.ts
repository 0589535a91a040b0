import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { aKubernetesService, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { selectorWithoutResolution } from "./selector-without-resolution";

const none = aServiceEntry({ resolution: "NONE" });

it.each([
  ["a selector with NONE, or nothing written", none, 1],
  ["a selector with STATIC", aServiceEntry(), 0],
  ["NONE without a selector, as hosts outside the mesh are written", aServiceEntry({ resolution: "NONE", selector: null }), 0],
  ["a Service", aKubernetesService(), 0],
])("of %s", (_what, host, count) => expect(evidenceOfAll(selectorWithoutResolution, { hosts: [host] })).toHaveLength(count));

const entries = [aMachine("vm")];
const tcp = { ports: [anEntryPort({ protocol: "TCP" })] };

it.each<[string, FindingObjects, object, boolean]>([
  ["one machine", { hosts: [none], entries }, { machines: 1, isByHostName: false, hasRange: false }, true],
  ["no machine", { hosts: [none], entries: [aMachine("vm", { specLabels: [["app", "b"]] })] }, { machines: 0 }, false],
  ["a machine with a host name", { hosts: [none], entries: [aMachine("vm", { address: "vm.example.com" })] }, { machines: 1, isByHostName: true }, false],
  ["a CIDR range, in which callers dial one machine", { hosts: [{ ...none, addresses: ["10.0.0.0/16"] }], entries }, { hasRange: true }, false],
  ["the address of a machine as its own", { hosts: [{ ...none, addresses: ["10.0.0.1"] }], entries }, { machines: 1 }, false],
  ["a wildcard, under which callers name one machine", { hosts: [{ ...none, hosts: ["*.example.com"] }], entries }, { machines: 1 }, false],
  ["TCP without an address, where callers dial a machine", { hosts: [{ ...none, ...tcp }], entries }, { machines: 1 }, false],
  ["TCP with an address of its own", { hosts: [{ ...none, ...tcp, addresses: ["10.2.0.1"] }], entries }, { machines: 1 }, true],
])("of a service with %s: its evidence, and a patch only if any machine may answer", (_what, objects, evidence, isOffered) => {
  const [found] = findingsOf(selectorWithoutResolution, objects);
  expect(found?.detected.evidence).toMatchObject(evidence);
  expect(found?.detected.patch !== undefined).toBe(isOffered);
});

it("its patch removes it", () => {
  expect(findingsOf(selectorWithoutResolution, { hosts: [none], entries })[0]?.detected.patch).toBeDefined();
  expect(leftAfterPatch(selectorWithoutResolution, { hosts: [none], entries })).toEqual([]);
});
