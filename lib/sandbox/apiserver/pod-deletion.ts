import { type Deletion, deleteObject } from "./deletion";
import { isRecord, type KubeObject, timestampOf } from "./kube-object";
import type { ResourceType } from "./resource-type";
import type { Stored } from "./stored";
import type { Writes } from "./writes";

export interface PodDeletionOptions {
  readonly policy: string;
  /** `gracePeriodSeconds` of the request; null = it names none. */
  readonly graceSeconds: number | null;
}

/**
 * Deletes a Pod as its kubelet and its owner do it together (Kubernetes, pkg/registry/core/pod/strategy.go and rest.BeforeDelete): one that runs on a
 * node is marked with the end of its grace, and goes with the request that leaves it none. A later request can only shorten the grace.
 */
export function deletePod(writes: Writes, type: ResourceType, stored: Stored, { policy, graceSeconds }: PodDeletionOptions, now: number): Deletion {
  const { object } = stored;
  const { deletionTimestamp, deletionGracePeriodSeconds: given = 0 } = object.metadata;
  const seconds = graceOf(object, graceSeconds);
  const isFirst = deletionTimestamp === undefined;
  if (isFirst && seconds === 0 && (policy === "Foreground" || policy === "Orphan")) return deleteObject(writes, type, stored, policy, now);
  if (!isFirst && seconds >= given && given > 0) return { kind: "waiting", stored };
  const startedAt = isFirst ? now : Date.parse(deletionTimestamp) - given * 1000;
  const marked = writes.put(type.id, withGrace(object, type, { seconds, endsAt: startedAt + seconds * 1000, isFirst }));
  return seconds > 0 ? { kind: "waiting", stored: marked } : deleteObject(writes, type, marked, "", now);
}

/** None for a Pod that no kubelet has to stop. Where nobody names one, it is the Pod's own. */
function graceOf({ spec, status }: KubeObject, asked: number | null): number {
  const own = isRecord(spec) ? spec : {};
  const phase = isRecord(status) ? status.phase : "";
  if (!own.nodeName || phase === "Succeeded" || phase === "Failed") return 0;
  const seconds = asked ?? (typeof own.terminationGracePeriodSeconds === "number" ? own.terminationGracePeriodSeconds : 0);
  return seconds < 0 ? 1 : seconds;
}

interface Grace {
  readonly seconds: number;
  readonly endsAt: number;
  readonly isFirst: boolean;
}

function withGrace(object: KubeObject, type: ResourceType, { seconds, endsAt, isFirst }: Grace): KubeObject {
  const generation = isFirst && type.counted ? { generation: (object.metadata.generation ?? 1) + 1 } : {};
  const metadata = { ...object.metadata, deletionTimestamp: timestampOf(endsAt), deletionGracePeriodSeconds: seconds, ...generation };
  return { ...object, metadata };
}
