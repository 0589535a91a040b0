import { expect, it } from "vitest";
import { doubtSentence, notSeenSentences } from "./not-seen-words";

it.each([
  [[], []],
  [[{ source: "services", seen: ["shop"], isAllowed: false }], ["Services are visible to you in shop only: another namespace may own this host."]],
  [
    [{ source: "workload-pods", seen: [], isAllowed: false }],
    ["Pods are not visible to you: numbers of pods are left out, and shares are of the machines alone."],
  ],
  [
    [{ source: "sidecars", seen: ["a", "b", "c", "d", "e"], isAllowed: false }],
    ["Sidecars are visible to you in a, b, c and 2 more only: callers may not know this host."],
  ],
  [[{ source: "workload-pods", seen: [], isAllowed: true }], ["Pods are not known here: numbers of pods are left out, and shares are of the machines alone."]],
  [[{ source: "nodes", seen: [], isAllowed: false }], []],
  [
    [
      { source: "services", seen: ["shop"], isAllowed: false },
      { source: "serviceentries", seen: ["shop"], isAllowed: false },
      { source: "sidecars", seen: ["shop"], isAllowed: false },
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
