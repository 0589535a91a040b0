import type { LossCause } from "@/lib/domain/history/transition";
import { causeOf } from "./loss-words";

const CAUSES: Record<LossCause, string> = {
  left: "disconnected and not back within the grace period",
  swept: "swept: nobody could vouch for its connection",
  "found-missing": "gone while nobody was looking",
  removed: "deleted while connected; nothing says by whom",
  deleted: "deleted by a person or a tool",
  "group-deleted": "deleted with its group",
  drained: "drained, then gone",
};

/** Why an entry ended, in a phrase without its times. */
export function causeWords(cause: string): string {
  const known = causeOf(cause);
  return known === null ? "gone" : CAUSES[known];
}
