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
  const selector = answer?.selector ?? null;
  return (
    <div className="mt-2 grid gap-2 text-ink-2">
      <div role="status" className="grid gap-1">
        {problem !== null && <p className="text-bad">{problem}</p>}
        {selector?.newMachines !== undefined &&
          newMachinesWords(selector.newMachines).map(({ tone, text }) => (
            <p key={text} className={TONES[tone]}>
              {text}
            </p>
          ))}
        {selector !== null && <p>{takesNowWords(selector.after)}</p>}
        {selector?.hostNotes.map((note) => (
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
      {selector?.newMachines?.isByLabels === true && (
        <div>
          <Button onClick={onSelect}>Select by the group's labels</Button>
        </div>
      )}
    </div>
  );
}
