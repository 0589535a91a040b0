import type { CommandOutcome } from "@/lib/client/send-command";

/** The values of a command's outcome: "sending", "accepted" or "refused", and the HTTP status of a refusal. */
export function outcomeAttributes(outcome: CommandOutcome | "sending" | null) {
  if (outcome === null || outcome === "sending") return { "data-outcome": outcome ?? undefined };
  return { "data-outcome": outcome.kind, "data-status": outcome.kind === "refused" ? (outcome.status ?? undefined) : undefined };
}
