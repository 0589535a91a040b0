import type { LimitsTold } from "@/lib/domain/mesh/connection-limits";
import type { IstiodTold } from "@/lib/domain/mesh/mesh-facts";
import type { KeptObject } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { connectionTimesOf, istiodToldBy } from "./istiod-container";
import { at } from "./json";

/** What an istiod Deployment tells its Pods. */
export interface IstiodDeployment extends Identity, KeptObject, LimitsTold {
  readonly unreadable: string | null;
  readonly told: IstiodTold;
}

export function parseIstiodDeployment(raw: unknown, identity: Identity, cluster: string): IstiodDeployment {
  const template = at(raw, "spec", "template");
  const spec = at(template, "spec");
  const labels = at(template, "metadata", "labels");
  return { cluster, ...identity, unreadable: null, ...connectionTimesOf(spec, labels), told: istiodToldBy(spec, labels) };
}
