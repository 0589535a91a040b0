"use client";

import { clsx } from "clsx";
import { YamlEditor } from "@/components/editor/yaml-editor";
import { usePreview } from "@/lib/client/use-preview";
import { takesNowWords } from "@/lib/format/new-group/reach-words";
import { AS_SIDECAR } from "./takers-hint";

interface NewHostProps {
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const TONES = { bad: "text-bad", warn: "text-warn", info: "text-blind" } as const;

/** A host that is made with the group: its YAML, whom it takes now, and hosts that would change hands. */
export function NewHost({ cluster, kind, text, onChange }: NewHostProps) {
  const { answer, problem } = usePreview(cluster, text, AS_SIDECAR);
  const notes = answer?.notes ?? [];
  return (
    <>
      <YamlEditor text={text} base="" notes={notes} kind={kind} onChange={onChange} />
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
    </>
  );
}
