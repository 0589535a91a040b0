import type { LabelSet } from "./label-set";
import type { Selector } from "./selection/objects";
import type { TableObject } from "./table-object";

/** Kinds that choose machines by their labels. */
export const SELECTING_KINDS = ["services", "serviceentries"] as const;
export type SelectingKind = (typeof SELECTING_KINDS)[number];

/** The plural of each kind, by which Kubernetes and addresses name it. */
export const SELECTING_PLURALS = { Service: "services", ServiceEntry: "serviceentries" } as const satisfies Record<Selector["kind"], SelectingKind>;

/** A Service or a ServiceEntry: what the log tells of it, and what is decided by it. */
export interface Selecting<S extends Selector = Selector> extends TableObject {
  readonly kind: SelectingKind;
  /** Empty: it selects nobody by label. */
  readonly selector: LabelSet;
  /** A ServiceEntry's hosts, as written. */
  readonly hosts: readonly string[];
  /** By port name: `80/TCP → 8080`. */
  readonly ports: LabelSet;
  /** Its other fields that decide who is reached and how, by their paths in the spec: `type`, `location`, `resolution` … */
  readonly traits: LabelSet;
  /** Annotation `stolos.dev/mute-findings` verbatim, "" where there is none. */
  readonly mutedFindings: string;
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is written. Absent = not recorded. */
  readonly managedBy?: string;
  /** The report of istiod in its status, as `istiodStatusOf` reads it; "" = none. */
  readonly istiodStatus: string;
  /** All that decides who answers for it. Null = it cannot be read (`unreadable` says why), or, in the past, this was not recorded: not known. */
  readonly parsed: S | null;
}
