"use client";

import { type FormEvent, useState } from "react";
import { statementAttributes } from "@/components/state/statement";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
import { DELETION_OUTCOMES, type DeletionOutcome } from "@/lib/domain/entry/origin";
import { bulkCommandResult } from "@/lib/domain/statements/activity";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { severalDoneWords, severalFatesWords, severalMissingWords, typeCountWords } from "@/lib/format/write-words";
import { DeletionLines } from "./deletion-lines";
import { EndpointLosses } from "./endpoint-losses";
import { isToSend, useDeleteSeveral } from "./use-delete-several";

interface DeleteSeveralFormProps {
  /** `CLUSTER/UID` of each, as they were chosen when this opened. */
  readonly ids: readonly string[];
  /** Told which were accepted, or are not there any more. */
  readonly onGone: (ids: readonly string[]) => void;
  readonly onDone: () => void;
}

/** What goes with several entries together, then the deletion of each, of the very version that was read. */
export function DeleteSeveralForm({ ids, onGone, onDone }: DeleteSeveralFormProps) {
  const { read, lines, running, send } = useDeleteSeveral(ids, onGone);
  // Typed on purpose for this one deletion: it is not kept beyond the form, as what is typed into other forms is.
  const [typed, setTyped] = useState("");
  const waiting = lines.filter(isToSend);
  const tried = lines.filter(({ outcome }) => outcome !== null && outcome !== "sending");
  const accepted = tried.filter(({ outcome, gone }) => gone || (outcome !== "sending" && outcome?.kind === "accepted"));
  const came = { accepted: accepted.length, refused: tried.length - accepted.length };
  const impact = read !== null && read.kind === "here" ? read.value.impact : null;
  const losing = impact !== null && impact.hosts.length > 0 && waiting.length > 0;
  const isReady = impact !== null && waiting.length > 0 && !running && (!losing || typed.trim() === String(waiting.length));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    await send();
    setTyped("");
  };
  const isShown = impact !== null && (waiting.length > 0 || running);
  return (
    <form onSubmit={submit} className="grid gap-3 px-4 py-3 wrap-anywhere text-ink-2">
      {read === null && <p data-reading="deletion">Reading what goes with {oneOrMany(ids.length, "it", "them")}, and what you may do</p>}
      {read !== null && read.kind === "refused" && <p className="text-bad">{read.problem}</p>}
      <DeletionLines lines={lines} />
      {impact !== null && impact.missing.length > 0 && <p>{severalMissingWords({ count: impact.missing.length })}</p>}
      {isShown && (
        <>
          <ul aria-label="What becomes of their machines" className="list-disc pl-5">
            {fatesOf(waiting.map(({ entry }) => entry.fate)).map(({ fate, count, words }) => (
              <li key={fate} data-fate={fate} data-count={count}>
                {words}
              </li>
            ))}
          </ul>
          <EndpointLosses lost={impact} />
        </>
      )}
      {losing && !running && <Field label={typeCountWords({ count: waiting.length })} value={typed} onChange={setTyped} />}
      <FormFoot
        said={tried.length > 0 && !running ? severalDoneWords(came) : ""}
        data={tried.length > 0 && !running ? statementAttributes(bulkCommandResult(came)) : {}}
        isDone={tried.length > 0}
        onDone={onDone}
      >
        {(waiting.length > 0 || running) && (
          <Button type="submit" look={isReady ? "primary" : "plain"} aria-disabled={!isReady}>
            {running ? "Deleting" : `Delete ${tried.length > 0 ? "the other " : ""}${plural(waiting.length, "entry", "entries")}`}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

/** The machines of deleted entries by what becomes of them, worst first. */
function fatesOf(fates: readonly DeletionOutcome[]): readonly { readonly fate: DeletionOutcome; readonly count: number; readonly words: string }[] {
  return DELETION_OUTCOMES.flatMap((fate) => {
    const own = fates.filter((one) => one === fate);
    return severalFatesWords(own).map((words) => ({ fate, count: own.length, words }));
  });
}
