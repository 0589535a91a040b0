"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FormFoot } from "@/components/ui/form-foot";
import { type CommandOutcome, sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { type CommandName, MayCommand } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/paths";
import { mayNotChangeWords } from "@/lib/format/command-words";

interface DeleteLeftoverProps {
  readonly command: "delete-serviceaccount" | "delete-serviceentry";
  readonly object: { readonly cluster: string; readonly namespace: string; readonly name: string; readonly uid: string; readonly resourceVersion: string };
  /** What goes with it, in sentences. */
  readonly words: readonly string[];
  readonly offered: readonly CommandName[];
  /** Told the uid once the API server accepted it. */
  readonly onAccepted: (uid: string) => void;
}

/** Deletes an object that nobody uses, after telling what goes with it. Not there where nothing may be written. */
export function DeleteLeftover({ offered, ...rest }: DeleteLeftoverProps) {
  const [open, setOpen] = useState(false);
  if (!offered.includes(rest.command)) return null;
  const { name } = rest.object;
  return (
    <>
      <Button aria-label={`Delete ${name}`} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Delete ${name}`}>
        <Confirm {...rest} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type ConfirmProps = Omit<DeleteLeftoverProps, "offered"> & { readonly onDone: () => void };

/** The deletion of the very version that was read when this opened. */
function Confirm({ command, object, words, onAccepted, onDone }: ConfirmProps) {
  const [seen] = useState(object);
  const may = useAnswer(apiPaths.command(command, seen), MayCommand);
  const [outcome, setOutcome] = useState<CommandOutcome | "sending" | null>(null);
  const send = async () => {
    if (outcome === "sending") return;
    setOutcome("sending");
    const came = await sendCommand({ name: command, address: seen, resourceVersion: seen.resourceVersion, input: { uid: seen.uid } });
    setOutcome(came);
    if (came.kind === "accepted") onAccepted(seen.uid);
  };
  const isAccepted = outcome !== null && outcome !== "sending" && outcome.kind === "accepted";
  const problem = outcome !== null && outcome !== "sending" && outcome.kind === "refused" ? outcome.problem : "";
  return (
    <div className="grid gap-3 px-4 py-3 wrap-anywhere text-ink-2">
      {words.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
      {may.kind === "here" && !may.value.may && <p>{mayNotChangeWords(may.value)}</p>}
      <FormFoot said={isAccepted ? "Accepted." : ""} problem={problem} isDone={isAccepted} onDone={onDone}>
        {may.kind === "here" && may.value.may && !isAccepted && (
          <Button look={outcome === "sending" ? "plain" : "primary"} aria-disabled={outcome === "sending"} onClick={() => void send()}>
            {outcome === "sending" ? "Deleting" : "Delete"}
          </Button>
        )}
      </FormFoot>
    </div>
  );
}
