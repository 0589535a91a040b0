/** One thing that is wrong: a plain text, or several that are always written as a list. */
export type Problem = string | readonly string[];

/** What is wrong with an object, and what is only odd. */
export interface Findings {
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

export const noFindings: Findings = { problems: [], warnings: [] };

export function problem(...problems: Problem[]): Findings {
  return { problems, warnings: [] };
}

export function joined(...all: readonly Findings[]): Findings {
  return { problems: all.flatMap(({ problems }) => problems), warnings: all.flatMap(({ warnings }) => warnings) };
}

/** The problems as one error text: a single plain one as it is, several as Go's list of errors. Null when there are none. */
export function errorText(problems: readonly Problem[]): string | null {
  const [first] = problems;
  if (first === undefined) return null;
  if (problems.length === 1) return typeof first === "string" ? first : listed(first);
  return listed(problems.flat());
}

/** Go's list of errors. */
export function listed(errors: readonly string[]): string {
  const head = errors.length === 1 ? "1 error" : `${errors.length} errors`;
  return `${head} occurred:\n${errors.map((error) => `\t* ${error}\n`).join("")}\n`;
}
