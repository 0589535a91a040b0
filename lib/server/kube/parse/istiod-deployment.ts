import type { LimitSettings } from "@/lib/domain/mesh/connection-limits";
import type { IstiodEnvironment } from "@/lib/domain/mesh/mesh-facts";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { connectionTimesOf, istiodToldBy } from "./istiod-container";
import { at } from "./json";

/** What an istiod Deployment tells its Pods. */
export interface IstiodDeployment extends Identity, StoredObjectMetadata, LimitSettings {
  readonly unreadable: string | null;
  readonly told: IstiodEnvironment;
}

export function parseIstiodDeployment(raw: unknown, identity: Identity, cluster: string): IstiodDeployment {
  const template = at(raw, "spec", "template");
  const spec = at(template, "spec");
  const labels = at(template, "metadata", "labels");
  return { cluster, ...identity, unreadable: null, ...connectionTimesOf(spec, labels), told: istiodToldBy(spec, labels) };
}
