"use client";

import { Button } from "@/components/ui/button";
import type { DataAttributes } from "@/components/ui/data-attributes";
import type { Tried } from "@/lib/client/use-preview";
import type { NewMachinesPreview, PreviewHostNameNote } from "@/lib/contract/answers/preview";
import { newMachinesWords } from "@/lib/format/new-group/new-machines-words";
import { takesNowWords } from "@/lib/format/new-group/reach-words";

const TONES = { bad: "text-bad", warn: "text-warn", info: "text-blind", plain: "" } as const;

interface HostTakesProps extends Pick<Tried, "answer" | "problem"> {
  /** Writes the labels of the group into the host's selector. */
  readonly onSelect: () => void;
}

/** The texts about the machines of a new group, each with its values. */
export function newMachineLines(machines: NewMachinesPreview) {
  const { stand, reasons, pairs = [] } = machines;
  const standing = {
    ...{ "data-stand": stand, "data-reasons": reasons?.join(" ") },
    "data-wanted": pairs.map(({ key, wanted }) => `${key}=${wanted}`).join(" "),
    "data-found": pairs.map(({ key, found }) => `${key}=${found ?? ""}`).join(" "),
  };
  return newMachinesWords(machines).map(({ port, ...line }) => ({
    ...line,
    data: port === undefined ? standing : { "data-port": port.number, "data-target": port.target ?? undefined },
  }));
}

/** The values of a text about the owner of a host. */
export function changeAttributes(change: PreviewHostNameNote["change"]): DataAttributes {
  if (change === undefined) return {};
  return { "data-change": change.is, "data-host": change.host, "data-owner": change.owner, "data-callers": change.callers.join(" ") };
}

/** Whom a new host takes now, what becomes of the machines of the group that is made with it, and hosts that would change hands. */
export function HostTakes({ answer, problem, onSelect }: HostTakesProps) {
  const selector = answer?.selector ?? null;
  return (
    <div className="mt-2 grid gap-2 text-ink-2">
      <div role="status" data-section="host-takes" data-taken={selector?.after.taken} data-answers={selector?.after.answers} className="grid gap-1">
        {problem !== null && <p className="text-bad">{problem}</p>}
        {selector?.newMachines !== undefined &&
          newMachineLines(selector.newMachines).map(({ tone, text, data }) => (
            <p key={text} {...data} className={TONES[tone]}>
              {text}
            </p>
          ))}
        {selector !== null && <p>{takesNowWords(selector.after)}</p>}
        {selector?.hostNotes.map((note) => (
          <p key={note.text} {...changeAttributes(note.change)} className={TONES[note.tone]}>
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
