import type { SelectionCompleteness } from "@/lib/contract/views/selected-by";
import { doubtSentence } from "@/lib/format/host/not-seen-words";

interface DoubtNotesProps {
  /** What is out of sight, a sentence each. */
  readonly notes: readonly string[];
  readonly doubts: SelectionCompleteness["doubts"];
}

/** What a list of hosts rests on that is not known: what is out of sight, and settings that are a guess. */
export function DoubtNotes({ notes, doubts }: DoubtNotesProps) {
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="mt-2 text-s text-blind">
          {note}
        </p>
      ))}
      {doubts.map((doubt) => (
        <p key={doubt.setting} className={`mt-2 text-s ${doubt.kind === "denied" ? "text-blind" : "text-ink-3"}`}>
          {doubtSentence(doubt)}
        </p>
      ))}
    </>
  );
}
