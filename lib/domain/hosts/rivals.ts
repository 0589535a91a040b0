import type { Selector } from "@/lib/domain/selection/objects";
import { type Audience, audienceOf, type ExportMesh } from "@/lib/domain/selection/visibility";

/** Does some caller see both of two objects? Where none does, both may define one host, and nobody notices (docs/istio.md#exportto, #owners). */
export function shareCallers(one: Selector, other: Selector, mesh: ExportMesh): boolean {
  return audiencesMeet(callersOf(one, mesh), callersOf(other, mesh));
}

/** The namespaces that may call what an object defines, by its `exportTo` (docs/istio.md#exportto). */
export function callersOf(selector: Selector, mesh: ExportMesh): Audience {
  return audienceOf({ namespace: selector.namespace, origin: selector }, mesh);
}

function audiencesMeet(one: Audience, other: Audience): boolean {
  if (one === "all") return other === "all" || other.length > 0;
  return other === "all" ? one.length > 0 : one.some((namespace) => other.includes(namespace));
}
