"use client";

import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { documentShapeOfKind, type EditableKind } from "@/lib/domain/preview/kind-shapes";
import type { CodeFieldProps, CodeHandle } from "./code-field";
import { DocumentEditor } from "./document-editor";
import { goToLine } from "./go-to-line";
import { LineNotes } from "./line-notes";

interface YamlEditorProps {
  readonly text: string;
  /** The object as it is, whose other lines are marked; "" = there is none to compare with. */
  readonly base: string;
  readonly notes: readonly PreviewDiagnostic[];
  /** What is written; its fields are completed. */
  readonly kind: EditableKind;
  readonly onChange: (text: string) => void;
}

type CodeFieldComponent = ComponentType<CodeFieldProps>;

/** A YAML text that is edited, with what is said of its lines. A plain field until the editor is loaded, and for good where it cannot be. */
export function YamlEditor({ text, base, notes, kind, onChange }: YamlEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const handle = useRef<CodeHandle | null>(null);
  const [loaded, setLoaded] = useState<{ readonly Field: CodeFieldComponent; readonly caret: number | null } | null>(null);
  useEffect(() => {
    let isHere = true;
    const place = ({ CodeField }: { readonly CodeField: CodeFieldComponent }) => {
      const isTyping = document.activeElement === area.current && area.current !== null;
      if (isHere) setLoaded({ Field: CodeField, caret: isTyping ? (area.current?.selectionStart ?? null) : null });
    };
    // Where it cannot be loaded the plain field stays: it can do all but complete.
    import("./code-field").then(place, () => undefined);
    return () => {
      isHere = false;
    };
  }, []);
  const goTo = (line: number) => (handle.current === null ? goToLine(area.current, text, line) : handle.current.goTo(line));
  const said = <LineNotes notes={notes} onGo={goTo} />;
  if (loaded === null) {
    return (
      <DocumentEditor text={text} base={base} notes={notes} onChange={onChange} area={area}>
        {said}
      </DocumentEditor>
    );
  }
  return (
    <div className="mt-3 rounded-control border border-line bg-sunken has-[.cm-focused]:outline-2 has-[.cm-focused]:outline-accent">
      <loaded.Field
        text={text}
        base={base}
        notes={notes}
        shape={documentShapeOfKind(kind)}
        describedBy={id}
        caret={loaded.caret}
        onChange={onChange}
        onReady={(ready) => {
          handle.current = ready;
        }}
      />
      <div id={id}>
        {said}
        <p className="border-t border-line bg-paper px-3 py-1.5 text-s text-ink-3">Tab indents. To leave the text by keyboard, press Esc and then Tab.</p>
      </div>
    </div>
  );
}
