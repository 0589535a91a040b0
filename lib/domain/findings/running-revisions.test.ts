import { expect, it } from "vitest";
import { aReplica, aWorld, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { mayRevisionBeStarting, runningRevisions } from "./running-revisions";

it.each([
  {
    of: "two revisions and a Pod that does not run",
    replicas: [
      ["b", "1-31"],
      ["a", ""],
      ["c", "old"],
    ],
    running: ["1-31", "default"],
  },
  { of: "nobody", replicas: [], running: [] },
] as const)("the running revisions are those of $of", ({ replicas, running }) => {
  const pods = replicas.map(([name, revision]) => aReplica({ name, revision, ...(revision === "old" ? { runningSince: null } : {}) }));
  expect(runningRevisions(aWorld(pods))).toEqual(running);
});

it("the running revisions are not known if istiod's Pods are not visible", () => {
  expect(runningRevisions(aWorld([], { replicas: PODS_DENIED }))).toBeNull();
});

it.each([
  ["a Pod that runs", NOW, false],
  ["a Pod that does not run", null, true],
] as const)("isRevisionStarting returns true only if the Pod does not run: %s", (_what, runningSince, isStarting) => {
  expect(mayRevisionBeStarting(aWorld([aReplica({ revision: "1-31", runningSince })]), "1-31")).toBe(isStarting);
  expect(mayRevisionBeStarting(aWorld([aReplica({ revision: "1-31", runningSince })]), "1-30")).toBe(false);
});
