import { describe, expect, it } from "vitest";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { aReplica, NOW, PODS_DENIED } from "@/lib/testing/entries";
import { EndedReplicas } from "./ended-replicas";

const seen = (...replicas: readonly Replica[]): World["replicas"] => ({
  kind: "known",
  value: new Map(replicas.map((one) => [one.name, one])),
  source: "Pods",
});
const a = aReplica({ name: "istiod-a" });
const marked = aReplica({ name: "istiod-a", deletingAt: NOW + 30_000 });

/** The ends that are known after the last of these replicas, one second apart. */
function ends(...steps: readonly World["replicas"][]) {
  const ended = new EndedReplicas();
  const found = steps.map((replicas, at) => ended.follow(replicas, NOW + at * 1_000));
  return Object.fromEntries(found.at(-1) ?? []);
}

describe("the end of a replica", () => {
  it.each([
    ["a Pod that was marked for deletion is gone", [seen(a), seen(marked), seen()], { at: NOW + 2_000, inOrder: true }],
    ["a Pod is gone without a mark", [seen(a), seen()], { at: NOW + 1_000, inOrder: false }],
    ["a Pod was deleted without grace", [seen(a), seen({ ...a, deletingAt: NOW }), seen()], { at: NOW + 2_000, inOrder: false }],
    ["a marked Pod runs no container", [seen(a), seen({ ...marked, runningSince: null, finishedAt: NOW })], { at: NOW, inOrder: true }],
    ["a container crashed", [seen(a), seen({ ...a, runningSince: null, finishedAt: NOW })], { at: NOW, inOrder: false }],
    ["a Pod of the same name is another one", [seen(marked), seen({ ...a, uid: "new", runningSince: null })], { at: NOW + 1_000, inOrder: true }],
  ])("is seen if %s", (_, steps, end) => {
    expect(ends(...steps)).toEqual({ "istiod-a": { revision: a.revision, ...end } });
  });

  it.each([
    ["it runs", [seen(a), seen(marked)]],
    ["it did not run before", [seen({ ...a, runningSince: null }), seen()]],
    ["it runs again", [seen(a), seen({ ...a, runningSince: null }), seen({ ...a, runningSince: NOW })]],
    ["Pods were not visible before", [PODS_DENIED, seen()]],
    ["Pods are not visible now", [seen(marked), PODS_DENIED, seen()]],
    ["it was the first list", [seen()]],
  ])("is not seen if %s", (_, steps) => {
    expect(ends(...steps)).toEqual({});
  });

  it("is forgotten after a minute", () => {
    const ended = new EndedReplicas();
    ended.follow(seen(marked), NOW);
    expect(ended.follow(seen(), NOW + 1_000).size).toBe(1);
    expect(ended.follow(seen(), NOW + 60_999).size).toBe(1);
    expect(ended.follow(seen(), NOW + 61_000).size).toBe(0);
  });
});
