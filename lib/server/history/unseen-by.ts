import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { Freshness } from "@/lib/domain/verdict/freshness";

/** Why a source that is not live is not seen, as it is recorded: by its code, or else by its kind with the text that came with it. */
export function unseenBy(freshness: Exclude<Freshness, { readonly kind: "live" }>): NotObservedReason {
  const { kind, why, reason } = freshness;
  return why ?? { code: kind === "denied" || kind === "absent" ? kind : "other", text: reason };
}

type OutOfSight = Extract<Freshness, { readonly kind: "denied" | "absent" }>;

/**
 * Is what goes from a source now only out of sight? So it is while the right to it, or the kind itself, is away. While a source is stale, the watch that goes
 * on, or a list, tells what went: that is gone.
 */
export function isOutOfSight(freshness: Freshness): freshness is OutOfSight {
  return freshness.kind === "denied" || freshness.kind === "absent";
}
