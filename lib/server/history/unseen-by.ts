import type { Freshness } from "@/lib/domain/freshness";
import type { UnseenReason } from "@/lib/domain/history/unseen-reason";

/** Why a source that is not live is not seen, as it is recorded: by its code, or else by its kind with the text that came with it. */
export function unseenBy(freshness: Exclude<Freshness, { readonly kind: "live" }>): UnseenReason {
  const { kind, why, reason } = freshness;
  return why ?? { code: kind === "denied" || kind === "absent" ? kind : "other", text: reason };
}
