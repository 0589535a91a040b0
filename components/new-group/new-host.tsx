"use client";

import { clsx } from "clsx";
import { useMemo } from "react";
import { YamlEditor } from "@/components/editor/yaml-editor";
import { type HostKind, readHost } from "@/lib/client/host-text";
import { usePreview } from "@/lib/client/use-preview";
import { formWaitsWords } from "@/lib/format/new-group/field-words";
import { takesNowWords } from "@/lib/format/new-group/reach-words";
import { HostFields } from "./host-fields";
import { AS_SIDECAR } from "./takers-hint";
import { useTextForm } from "./use-text-form";

interface NewHostProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: HostKind;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A host that is made with the group, as a form and as YAML that change each other, with whom it takes now and whose calls it would take over. */
export function NewHost({ cluster, namespace, kind, text, onChange }: NewHostProps) {
  const read = useMemo(() => readHost(text, kind, namespace), [text, kind, namespace]);
  const form = useTextForm({ text, read, isFresh: false, write: onChange });
  const { answer, problem } = usePreview(cluster, text, AS_SIDECAR);
  const notes = read.problem === null ? (answer?.notes ?? []) : [{ ...read.problem, level: "refuses" as const }];
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
        <HostTakes answer={answer} problem={problem} />
      </div>
    </div>
  );
}

const TONES = { bad: "text-bad", warn: "text-warn", info: "text-blind" } as const;

/** Whom the host takes now, and hosts that would change hands. */
function HostTakes({ answer, problem }: Pick<ReturnType<typeof usePreview>, "answer" | "problem">) {
  return (
    <div role="status" className="mt-2 grid gap-1 text-ink-2">
      {problem !== null && <p className="text-bad">{problem}</p>}
      {answer?.selector != null && <p>{takesNowWords(answer.selector.after)}</p>}
      {answer?.selector?.hostNotes.map((note) => (
        <p key={note.text} className={clsx(TONES[note.tone])}>
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
