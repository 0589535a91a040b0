import type { Selector } from "./objects";
import type { Candidate } from "./reasons";

/**
 * True if istiod sends no list to callers of the object, but stores endpoints for it: a headless Service, or a selector with resolution NONE or DYNAMIC_DNS.
 * Callers that get the host name from another object of the namespace are sent these endpoints
 * (docs/istio.md#resolution, #service-selector, #joined-endpoints).
 */
export function hasNoList(selector: Selector): boolean {
  if (selector.kind === "Service") return selector.isHeadless && selector.type !== "ExternalName";
  return selector.selector !== null && (selector.resolution === "NONE" || selector.resolution === "DYNAMIC_DNS");
}

/** The object with a list: it selects those of the kind whose endpoints istiod stores. For headless Services it stores none of entries. */
export function asListed(selector: Selector, kind: Candidate["kind"]): Selector {
  if (!hasNoList(selector)) return selector;
  if (selector.kind === "ServiceEntry") return { ...selector, resolution: "STATIC" };
  return kind === "entry" ? selector : { ...selector, isHeadless: false };
}
