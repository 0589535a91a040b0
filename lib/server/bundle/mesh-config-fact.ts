import type { BundleValue } from "@/lib/contract/answers/bundle";
import { asPairs, fieldValue, type UntypedObject } from "@/lib/domain/preview/values";
import { keyText } from "@/lib/server/kube/parse/json";
import { factOf } from "./facts";
import type { Found } from "./found";

/** A configuration sets some ten things for all proxies; a longer list helps nobody. */
const NAMED_AT_MOST = 20;

/** The mesh configuration itself: where it is, and which of its fields go into the files of a machine (docs/istio.md#bundle). */
export function meshConfigFact(read: Found, mesh: UntypedObject, place: string): BundleValue {
  return factOf(read, takenOf(mesh).join(", "), { place, field: "trustDomain, defaultConfig" });
}

function takenOf(mesh: UntypedObject): readonly string[] {
  const defaults = asPairs(fieldValue(mesh, "defaultConfig")).map(([key]) => `defaultConfig.${keyText(key)}`);
  const rest = defaults.length - NAMED_AT_MOST;
  return [
    ...(fieldValue(mesh, "trustDomain") === undefined ? [] : ["trustDomain"]),
    ...defaults.slice(0, NAMED_AT_MOST),
    ...(rest > 0 ? [`${rest} more of defaultConfig`] : []),
  ];
}
