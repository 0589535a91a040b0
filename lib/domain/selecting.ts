import type { LabelSet } from "./label-set";

/** Kinds that choose machines by their labels. */
export const SELECTING_KINDS = ["services", "serviceentries"] as const;
export type SelectingKind = (typeof SELECTING_KINDS)[number];

/** A Service or a ServiceEntry, as far as it decides who is reached through it: trimmed, and nothing interpreted yet. */
export interface Selecting {
  readonly cluster: string;
  readonly kind: SelectingKind;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly createdAt: number | null;
  readonly unreadable: string | null;
  /** Empty: it selects nobody by label. */
  readonly selector: LabelSet;
  /** A ServiceEntry's hosts, as written. */
  readonly hosts: readonly string[];
  /** By port name: `80/TCP → 8080`. */
  readonly ports: LabelSet;
  /** Its other fields that decide who is reached and how, by their paths in the spec: `type`, `location`, `resolution` … */
  readonly traits: LabelSet;
}
