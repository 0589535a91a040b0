import { expect, it } from "vitest";
import { aMachine, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aServiceEntry } from "@/lib/testing/selection";
import { ownedByAnother } from "./owned-by-another";

const old = aServiceEntry({ namespace: "data", name: "kafka", createdAt: 1 });
const young = aServiceEntry({ namespace: "telemetry", name: "mirror", createdAt: 2 });
const entries = [aMachine("vm-1", { namespace: "data" }), aMachine("vm-2", { namespace: "telemetry" })];
const said = (hosts: readonly (typeof old)[], all = entries) =>
  Object.fromEntries(findingsOf(ownedByAnother, { hosts, entries: all }).map(({ subject, detected }) => [subject, detected.evidence.lostFor]));

it("tells each owner for whom another has the host; everybody else is the empty name", () => {
  expect(said([old, young])).toEqual({ "ServiceEntry/data/kafka": ["telemetry"], "ServiceEntry/telemetry/mirror": ["data", ""] });
});

it.each([
  ["one owner", [old], entries, {}],
  ["two in one namespace, whose machines add up", [old, { ...young, namespace: "data" }], entries, {}],
  [
    "owners that show it to their own namespaces only",
    [
      { ...old, exportTo: ["."] },
      { ...young, exportTo: ["."] },
    ],
    entries,
    {},
  ],
  ["one that loses and takes nobody", [old, young], entries.slice(0, 1), { "ServiceEntry/data/kafka": ["telemetry"] }],
  ["one that names a namespace and wins there", [old, { ...young, exportTo: ["shop"] }], entries, { "ServiceEntry/data/kafka": ["shop"] }],
])("of %s", (_what, hosts, all, expected) => expect(said(hosts, all)).toEqual(expected));

it("its patch silences it, for the one that loses everywhere but at home", () => {
  const objects = { hosts: [old, young], entries };
  expect(findingsOf(ownedByAnother, objects).map(({ detected }) => detected.patch !== undefined)).toEqual([false, true]);
  expect(leftAfterPatch(ownedByAnother, objects)).toEqual([]);
});
