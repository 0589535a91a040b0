import { formatEvidence } from "@/lib/domain/history/read-evidence";
import type { Transition, TransitionType } from "@/lib/domain/history/transition";
import { formatFacts, storableFacts } from "@/lib/domain/history/transition-facts";
import { cleanText, truncateText } from "@/lib/domain/object/clean-text";
import { stateOfCode } from "@/lib/domain/verdict/state-code";
import { factsWords } from "@/lib/format/facts-words";
import type { Tables } from "./batch-context";
import type { HistorySchema } from "./schema";
import type { News } from "./settle-versions";

const ROWS_AT_ONCE = 1_000;

export type TransitionRow = Omit<HistorySchema["transition"], "id" | "facts"> & { readonly facts: string | null };

/**
 * Transitions as rows; what a stranger wrote is cut to a length, and holds no character that PostgreSQL refuses. What is kept as facts is worded in
 * `detail` as well: the version before this one reads only that, and the log is searched in it.
 */
export function transitionRows(subjectId: number, key: string, seriesId: number | null, transitions: readonly Transition[]): TransitionRow[] {
  return transitions.map((transition) => {
    const { type, at, notBefore, from, to } = transition;
    const [from_word, to_word] = [storable(from), storable(to)];
    return { subject_id: subjectId, version_key: key, type, series_id: seriesId, at, not_before: notBefore, from_word, to_word, ...keptOf(transition) };
  });
}

/** Transitions of the first version that a recorder knows. A subject that the history has open does not appear again. */
const APPEARANCES: ReadonlySet<TransitionType> = new Set(["appeared", "group-created", "service-created", "object-created"]);

/**
 * Lets transitions follow a stored version from which they do not start: they happen at its begin at the earliest, and from its state. The appearance of an
 * entry becomes a change of its state.
 */
export function transitionsAfter(transitions: readonly Transition[], after: News["after"]): readonly Transition[] {
  if (after === null) return transitions;
  const state = stateOfCode(after.state);
  return transitions.flatMap((transition) => {
    const moved = { ...transition, at: Math.max(transition.at, after.at) };
    const isAppearance = APPEARANCES.has(transition.type);
    if (isAppearance && (state === null || transition.type !== "appeared")) return [];
    if (state === null || (!isAppearance && transition.type !== "state" && transition.type !== "ended")) return [moved];
    return moved.to === state ? [] : [{ ...moved, type: isAppearance ? "state" : transition.type, from: state }];
  });
}

function keptOf({ detail, evidence, facts }: Transition): Pick<TransitionRow, "detail" | "facts"> {
  if (facts === undefined) return { detail: storable(detail), facts: evidence === undefined ? null : formatEvidence(evidence) };
  const kept = storableFacts(facts);
  return { detail: storable(factsWords(kept)), facts: formatFacts(kept) };
}

/** Inserts those that are not there yet. */
export async function insertTransitions(tables: Tables, rows: readonly TransitionRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tables
      .insertInto("transition")
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const LONGEST_TEXT = 16_000;

function storable(text: string): string {
  return cleanText(truncateText(text, LONGEST_TEXT));
}
