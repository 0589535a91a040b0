import type { IstiodEnvironment } from "@/lib/domain/mesh/mesh-facts";
import type { PodReadiness, Replica } from "@/lib/domain/mesh/world";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { connectionTimesOf, discoveryOf, istiodToldBy } from "./istiod-container";
import { at, field, list, number, text } from "./json";
import { timeOf } from "./metadata";
import { readyOf } from "./ready";

/** One istiod Pod: the replica as far as the Pod tells. What its Node tells is added where Nodes are read. */
export interface IstiodPod extends Identity, StoredObjectMetadata {
  readonly unreadable: string | null;
  readonly replica: Replica;
  readonly told: IstiodEnvironment;
}

/** A Pod labelled `app=istiod`. Missing fields are blanks: a Pod that says nothing vouches for nothing. */
export function parseIstiodPod(raw: unknown, identity: Identity, cluster: string): IstiodPod {
  const container = discoveryOf(list(at(raw, "status", "containerStatuses")));
  const labels = at(raw, "metadata", "labels");
  const finishedAt = timeOf(at(container, "state", "terminated", "finishedAt"));
  return {
    cluster,
    ...identity,
    unreadable: null,
    told: istiodToldBy(field(raw, "spec"), labels),
    replica: {
      name: identity.name,
      namespace: identity.namespace,
      uid: identity.uid,
      revision: text(field(labels, "istio.io/rev")),
      runningSince: timeOf(at(container, "state", "running", "startedAt")),
      ...(finishedAt === null ? {} : { finishedAt }),
      phase: text(at(raw, "status", "phase")),
      ready: readinessOf(raw),
      node: text(at(raw, "spec", "nodeName")),
      nodeState: "not-visible",
      zone: text(field(labels, "topology.kubernetes.io/zone")),
      restarts: number(field(container, "restartCount")) ?? 0,
      deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
      ...connectionTimesOf(field(raw, "spec"), labels),
    },
  };
}

function readinessOf(raw: unknown): PodReadiness {
  const ready = readyOf(raw);
  const status = ready?.status === "True" ? "true" : ready?.status === "False" ? "false" : "unknown";
  return { status, reason: ready?.reason ?? "" };
}
