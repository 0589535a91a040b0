import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { unseenWords } from "@/lib/format/unseen-words";
import type { KubeError } from "@/lib/server/kube/kube-error";

/** Why something is not known to be current: in words, and as a code where there is one. */
export interface Because {
  readonly reason: string;
  readonly why?: NotObservedReason | undefined;
}

/** How one stretch of following ended, and so what comes next. */
export type Outcome =
  /** The stream ended without anything wrong in it: go on from the last version. */
  | ({ readonly kind: "ended"; readonly how: "silent" | "closed" | "cut" } & Because)
  /**
   * What is held cannot be trusted or continued: list again. `expired` is the ordinary case of a version too old; `missed`: something
   * passed unnoticed while the source looked live.
   */
  | ({ readonly kind: "relist"; readonly expired: boolean; readonly missed?: boolean } & Because)
  | { readonly kind: "failed"; readonly error: KubeError }
  | { readonly kind: "stopped" };

/** The server's data are older than what was already seen: a restored backup, or another server. */
export function rolledBack(now: string, ours: string): Outcome {
  return { kind: "relist", expired: false, missed: true, ...because({ code: "rolled-back", version: now, held: ours }) };
}

/** A coded reason with its words. */
export function because(why: NotObservedReason): Required<Because> {
  return { reason: unseenWords(why), why };
}
