"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
import { PopoverFoot } from "@/components/ui/popover-foot";
import { sendCommand } from "@/lib/client/send-command";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { useTypedText } from "@/lib/client/use-typed-text";
import { managedElsewhereWords } from "@/lib/format/command-words";
import { drainWords } from "@/lib/format/write-words";
import type { EntryWithDetail } from "./use-last-seen";

export type DrainCommand = "drain-workloadentry" | "undrain-workloadentry";

interface DrainFormProps extends EntryWithDetail {
  /** Does not change while the form is open. */
  readonly command: DrainCommand;
  readonly onDone: () => void;
}

/** Form to drain a machine with a reason, or to undo a drain. The page shows the change when the watch reports it. */
export function DrainForm({ command, row, detail, onDone }: DrainFormProps) {
  const { cluster, namespace, name, uid } = row;
  const reason = useTypedText(["drain", cluster, namespace, name]);
  // The resource version from when the form opened, so that the form never overwrites a later change that the user has not seen.
  const [seen, setSeen] = useState(detail.resourceVersion);
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const isDrain = command === "drain-workloadentry";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = { address: { cluster, namespace, name }, resourceVersion: seen };
    const came = await send(() =>
      isDrain ? sendCommand({ ...asked, name: command, input: { uid, reason: reason.text } }) : sendCommand({ ...asked, name: command, input: { uid } }),
    );
    if (came !== null) setSeen(detail.resourceVersion);
    if (came?.kind === "accepted") reason.forget();
  };
  const end = () => {
    reason.forget();
    onDone();
  };
  return (
    <form onSubmit={submit} className="grid gap-2.5 wrap-anywhere">
      {isDrain ? (
        <>
          {drainWords(row).map((words) => (
            <p key={words} className="text-s text-ink-2">
              {words}
            </p>
          ))}
          <Field label="Why" value={reason.text} onChange={reason.type} problem={problem} hint="Kept at the entry as the annotation stolos.dev/drain-reason." />
        </>
      ) : (
        <p className="text-s text-ink-2">Callers are sent the machine again, as far as its health lets it.</p>
      )}
      {!isDrain && problem !== "" && <p className="text-s text-bad">{problem}</p>}
      {detail.managedBy !== "" && <p className="text-s text-warn">{managedElsewhereWords({ manager: detail.managedBy, noun: "machine" })}</p>}
      <PopoverFoot>
        <FormFoot
          said={isAccepted ? "Accepted; the page follows the cluster." : ""}
          data={isAccepted ? { "data-outcome": "accepted" } : {}}
          isDone={isAccepted}
          onDone={end}
        >
          {!isAccepted && (
            <Button type="submit" look={isSending ? "plain" : "primary"} aria-disabled={isSending}>
              {isDrain ? "Drain it" : "Undrain it"}
            </Button>
          )}
        </FormFoot>
      </PopoverFoot>
    </form>
  );
}
