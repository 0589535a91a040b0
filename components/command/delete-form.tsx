"use client";

import { type FormEvent, useState } from "react";
import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
import { sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { ObjectDeletionImpact } from "@/lib/contract/answers/deletion";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { managedElsewhereWords, mayNotChangeWords } from "@/lib/format/command-words";
import { typeNameWords } from "@/lib/format/write-words";
import type { ShownObject } from "./delete-object";
import { ImpactLines } from "./impact-lines";

interface DeleteFormProps {
  readonly name: "delete-workloadentry" | "delete-workloadgroup";
  readonly object: ShownObject;
  readonly onDone: () => void;
}

/** What goes with it, then the deletion of the very version that was read when this opened. */
export function DeleteForm({ name, object, onDone }: DeleteFormProps) {
  const [seen] = useState(object);
  const { cluster, namespace } = seen;
  const isEntry = name === "delete-workloadentry";
  const may = useAnswer(apiPaths.command(name, seen), CommandPermission);
  const impact = useAnswer(apiPaths.impact(isEntry ? "workloadentries" : "workloadgroups", cluster, namespace, seen.name), ObjectDeletionImpact);
  // Typed on purpose for this one deletion: it is not kept beyond the form, as what is typed into other forms is.
  const [typed, setTyped] = useState("");
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const losing = impact.kind === "here" && impact.value.hosts.length > 0;
  const isReady = impact.kind === "here" && (!losing || typed.trim() === seen.name) && !isSending;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    await send(() => sendCommand({ name, address: seen, resourceVersion: seen.resourceVersion, input: { uid: seen.uid } }));
  };
  return (
    <form onSubmit={submit} className="grid gap-3 px-4 py-3 wrap-anywhere">
      {impact.kind === "waiting" && (
        <p data-reading="deletion" className="text-ink-2">
          Reading what goes with it
        </p>
      )}
      {impact.kind === "refused" && <p className="text-bad">{impact.problem}</p>}
      <NotRenewedLine answer={impact} />
      {impact.kind === "here" && <ImpactLines impact={impact.value} />}
      {seen.managedBy !== "" && <p className="text-warn">{managedElsewhereWords({ manager: seen.managedBy, noun: isEntry ? "machine" : "group" })}</p>}
      {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
      {may.kind === "here" && !may.value.may && <p className="text-ink-2">{mayNotChangeWords(may.value)}</p>}
      {may.kind === "here" && may.value.may && losing && !isAccepted && <Field label={typeNameWords(seen)} value={typed} onChange={setTyped} />}
      <FormFoot said={isAccepted ? "Accepted; the page follows the cluster." : ""} problem={problem} isDone={isAccepted} onDone={onDone}>
        {may.kind === "here" && may.value.may && !isAccepted && (
          <Button type="submit" look={isReady ? "primary" : "plain"} aria-disabled={!isReady}>
            {isSending ? "Deleting" : "Delete"}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}
