"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormFoot } from "@/components/ui/form-foot";
import { sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { OwnerLine } from "./owner-line";

const RESOURCES = { "delete-serviceaccount": "serviceaccounts", "delete-serviceentry": "serviceentries" } as const;

export interface LeftoverFormProps {
  readonly command: keyof typeof RESOURCES;
  readonly object: { readonly cluster: string; readonly namespace: string; readonly name: string; readonly uid: string; readonly resourceVersion: string };
  /** What goes with it, in sentences. */
  readonly words: readonly string[];
  /** Told the uid once the API server accepted it. */
  readonly onAccepted: (uid: string) => void;
  readonly onDone: () => void;
}

/** The deletion of the very version that was read when this opened, once it is told whether a tool would make the object again. */
export function LeftoverForm({ command, object, words, onAccepted, onDone }: LeftoverFormProps) {
  const [seen] = useState(object);
  const may = useAnswer(apiPaths.command(command, seen), CommandPermission);
  const stored = useAnswer(apiPaths.object(seen.cluster, RESOURCES[command], seen.namespace, seen.name), ObjectYaml);
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const isReady = stored.kind !== "waiting" && !isSending;
  const remove = async () => {
    if (!isReady) return;
    const came = await send(() => sendCommand({ name: command, address: seen, resourceVersion: seen.resourceVersion, input: { uid: seen.uid } }));
    if (came?.kind === "accepted") onAccepted(seen.uid);
  };
  return (
    <div className="grid gap-3 px-4 py-3 wrap-anywhere text-ink-2">
      {words.map((one) => (
        <p key={one}>{one}</p>
      ))}
      <OwnerLine stored={stored} />
      {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
      {may.kind === "here" && !may.value.may && <p>{mayNotChangeWords(may.value)}</p>}
      <FormFoot said={isAccepted ? "Accepted." : ""} problem={problem} isDone={isAccepted} onDone={onDone}>
        {may.kind === "here" && may.value.may && !isAccepted && (
          <Button look={isReady ? "primary" : "plain"} aria-disabled={!isReady} onClick={() => void remove()}>
            {isSending ? "Deleting" : "Delete"}
          </Button>
        )}
      </FormFoot>
    </div>
  );
}
