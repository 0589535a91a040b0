import type { ActivityRow } from "@/lib/contract/answers/history";
import { TRANSITIONS, type TransitionType } from "@/lib/domain/history/transition";

/** What every machine does every half hour, and what is told already: by the change it follows from, or by the gap between the lines. */
const ROUTINE: ReadonlySet<TransitionType> = new Set<TransitionType>(["connected", "disconnected", "renewed", "serving", "blind"]);

/** The types that are worth a line where no type is asked for. */
export const TOLD_TYPES: readonly TransitionType[] = TRANSITIONS.filter((type) => !ROUTINE.has(type));

/** A reconnection within the grace period turns the word of a machine twice: routine as well. */
export function isRoutine({ type, from, to }: Pick<ActivityRow, "type" | "from" | "to">): boolean {
  if (ROUTINE.has(type)) return true;
  return type === "state" && (to === "reconnecting" || (from === "reconnecting" && (to === "healthy" || to === "unchecked")));
}
