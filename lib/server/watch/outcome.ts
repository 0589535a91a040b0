import type { KubeError } from "@/lib/server/kube/kube-error";

/** How one stretch of following ended, and so what comes next. */
export type Outcome =
  /** The stream ended without anything wrong in it: go on from the last version. */
  | { readonly kind: "ended"; readonly how: "silent" | "closed" | "cut"; readonly reason: string }
  /**
   * What is held cannot be trusted or continued: list again. `expired` is the ordinary case of a version too old; `missed`: something
   * passed unnoticed while the source looked live.
   */
  | { readonly kind: "relist"; readonly expired: boolean; readonly reason: string; readonly missed?: boolean }
  | { readonly kind: "failed"; readonly error: KubeError }
  | { readonly kind: "stopped" };

/** The server's data are older than what was already seen: a restored backup, or another server. */
export function rolledBack(now: string, ours: string): Outcome {
  return { kind: "relist", expired: false, missed: true, reason: `the API server's data went back in time (version ${now} after ${ours})` };
}
