/** Puts the caret at the beginning of a line (from 1). */
export function goToLine(area: HTMLTextAreaElement | null, text: string, line: number): void {
  const at = text
    .split("\n")
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, 0);
  area?.focus();
  area?.setSelectionRange(at, at);
}
