import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { unselectedEntry } from "./unselected-entry";

const other = aMachine("vm", { specLabels: [["app", "a-old"]] });
const wide = aServiceEntry({
  selector: [
    ["app", "a"],
    ["v", "1"],
  ],
});
const inline = aServiceEntry({
  selector: null,
  endpoints: [{ address: "10.0.0.1", network: "", locality: "", serviceAccount: "", weight: null, ports: [], labels: [] }],
});

it.each([
  ["an entry that nobody wants", { hosts: [aServiceEntry({ selector: [["team", "x"]] })], entries: [other] }, [{}]],
  ["an entry that lacks a label", { hosts: [wide], entries: [aMachine("vm")] }, [{ nearest: "ServiceEntry a" }]],
  ["an entry beside a headless Service that selects nobody", { hosts: [aKubernetesService({ isHeadless: true, selector: [] })], entries: [other] }, [{}]],
  ["an entry in a namespace without hosts", { entries: [other] }, [{}]],
  ["an entry that is taken", { hosts: [aServiceEntry()], entries: [aMachine("vm")] }, []],
  ["one that registered itself: its machine may be a caller only", { entries: [aMachine("vm", { registrationGroup: "workers" })] }, []],
  ["one whose address a ServiceEntry writes out", { hosts: [inline], entries: [other] }, []],
  ["one that is skipped for its address, which another rule tells", { hosts: [aServiceEntry()], entries: [aMachine("vm", { address: "vm.example.com" })] }, []],
  ["one that only a ServiceEntry with resolution NONE selects", { hosts: [aServiceEntry({ resolution: "NONE" })], entries: [aMachine("vm")] }, []],
  [
    "one that such a ServiceEntry selects for another owner of the host name",
    { hosts: [aServiceEntry({ name: "owner", selector: [["app", "b"]] }), aServiceEntry({ createdAt: 2, resolution: "NONE" })], entries: [aMachine("vm")] },
    [],
  ],
  ["one that only a headless Service wants, which another rule tells", { hosts: [aKubernetesService({ isHeadless: true })], entries: [aMachine("vm")] }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(unselectedEntry, objects)).toEqual(evidence));

it("its patch silences it", () => {
  const fits = aMachine("fits", { specLabels: wide.selector ?? [] });
  const objects = { hosts: [wide], entries: [aMachine("vm"), fits] };
  expect(evidenceOfAll(unselectedEntry, objects)).toHaveLength(1);
  expect(leftAfterPatch(unselectedEntry, objects)).toEqual([]);
  expect(findingsOf(unselectedEntry, objects)[0]?.detected.patch).toBeDefined();
});

it.each([
  ["where the nearest takes nobody, as that one may be wrong", [wide], aMachine("vm")],
  ["where no label agrees", [aServiceEntry({ selector: [["app", "alpha"]] })], aMachine("vm", { specLabels: [["app", "alphabet"]] })],
])("has no patch %s", (_where, hosts, vm) => {
  expect(findingsOf(unselectedEntry, { hosts, entries: [vm] }).map(({ detected }) => detected.patch)).toEqual([undefined]);
});
