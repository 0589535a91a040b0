import type { LabelSet } from "./label-set";
import type { Timestamp } from "./timestamp";
import type { HealthReport, OwnerReference, WorkloadEntry, Writer } from "./workload-entry";

/** What a field can hold. `moment` = milliseconds of a time that Kubernetes wrote, `time` = one that anybody may have written. */
export interface FieldValues {
  readonly text: string;
  readonly "optional text": string | null;
  readonly number: number | null;
  readonly moment: number | null;
  readonly time: Timestamp | null;
  readonly ports: WorkloadEntry["ports"];
  readonly labels: LabelSet;
  readonly owner: OwnerReference | null;
  readonly report: HealthReport | null;
  readonly writer: Writer | null;
}

/** The kinds that hold exactly the values of a type. */
export type Holding<Value> = {
  [Kind in keyof FieldValues]: [Value, FieldValues[Kind]] extends [FieldValues[Kind], Value] ? Kind : never;
}[keyof FieldValues];

/** What a field holds of an object that does not say. */
export const BLANK: FieldValues = {
  text: "",
  "optional text": null,
  number: null,
  moment: null,
  time: null,
  ports: [],
  labels: [],
  owner: null,
  report: null,
  writer: null,
};

const is = (a: unknown, b: unknown) => a === b;

/**
 * Do two values say the same about a machine? Times are equal to the millisecond, as the live fleet keeps them; of a report its times say nothing
 * (docs/istio.md#reports).
 */
export const SAME_VALUES: { readonly [Kind in keyof FieldValues]: (a: FieldValues[Kind], b: FieldValues[Kind]) => boolean } = {
  text: is,
  "optional text": is,
  number: is,
  moment: is,
  time: (a, b) => (a === null || b === null ? a === b : a.ms === b.ms && (a.ms !== null || a.text === b.text)),
  ports: samePairs,
  labels: samePairs,
  owner: (a, b) => (a === null || b === null ? a === b : a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion),
  report: (a, b) => (a === null || b === null ? a === b : a.status === b.status && a.message === b.message),
  writer: (a, b) => (a === null || b === null ? a === b : a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource),
};

/** Are they the same pairs in the same order? */
export function samePairs(a: LabelSet | WorkloadEntry["ports"], b: LabelSet | WorkloadEntry["ports"]): boolean {
  return a === b || (a.length === b.length && a.every(([key, value], at) => b[at]?.[0] === key && b[at]?.[1] === value));
}
