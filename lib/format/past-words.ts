import { notSeenPhrase } from "./source-words";
import { listOf } from "./text/lists";
import { sentence } from "./text/sentence";

/** What the record says of itself around a moment; times in milliseconds. */
interface RecordThen {
  readonly gaps: readonly { readonly reason: string; readonly blindTo: readonly string[] }[];
  readonly recorded: { readonly since: number | null };
  /** Learned sizes are computed, because the history did not store them then. */
  readonly sizesComputed?: true | undefined;
}

/** What a page of the past cannot know of its moment, a sentence each; none where all was seen. `then` null = not answered yet. */
export function pastDoubts(at: number, now: number, then: RecordThen | null): readonly string[] {
  if (at > now) return ["This moment is still to come: what is shown is the last that is known."];
  if (then === null) return [];
  if (then.recorded.since === null) return ["Nothing is recorded yet."];
  if (at < then.recorded.since) return ["Nobody recorded this moment: it was before the record begins."];
  const sizes = then.sizesComputed === true ? ["Learned sizes are computed. An earlier version did not store the sizes that its pages showed."] : [];
  return [...new Set([...then.gaps.map(({ reason, blindTo }) => doubtOf(reason, blindTo)), ...sizes])];
}

/** Why a page of the past goes no minute further. */
export const NOT_YET = "A minute later is still to come.";

/** A part of an address that cannot be read: its name, what stands there, and (`form`) how it would have to look. */
export interface UnreadPart {
  readonly name: "at" | "window";
  readonly spelled: string;
  readonly form: string;
}

/** What to say above a page whose address cannot be read as it is meant: what is shown instead, and the way out. A long text is cut. */
export function unreadPart({ name, spelled, form }: UnreadPart): { readonly title: string; readonly sentence: string; readonly todo: string } {
  const letters = [...spelled];
  const shown = letters.length > LONGEST_SPELLED ? `${letters.slice(0, LONGEST_SPELLED).join("")}…` : spelled;
  const what =
    name === "at" ? "which is no moment. What you see is of now." : "which is no window of time. What you see is of the window that is shown without it.";
  return { title: "Not understood", sentence: `The address says ${name}=${shown}, ${what}`, todo: `Write ${form}, or take ${name}= out of the address.` };
}

const LONGEST_SPELLED = 60;

/** What a gap keeps from being known: all of it, or some kinds. `reason` is why nobody saw. */
function blindPhrase(blindTo: readonly string[]): string {
  return blindTo.length === 0 ? "nobody was looking" : listOf(blindTo.map(notSeenPhrase));
}

function doubtOf(reason: string, blindTo: readonly string[]): string {
  const why = reason === "" ? "" : ` ${sentence(reason)}`;
  return `${blindTo.length === 0 ? "Nobody recorded this moment; what is shown is the last that was seen." : sentence(`then ${blindPhrase(blindTo)}`)}${why}`;
}
