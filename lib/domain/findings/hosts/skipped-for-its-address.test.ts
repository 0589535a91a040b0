import { expect, it } from "vitest";
import { aReport } from "@/lib/testing/entries";
import { aMachine, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { skippedForItsAddress } from "./skipped-for-its-address";

const byName = aMachine("vm", { address: "vm.example.com" });
const [entry, service] = [aServiceEntry(), aKubernetesService({ name: "s" })];

it.each([
  ["a host name under STATIC", [entry], byName, ["ServiceEntry/shop/a"]],
  ["a socket under STATIC", [entry], { ...byName, address: "unix:///run/a" }, ["ServiceEntry/shop/a"]],
  ["a host name for a Service", [service], byName, ["Service/shop/s"]],
  ["one that is unhealthy besides", [entry], { ...byName, gate: "true", health: aReport("False") }, ["ServiceEntry/shop/a"]],
  ["an address", [entry, service], { ...byName, address: "10.0.0.1" }, []],
  ["a host name under DNS", [aServiceEntry({ resolution: "DNS" })], byName, []],
  ["a host name whose labels differ", [entry], { ...byName, specLabels: [["app", "b"]] as const }, []],
  ["a host name under NONE, which takes nobody", [aServiceEntry({ resolution: "NONE" })], byName, []],
])("of %s", (_what, hosts, machine, of) => {
  expect(findingsOf(skippedForItsAddress, { hosts, entries: [machine] }).map(({ detected }) => detected.of)).toEqual(of);
});

it("has no patch for a socket", () => {
  const entries = [{ ...byName, address: "unix:///run/a" }];
  expect(findingsOf(skippedForItsAddress, { hosts: [entry], entries }).map(({ detected }) => detected.patch)).toEqual([undefined]);
});

it("its patch silences it; a Service has none", () => {
  expect(leftAfterPatch(skippedForItsAddress, { hosts: [entry], entries: [byName] })).toEqual([]);
  expect(findingsOf(skippedForItsAddress, { hosts: [service], entries: [byName] })[0]?.detected.patch).toBeUndefined();
});
