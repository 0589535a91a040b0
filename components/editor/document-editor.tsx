"use client";

import { type ReactNode, type Ref, useId, useMemo } from "react";
import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { EditorLine } from "./editor-line";
import { lineMarks } from "./line-marks";

interface DocumentEditorProps {
  readonly text: string;
  /** The object as it is, whose other lines are marked; "" = there is none to compare with. */
  readonly base: string;
  readonly notes: readonly PreviewDiagnostic[];
  readonly onChange: (text: string) => void;
  readonly area: Ref<HTMLTextAreaElement>;
  /** What stands under the lines and belongs to them. */
  readonly children?: ReactNode;
}

/** A text with numbered lines: those that the edit added and those that something is said of are marked. The text itself is a plain field. */
export function DocumentEditor({ text, base, notes, onChange, area, children }: DocumentEditorProps) {
  const id = useId();
  const lines = useMemo(() => text.split("\n"), [text]);
  const marks = useMemo(() => lineMarks(lines, base, notes), [lines, base, notes]);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 40);
  return (
    <div className="mt-3 overflow-hidden rounded-control border border-line bg-sunken has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
      <div className="overflow-x-auto py-2.5 font-mono text-s leading-[1.65]">
        <div className="grid w-max min-w-full">
          <ol aria-hidden="true" className="pointer-events-none [grid-area:1/1]">
            {lines.map((line, index) => {
              // A line has no other name than its number.
              const number = index + 1;
              return <EditorLine key={number} number={number} text={line} mark={marks.get(index) ?? null} />;
            })}
          </ol>
          <textarea
            ref={area}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            // Tab goes on to what is next, as everywhere; Escape leaves the text, and once more the page.
            onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
            rows={lines.length}
            cols={longest + 2}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            autoComplete="off"
            wrap="off"
            aria-label="The object as YAML"
            aria-describedby={id}
            aria-invalid={notes.some(({ level }) => level === "refuses")}
            className="block w-full min-w-full resize-none overflow-hidden bg-transparent pl-[52px] text-transparent caret-ink outline-none [grid-area:1/1] selection:text-ink focus-visible:outline-none forced-colors:text-ink"
          />
        </div>
      </div>
      <div id={id}>{children}</div>
    </div>
  );
}
