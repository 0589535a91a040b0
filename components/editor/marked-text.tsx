import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { EditorLine } from "./editor-line";
import { lineMarks } from "./line-marks";

/** A text to read, with numbered lines; those that something is said of are marked. */
export function MarkedText({ text, notes }: { readonly text: string; readonly notes: readonly PreviewDiagnostic[] }) {
  const lines = text.trimEnd().split("\n");
  const marks = lineMarks(lines, "", notes);
  return (
    <ol className="mt-1 rounded-control border border-line bg-sunken py-2 font-mono text-s">
      {lines.map((line, index) => {
        // A line has no other name than its number.
        const number = index + 1;
        return <EditorLine key={number} number={number} text={line} mark={marks.get(index) ?? null} wraps />;
      })}
    </ol>
  );
}
