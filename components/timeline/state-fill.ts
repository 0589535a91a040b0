import type { State } from "@/lib/domain/verdict";

/** The fill of a state in a picture over time: the tone of its cell. What was well stays seen where nothing is confirmed any more. */
export const stateFill: Record<State, string> = {
  unreadable: "fill-bad-cell",
  vanished: "fill-bad-cell",
  unhealthy: "fill-bad-cell",
  disconnected: "fill-bad-cell",
  unverified: "fill-blind-cell",
  overdue: "fill-warn-cell",
  reconnecting: "fill-warn-cell",
  draining: "fill-idle-cell",
  awaiting: "fill-idle-cell",
  unchecked: "fill-idle-cell",
  healthy: "fill-good-cell stale:stroke-line-2",
};
