import { formatSpan } from "./text/duration";

interface NotRenewed {
  /** How long ago it was read, in milliseconds. */
  readonly ageMs: number;
  /** Why it could not be read again, in sentences. */
  readonly problem: string;
}

/** What is said beside something that stays shown although it could not be read again. */
export function notRenewedWords({ ageMs, problem }: NotRenewed): string {
  return `As it was ${formatSpan(ageMs)} ago: it could not be read again since. ${problem}`;
}
