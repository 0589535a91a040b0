import { expect, it } from "vitest";
import { ago, anEntry, aReplica, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { detected, dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { ghostClaim } from "./ghost-claim";

it.each([
  { of: "that is gone", replica: aReplica({ name: "istiod-other" }), why: "no-such-pod" },
  { of: "that was restarted since", replica: aReplica({ runningSince: NOW - 1000 }), why: "restarted" },
  { of: "that does not run", replica: aReplica({ runningSince: null }), why: "not-running" },
])("finds a claim of a replica $of", ({ replica, why }) => {
  const entry = anEntry();
  expect(evidenceOf(ghostClaim, { entries: [entry], world: aWorld([replica]) })).toEqual([
    { why, replica: "istiod-7c9f-a", connectedAt: entry.connectedAt?.text },
  ]);
});

it.each([
  { of: "of a replica that runs", entry: anEntry() },
  { of: "that ended", entry: anEntry({ connectedAt: null, disconnectedAt: ago(1000) }) },
  { of: "of nobody: it was written by hand", entry: anEntry({ registrationGroup: "", controller: "", connectedAt: null }) },
])("passes over a connection $of", ({ entry }) => {
  expect(evidenceOf(ghostClaim, { entries: [entry] })).toEqual([]);
});

it("cannot tell where istiod's Pods are not in sight", () => {
  expect(detected(ghostClaim, { entries: [anEntry()], world: aWorld([], { replicas: PODS_DENIED }) })).toEqual({ cannotTell: ["istiod-pods"] });
});

it("is asked again when a Pod that is told to stop has to be gone", () => {
  expect(dueOf(ghostClaim, { entries: [anEntry()], world: aWorld([aReplica({ deletingAt: NOW + 5000 })]) })).toBe(NOW + 5000);
});
