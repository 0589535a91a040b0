"use client";

import { useMemo } from "react";
import { YamlEditor } from "@/components/editor/yaml-editor";
import type { GroupNote } from "@/lib/client/group-text";
import { type HostKind, readHost } from "@/lib/client/host-text";
import { withRefusal } from "@/lib/client/refusal-notes";
import { triedInDraft, usePreview } from "@/lib/client/use-preview";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { selectorEdit } from "@/lib/domain/new-group/initial-yaml";
import { formWaitsWords } from "@/lib/format/new-group/field-words";
import { HostFields } from "./host-fields";
import { HostTakes } from "./host-takes";
import { useTextForm } from "./use-text-form";

interface NewHostProps {
  /** The draft whose group is made with the host, and what that says; undefined = it cannot be read. */
  readonly draft: GroupDraft;
  readonly group: unknown;
  readonly kind: HostKind;
  readonly text: string;
  /** What was refused of it, of what it still says. */
  readonly refused: readonly GroupNote[];
  readonly onChange: (text: string) => void;
}

/** A host that is made with the group, as a form and as YAML that change each other, with whom it takes and whose calls it would take over. */
export function NewHost({ draft, group, kind, text, refused, onChange }: NewHostProps) {
  const { cluster, namespace } = draft;
  const read = useMemo(() => withRefusal(readHost(text, kind, namespace), refused), [text, kind, namespace, refused]);
  const form = useTextForm({ text, read, isFresh: false, write: onChange });
  const { answer, problem } = usePreview(cluster, text, triedInDraft(draft, { newGroup: true }));
  const notes = read.problem === null ? [...refused, ...(answer?.notes ?? [])] : [{ ...read.problem, path: [], level: "refuses" as const }];
  return (
    <div className="mt-5 grid grid-cols-1 gap-x-[34px] gap-y-[34px] wide:grid-cols-2">
      <fieldset disabled={read.problem !== null} className="min-w-0">
        <legend className="sr-only">The host as a form</legend>
        {read.problem !== null && (
          <p role="alert" className="mb-3 text-bad">
            {formWaitsWords(read.problem)}
          </p>
        )}
        <HostFields form={form} kind={kind} namespace={namespace} />
      </fieldset>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4 text-s text-ink-3">
          <h2 className="text-m font-semibold text-ink">YAML</h2>
          both sides can be edited; comments stay
        </div>
        <YamlEditor text={text} base="" notes={notes} kind={kind} onChange={onChange} />
        <HostTakes answer={answer} problem={problem} onSelect={() => form.edit(selectorEdit(kind, group))} />
      </div>
    </div>
  );
}
