import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { lineDiff } from "@/lib/domain/preview/line-changes";

/** What is to be seen of a line before it is read. */
export type LineMark = "added" | "gone-before" | "refused" | "warned";

/** How a marked line looks. */
export const LINE_WASH = {
  added: "bg-accent-soft",
  "gone-before": "shadow-[inset_0_1.5px_0_var(--bad-cell)]",
  refused: "bg-bad-wash shadow-[inset_2.5px_0_0_var(--bad-cell)]",
  warned: "bg-warn-wash shadow-[inset_2.5px_0_0_var(--warn-cell)]",
} as const satisfies Record<LineMark, string>;

/** The colour of a note by its level. */
export const NOTE_TONES = { refuses: "text-bad", warns: "text-warn", informs: "text-ink-2" } as const satisfies Record<PreviewDiagnostic["level"], string>;

/** Marks of lines (from 0): what an edit of `base` added and took away ("" = nothing to compare with), and what something is said of. */
export function lineMarks(lines: readonly string[], base: string, notes: readonly PreviewDiagnostic[]): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>();
  if (base !== "") {
    const { added, gone } = lineDiff(base.split("\n"), lines);
    for (const line of gone.keys()) marks.set(line, "gone-before");
    for (const line of added) marks.set(line, "added");
  }
  for (const { line, level } of notes) {
    if (line === null || level === "informs" || marks.get(line - 1) === "refused") continue;
    marks.set(line - 1, level === "refuses" ? "refused" : "warned");
  }
  return marks;
}
