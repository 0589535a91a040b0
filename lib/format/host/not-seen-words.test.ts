import { expect, it } from "vitest";
import { doubtSentence, notSeenSentences } from "./not-seen-words";

it.each([
  [[], []],
  [[{ source: "services", seen: ["shop"] }], ["Services are visible to you in shop only: another namespace may own this host."]],
  [[{ source: "workload-pods", seen: [] }], ["Pods are not visible to you: numbers of pods are left out, and shares are of the machines alone."]],
  [[{ source: "sidecars", seen: ["a", "b", "c", "d", "e"] }], ["Sidecars are visible to you in a, b, c and 2 more only: callers may not know this host."]],
  [[{ source: "nodes", seen: [] }], []],
  [
    [
      { source: "services", seen: ["shop"] },
      { source: "serviceentries", seen: ["shop"] },
      { source: "sidecars", seen: ["shop"] },
    ],
    ["Services, ServiceEntries and Sidecars are visible to you in shop only: another namespace may own this host; callers may not know this host."],
  ],
])("what is not in sight: %j", (missing, sentences) => {
  expect(notSeenSentences(missing)).toEqual(sentences);
});

it("a guess of the mesh is told with its source", () => {
  expect(doubtSentence({ setting: "autoMtls", source: "there is no ConfigMap" })).toBe("autoMtls is assumed: there is no ConfigMap.");
  expect(doubtSentence({ setting: "all", source: "Istio's defaults" })).toBe("Istio's defaults.");
});
