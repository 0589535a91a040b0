/** The result for one part of an installation. "reduced": Stolos starts, but shows less. "failed": it does not start. */
export interface CheckedPart {
  /** Such as "settings", "cluster eu, pods" or "history". */
  readonly part: string;
  readonly level: "fine" | "reduced" | "failed";
  readonly text: string;
  /** What to do; "" = nothing, or the text says it. */
  readonly fix: string;
}

/** The exit codes of `npm start -- --check`. */
export const EXIT_CODES = { fine: 0, failed: 1, reduced: 2 } as const;

/** Returns the worst level of the parts. */
export function worstLevel(parts: readonly CheckedPart[]): CheckedPart["level"] {
  if (parts.some(({ level }) => level === "failed")) return "failed";
  return parts.some(({ level }) => level === "reduced") ? "reduced" : "fine";
}

const SIGNS: Readonly<Record<CheckedPart["level"], string>> = { fine: "ok     ", reduced: "reduced", failed: "FAILED " };
const SUMMARIES: Readonly<Record<CheckedPart["level"], string>> = {
  fine: "Stolos can start, and shows everything.",
  reduced: "Stolos can start, but shows less than it could.",
  failed: "Stolos cannot start like this.",
};

/** Returns the summary of the parts. Without any cluster that can be read, a start shows nothing. */
function summaryOf(parts: readonly CheckedPart[]): string {
  const isReadable = parts.some(({ part, level }) => level === "fine" && /^cluster [^,]+$/.test(part));
  return worstLevel(parts) === "reduced" && !isReadable ? "Stolos can start, but shows nothing: no cluster can be read." : SUMMARIES[worstLevel(parts)];
}

/** Returns the parts as text, a line each, and a summary. */
export function checkText(parts: readonly CheckedPart[]): string {
  const width = Math.max(0, ...parts.map(({ part }) => part.length));
  const lines = parts.map(({ part, level, text, fix }) => [SIGNS[level], part.padEnd(width), text, fix].filter((word) => word !== "").join("  "));
  return [...lines, "", summaryOf(parts), ""].join("\n");
}

/** Returns the parts as one JSON object, with the summary and the exit code. */
export function checkJson(parts: readonly CheckedPart[]): string {
  const result = worstLevel(parts);
  return `${JSON.stringify({ result, exitCode: EXIT_CODES[result], parts }, null, 2)}\n`;
}
