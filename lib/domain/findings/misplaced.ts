import { type KeyHolder, rightPlace } from "@/lib/domain/istio-keys";
import type { FindingEvidence } from "./rule";

/** The evidence for keys that Istio does not read where they are written; null = there are none. */
export function misplacedEvidence(paths: readonly string[], holderOf: (path: string) => KeyHolder): FindingEvidence | null {
  if (paths.length === 0) return null;
  return { written: paths, read: paths.map((path) => rightPlace(path, holderOf(path)).reads) };
}
