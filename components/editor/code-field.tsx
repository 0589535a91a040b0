"use client";

import type { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import type { DocumentShape } from "@/lib/domain/preview/shape";
import { createCodeView, goToCodeLine, showNotes, showText } from "./code-view";
import { lineMarks } from "./line-marks";

/** How a page moves in the text. */
export interface CodeHandle {
  goTo(line: number): void;
}

export interface CodeFieldProps {
  readonly text: string;
  readonly base: string;
  readonly notes: readonly PreviewDiagnostic[];
  readonly shape: DocumentShape | null;
  readonly describedBy: string;
  /** Where the caret stood in what this takes the place of; null = nobody was typing there. */
  readonly caret: number | null;
  readonly onChange: (text: string) => void;
  readonly onReady: (handle: CodeHandle) => void;
}

/** A text in an editor that completes fields and marks lines; loaded by whoever edits. */
export function CodeField(props: CodeFieldProps) {
  const { text, base, notes } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const last = useRef(props);
  useEffect(() => {
    last.current = props;
  });
  useEffect(() => {
    if (parent.current === null) return;
    const { text: begun, describedBy, caret, onReady } = last.current;
    const made = createCodeView({
      parent: parent.current,
      text: begun,
      describedBy,
      shape: () => last.current.shape,
      onChange: (typed) => typed !== last.current.text && last.current.onChange(typed),
    });
    view.current = made;
    onReady({ goTo: (line) => goToCodeLine(made, line) });
    if (caret !== null) {
      made.dispatch({ selection: { anchor: Math.min(caret, made.state.doc.length) } });
      made.focus();
    }
    return () => {
      made.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    if (view.current === null) return;
    showText(view.current, text);
    showNotes(view.current, notes, lineMarks(text.split("\n"), base, notes));
  }, [text, base, notes]);
  return <div ref={parent} />;
}
