"use client";

import { useMemo } from "react";
import { parse } from "yaml";
import { Difference } from "@/components/editor/difference";
import { YamlEditor } from "@/components/editor/yaml-editor";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { EditedObject } from "@/lib/client/edit-drafts";
import type { ReadGroup } from "@/lib/client/group-text";
import type { EditDraft } from "@/lib/contract/answers/drafts";
import { documentChanges, formatFieldPath } from "@/lib/domain/edit/field-changes";
import { EDITABLE_KIND_BY_RESOURCE } from "@/lib/domain/preview/kind-shapes";
import { fieldValue } from "@/lib/domain/preview/values";
import { changesWords, EDIT_PHASE_WORDS, editOfWords, reachOfEditWords } from "@/lib/format/edit/edit-words";
import { ownerWords } from "@/lib/format/new-group/owner-words";
import { EditConflict } from "./edit-conflict";
import { type Edit, type EditPhase, useEdit } from "./use-edit";

interface EditFormProps {
  readonly object: EditedObject;
  readonly draft: EditDraft;
  /** Called when the cluster says what was typed. */
  readonly onDone: () => void;
  /** Called when what was typed is not wanted. */
  readonly onDiscard: () => void;
}

/** An object's text under edit: what is said of it, what it would change, what somebody else changed meanwhile, and applying it. */
export function EditForm({ object, draft, onDone, onDiscard }: EditFormProps) {
  const edit = useEdit(object, draft, onDone);
  const { read, phase, newer } = edit;
  // What the API server would take was predicted wrongly where it was called refused.
  const told = phase.kind === "would" ? read.notes.filter(({ level }) => level !== "refuses") : read.notes;
  const notes = read.problem === null ? told : [{ ...read.problem, path: [], level: "refuses" as const }];
  return (
    <div className="mt-2">
      <AboutEdit object={object} draft={draft} />
      {!edit.isStored && <p className="mt-1.5 text-bad">This browser stores nothing: what you type is lost when you leave the page. Copy it before.</p>}
      {newer !== null && <EditConflict draft={draft} newer={newer} onGoOn={edit.goOn} />}
      <YamlEditor text={draft.text} base={draft.base} notes={notes} kind={EDITABLE_KIND_BY_RESOURCE[object.resource]} onChange={edit.type} />
      <Changes draft={draft} read={read} phase={phase} />
      <div className="mt-2.5 flex flex-wrap items-center justify-end gap-2">
        <p
          role="status"
          data-phase={phase.kind}
          data-problem={"code" in phase ? phase.code : undefined}
          className={`mr-auto min-w-0 text-s wrap-anywhere ${"problem" in phase ? "text-bad" : "text-ink-2"}`}
        >
          {"problem" in phase ? phase.problem : EDIT_PHASE_WORDS[phase.kind]}
        </p>
        <Button onClick={onDiscard}>Throw away</Button>
        <CopyButton text={draft.text} label="Copy the edit" wordy />
        <Actions edit={edit} isUnchanged={draft.text === draft.base} />
      </div>
    </div>
  );
}

/** Asking, and applying what the API server would take. Neither while there are two sides to choose from. */
function Actions({ edit: { read, phase, newer, send }, isUnchanged }: { readonly edit: Edit; readonly isUnchanged: boolean }) {
  const isReadable = read.problem === null && newer === null && !isUnchanged;
  const isBusy = phase.kind === "asking" || phase.kind === "applying" || phase.kind === "accepted";
  const canAsk = isReadable && !isBusy;
  const canApply = canAsk && (phase.kind === "would" || phase.kind === "unknown");
  return (
    <>
      <Button aria-disabled={!canAsk} onClick={() => canAsk && send(true)}>
        Check (dry run)
      </Button>
      <Button look={canApply ? "primary" : "plain"} aria-disabled={!canApply} onClick={() => canApply && send(false)}>
        Apply
      </Button>
    </>
  );
}

function AboutEdit({ object, draft }: Pick<EditFormProps, "object" | "draft">) {
  const annotations = useMemo(() => fieldValue(fieldValue(parse(draft.base), "metadata"), "annotations"), [draft.base]);
  const isRegistered = fieldValue(annotations, "istio.io/autoRegistrationGroup") !== undefined;
  const reach = reachOfEditWords({ kind: EDITABLE_KIND_BY_RESOURCE[object.resource], isRegistered });
  return (
    <div className="grid max-w-[62em] gap-1 text-s text-ink-2">
      <p>{editOfWords(draft)}</p>
      {reach !== "" && <p>{reach}</p>}
      {draft.owner !== null && (
        <p data-owner={draft.owner.tool} data-mark={draft.owner.name} className="text-warn">
          {ownerWords(draft.owner)}
        </p>
      )}
    </div>
  );
}

/** Which fields the text changes; once the API server was asked, also line by line and with what it warned of. */
function Changes({ draft, read, phase }: { readonly draft: EditDraft; readonly read: ReadGroup; readonly phase: EditPhase }) {
  const base = useMemo<unknown>(() => parse(draft.base), [draft.base]);
  if (read.problem !== null) return null;
  const fields = documentChanges(base, read.value).map(({ path }) => formatFieldPath(path));
  return (
    <div className="mt-2 text-s text-ink-2">
      <p data-changed-fields={fields.join(" ")} className="wrap-anywhere">
        {changesWords({ fields })}
      </p>
      {phase.kind === "would" && (
        <>
          {phase.warnings.map((warning) => (
            <p key={warning} className="text-warn">
              {warning}
            </p>
          ))}
          <Difference before={draft.base} after={draft.text} />
        </>
      )}
    </div>
  );
}
