"use client";

import { Button } from "@/components/ui/button";
import type { Tried } from "@/lib/client/use-preview";
import { newMachinesWords } from "@/lib/format/new-group/new-machines-words";
import { takesNowWords } from "@/lib/format/new-group/reach-words";

const TONES = { bad: "text-bad", warn: "text-warn", info: "text-blind", plain: "" } as const;

interface HostTakesProps extends Pick<Tried, "answer" | "problem"> {
  /** Writes the labels of the group into the host's selector. */
  readonly onSelect: () => void;
}

/** Whom a new host takes now, what becomes of the machines of the group that is made with it, and hosts that would change hands. */
export function HostTakes({ answer, problem, onSelect }: HostTakesProps) {
  const { newMachines, hostNotes = [], after } = answer?.selector ?? {};
  return (
    <div role="status" className="mt-2 grid gap-1 text-ink-2">
      {problem !== null && <p className="text-bad">{problem}</p>}
      {newMachines !== undefined &&
        newMachinesWords(newMachines).map(({ tone, text }) => (
          <p key={text} className={TONES[tone]}>
            {text}
          </p>
        ))}
      {newMachines?.isByLabels === true && (
        <div>
          <Button onClick={onSelect}>Select by the group's labels</Button>
        </div>
      )}
      {after !== undefined && <p>{takesNowWords(after)}</p>}
      {hostNotes.map((note) => (
        <p key={note.text} className={TONES[note.tone]}>
          {note.text}
        </p>
      ))}
      {answer?.missing.map((missing) => (
        <p key={missing} className="text-blind">
          {missing}
        </p>
      ))}
    </div>
  );
}
