import { goDurationOf } from "./go-duration";
import { anyText, at, field, isObject, list, text } from "./json";

const AGE_FLAG = "--keepaliveMaxServerConnectionAge";
const GRACE_VARIABLE = "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD";

/** What one istiod container is told by its arguments and variables (facts 3.5). */
export interface IstiodTold {
  /** Milliseconds; null = unlimited (no flag, or 0), undefined = a value that nobody can read. */
  readonly maxConnectionAgeMs: number | null | undefined;
  /** Milliseconds; undefined = not set here, or set from elsewhere. */
  readonly gracePeriodMs: number | undefined;
}

/** Reads the `discovery` container (else the first) of a Pod's spec; undefined values where there is no container to read. */
export function istiodToldBy(podSpec: unknown): IstiodTold {
  const container = discoveryOf(list(field(podSpec, "containers")));
  if (container === undefined) return { maxConnectionAgeMs: undefined, gracePeriodMs: undefined };
  const words = [...list(field(container, "command")), ...list(field(container, "args"))].map(anyText);
  return { maxConnectionAgeMs: ageOf(words), gracePeriodMs: graceOf(list(field(container, "env"))) };
}

/** The item named `discovery`, else the first. */
export function discoveryOf(items: readonly unknown[]): unknown {
  return items.find((item) => isObject(item) && field(item, "name") === "discovery") ?? items.find(isObject);
}

function ageOf(words: readonly string[]): number | null | undefined {
  let told: string | undefined;
  for (const [index, word] of words.entries()) {
    if (word === AGE_FLAG) told = words[index + 1] ?? "";
    else if (word.startsWith(`${AGE_FLAG}=`)) told = word.slice(AGE_FLAG.length + 1);
  }
  if (told === undefined) return null;
  const ms = goDurationOf(told);
  if (ms === null) return undefined;
  return ms <= 0 ? null : ms;
}

function graceOf(variables: readonly unknown[]): number | undefined {
  const variable = variables.findLast((one) => field(one, "name") === GRACE_VARIABLE);
  const ms = goDurationOf(text(at(variable, "value")));
  return ms === null || ms < 0 ? undefined : ms;
}
