import type { Identity } from "./identity";
import { type IstiodTold, istiodToldBy } from "./istiod-container";
import { at } from "./json";

/** What an istiod Deployment tells its Pods. */
export interface IstiodDeployment extends Identity, IstiodTold {
  readonly unreadable: string | null;
}

export function parseIstiodDeployment(raw: unknown, identity: Identity): IstiodDeployment {
  return { ...identity, unreadable: null, ...istiodToldBy(at(raw, "spec", "template", "spec")) };
}
