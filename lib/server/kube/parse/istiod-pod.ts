import type { Replica } from "@/lib/domain/world";
import type { Identity } from "./identity";
import { discoveryOf, istiodToldBy } from "./istiod-container";
import { at, field, list, number, text } from "./json";
import { timeOf } from "./metadata";

/** One istiod Pod: the replica as far as the Pod tells, and its node, which may know the zone. */
export interface IstiodPod extends Identity {
  readonly unreadable: string | null;
  readonly node: string;
  readonly replica: Replica;
}

/** A Pod labelled `app=istiod`. Missing fields are blanks: a Pod that says nothing vouches for nothing. */
export function parseIstiodPod(raw: unknown, identity: Identity): IstiodPod {
  const container = discoveryOf(list(at(raw, "status", "containerStatuses")));
  const labels = at(raw, "metadata", "labels");
  const conditions = list(at(raw, "status", "conditions"));
  const told = istiodToldBy(field(raw, "spec"));
  return {
    ...identity,
    unreadable: null,
    node: text(at(raw, "spec", "nodeName")),
    replica: {
      name: identity.name,
      namespace: identity.namespace,
      uid: identity.uid,
      revision: text(field(labels, "istio.io/rev")),
      runningSince: timeOf(at(container, "state", "running", "startedAt")),
      phase: text(at(raw, "status", "phase")),
      ready: conditions.some((one) => field(one, "type") === "Ready" && field(one, "status") === "True"),
      zone: text(field(labels, "topology.kubernetes.io/zone")),
      restarts: number(field(container, "restartCount")) ?? 0,
      deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
      ...told,
    },
  };
}
