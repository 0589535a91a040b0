import { misplacedKeys } from "@/lib/domain/entry/istio-keys";
import type { ObjectMetadata, TrafficDistribution } from "@/lib/domain/selection/objects";
import { field, list, number, text } from "@/lib/server/kube/parse/json";
import { annotationOf, keysOf, pairsOf, timeOf } from "@/lib/server/kube/parse/metadata";

/** An object that has not the shape agreed: it takes part in nothing, and says why. */
export interface Unreadable {
  readonly unreadable: string;
}

/** The keys of a Service or ServiceEntry that Istio reads elsewhere. */
export function misplacedKeysOf(raw: unknown, holder: "Service" | "ServiceEntry"): readonly string[] {
  const metadata = field(raw, "metadata");
  return misplacedKeys({ at: "metadata", labels: keysOf(field(metadata, "labels")), annotations: keysOf(field(metadata, "annotations")) }, holder);
}

/** What every object that takes part in selection tells of itself. */
export function describedOf(raw: unknown): ObjectMetadata {
  const metadata = field(raw, "metadata");
  return {
    namespace: text(field(metadata, "namespace")),
    name: text(field(metadata, "name")),
    createdAt: timeOf(field(metadata, "creationTimestamp")),
    labels: pairsOf(field(metadata, "labels")),
  };
}

/** A list of texts; what is no text is left out. */
export function textsOf(value: unknown): readonly string[] {
  return list(value).flatMap((one) => (typeof one === "string" ? [text(one)] : []));
}

/** A whole number, or 0. */
export function wholeOf(value: unknown): number {
  const read = number(value);
  return read !== null && Number.isInteger(read) ? read : 0;
}

const DISTRIBUTIONS: ReadonlyMap<string, TrafficDistribution> = new Map<string, TrafficDistribution>([
  ["preferclose", "same-zone"],
  ["prefersamezone", "same-zone"],
  ["prefersamenode", "same-node"],
]);

/**
 * What `spec.trafficDistribution` says, letter by letter; else the annotation, in any case, of which an unknown value means none; null = neither
 * (docs/istio.md#traffic-distribution).
 */
export function distributionOf(raw: unknown): TrafficDistribution | null {
  const written = text(field(field(raw, "spec"), "trafficDistribution"));
  const known = ["PreferClose", "PreferSameZone", "PreferSameNode"].includes(written) ? DISTRIBUTIONS.get(written.toLowerCase()) : undefined;
  return known ?? annotatedDistribution(raw);
}

/** The annotation alone, as it counts on ServiceEntries and namespaces. */
export function annotatedDistribution(raw: unknown): TrafficDistribution | null {
  const annotation = annotationOf(field(field(raw, "metadata"), "annotations"), "networking.istio.io/traffic-distribution") ?? "";
  return annotation === "" ? null : (DISTRIBUTIONS.get(annotation.toLowerCase()) ?? "any");
}
