import { expect, it } from "vitest";
import { aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { runningRevisions } from "./running-revisions";

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
] as const)("are those of $of", ({ replicas, running }) => {
  const pods = replicas.map(([name, revision]) => aReplica({ name, revision, ...(revision === "old" ? { runningSince: null } : {}) }));
  expect(runningRevisions(aWorld(pods))).toEqual(running);
});

it("are not known where istiod's Pods are not", () => {
  expect(runningRevisions(aWorld([], { replicas: PODS_DENIED }))).toBeNull();
});
