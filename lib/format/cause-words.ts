import type { EndingCause } from "@/lib/domain/history/transition";
import { causeOf } from "./loss-words";

const CAUSES: Record<EndingCause, string> = {
  left: "disconnected and not back within the grace period",
  swept: "swept by istiod: its connection was too old, or its time not valid",
  "found-missing": "gone while Stolos did not observe it",
  removed: "deleted by a user or a program; istiod had no reason to",
  unknown: "cause not known",
  deleted: "deleted by a user or a program",
  "group-deleted": "deleted with its group",
  planned: "gone as planned: its group marked it",
  drained: "deleted by a user or a program while draining",
};

/** Why an entry ended, in a phrase without its times. */
export function causeWords(cause: string): string {
  const known = causeOf(cause);
  return known === null ? "gone" : CAUSES[known];
}
