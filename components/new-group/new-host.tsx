"use client";

import { clsx } from "clsx";
import { useRef } from "react";
import { DocumentEditor } from "@/components/editor/document-editor";
import { goToLine } from "@/components/editor/go-to-line";
import { LineNotes } from "@/components/editor/line-notes";
import { usePreview } from "@/lib/client/use-preview";
import { takesNowWords } from "@/lib/format/new-group/reach-words";
import { AS_SIDECAR } from "./takers-hint";

interface NewHostProps {
  readonly cluster: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const TONES = { bad: "text-bad", warn: "text-warn", info: "text-blind" } as const;

/** A host that is made with the group: its YAML, whom it takes now, and hosts that would change hands. */
export function NewHost({ cluster, text, onChange }: NewHostProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { answer, problem } = usePreview(cluster, text, AS_SIDECAR);
  const notes = answer?.notes ?? [];
  return (
    <>
      <DocumentEditor text={text} base="" notes={notes} onChange={onChange} area={area}>
        <LineNotes notes={notes} onGo={(line) => goToLine(area.current, text, line)} />
      </DocumentEditor>
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
