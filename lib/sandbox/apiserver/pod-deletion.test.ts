import { expect, it } from "vitest";
import type { KubeObject } from "./kube-object";
import { deletePod } from "./pod-deletion";
import type { ResourceType } from "./resource-type";
import { keyOf, Stored } from "./stored";
import type { Writes } from "./writes";

const NOW = Date.parse("2026-11-21T20:20:31Z");
const PODS = { id: "/pods", counted: true } as ResourceType;

const pod = (change: Partial<KubeObject> = {}, metadata: Partial<KubeObject["metadata"]> = {}): KubeObject => ({
  ...{ apiVersion: "v1", kind: "Pod", spec: { nodeName: "node-1" }, status: { phase: "Running" } },
  metadata: { name: "istiod-a", namespace: "istio-system", uid: "u", resourceVersion: "1", generation: 1, ...metadata },
  ...change,
});

/** What a watch hears while the Pod is deleted: "MODIFIED end of grace/seconds/generation", "DELETED". */
function heard(object: KubeObject, graceSeconds: number | null, at = NOW): string[] {
  const events: string[] = [];
  const writes: Writes = {
    put: (_id, after) => {
      const { deletionTimestamp, deletionGracePeriodSeconds, generation } = after.metadata;
      events.push(`MODIFIED ${deletionTimestamp}/${deletionGracePeriodSeconds}/${generation}`);
      return new Stored(keyOf("istio-system", "istiod-a"), after);
    },
    remove: (_id, stored) => {
      events.push("DELETED");
      return stored;
    },
  };
  const { kind } = deletePod(writes, PODS, new Stored(keyOf("istio-system", "istiod-a"), object), { policy: "Background", graceSeconds }, at);
  return [...events, kind];
}

const ending = { deletionTimestamp: "2026-11-21T20:21:01Z", deletionGracePeriodSeconds: 30, generation: 2 };

it.each<[string, KubeObject, number | null, readonly string[]]>([
  ["that runs is marked, and waits for its kubelet", pod(), 30, ["MODIFIED 2026-11-21T20:21:01Z/30/2", "waiting"]],
  ["goes at once without grace, marked before as recorded", pod(), 0, ["MODIFIED 2026-11-21T20:20:31Z/0/2", "DELETED", "gone"]],
  [
    "has the grace of its own where nobody names one",
    pod({ spec: { nodeName: "node-1", terminationGracePeriodSeconds: 5 } }),
    null,
    ["MODIFIED 2026-11-21T20:20:36Z/5/2", "waiting"],
  ],
  ["has one second where less than none is asked", pod(), -1, ["MODIFIED 2026-11-21T20:20:32Z/1/2", "waiting"]],
  ["that no node runs goes at once", pod({ spec: {} }), 30, ["MODIFIED 2026-11-21T20:20:31Z/0/2", "DELETED", "gone"]],
  ["that has ended goes at once", pod({ status: { phase: "Succeeded" } }), 30, ["MODIFIED 2026-11-21T20:20:31Z/0/2", "DELETED", "gone"]],
  ["that is marked keeps its end", pod({}, ending), 30, ["waiting"]],
  ["that is marked can have less grace", pod({}, ending), 10, ["MODIFIED 2026-11-21T20:20:41Z/10/2", "waiting"]],
  ["that is marked goes once its kubelet is done", pod({}, ending), 0, ["MODIFIED 2026-11-21T20:20:31Z/0/2", "DELETED", "gone"]],
])("a Pod %s", (_what, object, graceSeconds, events) => {
  expect(heard(object, graceSeconds)).toEqual(events);
});
