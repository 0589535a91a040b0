import { managementOf } from "@/lib/domain/management";
import type { EntryVersion, Moment } from "./entry-version";
import type { LossCause } from "./transition";

/** What is known of the group that owned an entry when it ended; `unknown` where groups cannot be seen, `none` where it had none. */
export type GroupFate = "there" | "gone" | "none" | "unknown";

/** What tells why an entry ended. `graceMs` is the grace period that held for it. */
export interface LossContext {
  readonly group: GroupFate;
  readonly graceMs: number;
}

/** istiod's clock and ours may differ a little, and both its timer and the watch take a moment: so much before the deadline still counts as reached. */
const LEAST_SLACK_MS = 1_000;

/**
 * Why an entry ended (facts 3.4, 3.7), by what was last known of it. istiod removes only what is disconnected longer than the grace period,
 * or swept: whoever was connected and well was removed by somebody, or by Kubernetes with its group (X15).
 */
export function lossCauseOf({ entry, verdict }: EntryVersion, moment: Moment, { group, graceMs }: LossContext): LossCause {
  if (entry.deletingAt !== null || (managementOf(entry) === "unmanaged" && group !== "gone")) return "deleted";
  if (verdict.serving.kind === "no-draining") return "drained";
  if (moment.notBefore !== null) return "found-missing";
  const kind = verdict.connection.kind;
  if (kind === "disconnected") return "left";
  if (group === "gone") return "group-deleted";
  if (kind === "reconnecting") return isDue(entry.disconnectedAt?.ms ?? null, moment.at, graceMs) ? "left" : "removed";
  if (kind === "ghost" || kind === "leaked") return "swept";
  return "removed";
}

function isDue(disconnectedAt: number | null, at: number, graceMs: number): boolean {
  return disconnectedAt !== null && at >= disconnectedAt + graceMs - Math.max(LEAST_SLACK_MS, graceMs / 5);
}
