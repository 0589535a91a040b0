import { Environment } from "@marcbachmann/cel-js";
import { isRecord } from "./kube-object";
import type { Schema } from "./schema";

/** One of a schema's `x-kubernetes-validations`, compiled. */
export interface CelRule {
  /** What the answer says when the rule does not hold. */
  readonly message: string;
  /** Null when the rule holds, else why not. `self` is a value of CEL (`celValueOf`). */
  readonly check: (self: unknown) => string | null;
}

const environment = new Environment({ unlistedVariablesAreDyn: true });

/** Compiles the rules of one schema node. Throws for a rule that does not parse. */
export function readRules(source: unknown): CelRule[] {
  return (Array.isArray(source) ? source.filter(isRecord) : []).map(({ rule, message }) => compile(String(rule), typeof message === "string" ? message : null));
}

function compile(rule: string, given: string | null): CelRule {
  const evaluate = environment.parse(rule);
  const message = given ?? `failed rule: ${rule}`;
  const check = (self: unknown): string | null => {
    try {
      return evaluate({ self }) === true ? null : message;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return `${why.split("\n")[0] ?? ""} evaluating rule: ${given ?? rule}`;
    }
  };
  return { message, check };
}

/** The value as CEL sees it: whole numbers that the schema calls integers are 64-bit ints. The value itself where it has none. */
export function celValueOf(value: unknown, schema: Schema | null): unknown {
  if (typeof value === "number") return schema?.type !== "number" && Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => celValueOf(item, schema?.items ?? null));
  if (!isRecord(value)) return value;
  let isChanged = false;
  const converted = Object.entries(value).map(([key, part]): [string, unknown] => {
    const next = celValueOf(part, schema?.properties.get(key) ?? schema?.values ?? null);
    isChanged ||= next !== part;
    return [key, next];
  });
  return isChanged ? Object.fromEntries(converted) : value;
}
