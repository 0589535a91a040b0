import { expect, it } from "vitest";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aMesh, aServiceEntry } from "@/lib/testing/selection";
import { singleZoneHost } from "./single-zone-host";

const hosts = [aServiceEntry()];
const elsewhere = aMachine("other", { specLabels: [["app", "b"]], locality: "eu/b" });
const two = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/a/rack-1" })];
const labelled = aMachine("other", {
  specLabels: [
    ["app", "b"],
    ["topology.istio.io/locality", "eu.b"],
  ],
});
const before = { settings: aMesh({ istioVersion: "1.28.4" }), doubts: [] };
const mesh = { settings: aMesh({ nodeLocalities: new Map([["node-1", "eu/b/"]]) }), doubts: [] };

it.each([
  ["two machines in one zone", { hosts, entries: [...two, elsewhere] }, [{ zone: "eu/a", machines: 2, pods: 0 }]],
  ["a Pod in another zone", { hosts, entries: [...two, elsewhere], pods: [aTablePod({ node: "node-1" })], mesh }, []],
  ["one machine, which is in one place whatever one does", { hosts, entries: [two[0] ?? elsewhere, elsewhere] }, []],
  ["a fleet with one zone", { hosts, entries: two }, []],
  ["a machine without a place", { hosts, entries: [...two, aMachine("vm-3"), elsewhere] }, []],
  ["a fleet whose other zone is in a label that istiod before 1.29 does not read", { hosts, entries: [...two, labelled], mesh: before }, []],
  ["a fleet whose other zone is in a label that istiod reads", { hosts, entries: [...two, labelled] }, [{ zone: "eu/a" }]],
  ["two zones", { hosts, entries: [...two, aMachine("vm-3", { locality: "eu/b" })] }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(singleZoneHost, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
