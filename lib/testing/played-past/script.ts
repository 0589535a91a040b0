import type { SourceName } from "@/lib/domain/source/source";

/** A past as a script: the clusters at its beginning and what happens to them. All times and durations are milliseconds; `at` counts from the beginning. */
export interface PastScript {
  readonly lengthMs: number;
  readonly clusters: readonly ScriptCluster[];
  readonly events: readonly ScriptEvent[];
  /** istiod's settings that differ from the defaults of its chart. */
  readonly istiod?: { readonly graceMs?: number; readonly maxAgeMs?: number | null };
}

export interface ScriptCluster {
  readonly name: string;
  /** The first ones, before any event. Each has its own Node. */
  readonly istiods: readonly ScriptIstiod[];
  readonly groups: readonly ScriptGroup[];
  readonly byHand?: readonly ScriptEntry[];
  readonly services?: readonly ScriptService[];
  /** Stolos never reaches it. */
  readonly isUnreached?: true;
  /** Each Stolos process reaches it so late. */
  readonly reachedAfterMs?: number;
  /** Each Stolos process receives the first list of these sources so late after it reached the cluster. */
  readonly listedAfterMs?: Partial<Record<SourceName, number>>;
  /** Stolos may not list these sources. */
  readonly denied?: readonly SourceName[];
}

/** An istiod replica. Its Pod is named "istiod-HASH-KEY"; a machine that prefers it names the key. */
export interface ScriptIstiod {
  readonly key: string;
  readonly zone: string;
  /** "default" if missing. */
  readonly revision?: string;
}

export interface ScriptGroup {
  readonly namespace: string;
  readonly name: string;
  /** Machines at the beginning. They are numbered from 1. */
  readonly size: number;
  /** Zones in turn, where `machine` names none. */
  readonly zones: readonly string[];
  /** The value of `stolos.dev/expected-size`; null or missing = no annotation. */
  readonly expected?: string | null;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The machines' own probe; true if missing. Without it they never report health. */
  readonly hasProbe?: boolean;
  readonly network?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Values of one machine that differ from its group's. */
  readonly machine?: (number: number) => ScriptMachine;
}

export interface ScriptMachine {
  readonly zone?: string;
  /** The value of the label "version". */
  readonly version?: string;
  /** The key of the istiod replica that it connects to while that replica runs. */
  readonly replica?: string;
  /** Its state at the beginning; "well" if missing. Lost machines left before the beginning. */
  readonly begins?: "well" | "lost" | { readonly failing: string };
}

/** A hand-written entry without health checks. */
export interface ScriptEntry {
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface ScriptService {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  /** ServiceEntries only. */
  readonly hosts?: readonly string[];
  readonly selector: Readonly<Record<string, string>>;
  readonly port: number;
}

/** Some machines: those that match everything that is given, in the order of their numbers. */
export interface Chosen {
  /** The first cluster if missing. */
  readonly cluster?: string;
  /** "NAMESPACE/NAME"; several may be given. */
  readonly groups?: readonly string[];
  readonly zone?: string;
  readonly version?: string;
  readonly numbers?: readonly number[];
  /** At most so many of those that match. */
  readonly most?: number;
  /** A share by chance, 0 to 1. */
  readonly share?: number;
}

export type ScriptEvent = { readonly at: number } & (MachineEvent | IstiodEvent | GroupEvent | ObjectEvent | StolosEvent);

/** `backMs`: how long until the opposite happens; missing = never. */
type MachineEvent =
  /** `silent`: the machine dies and istiod notices 10 to 40 s later. `stopped`: the agent closes its connection. */
  | { readonly kind: "lose"; readonly machines: Chosen; readonly how: "silent" | "stopped"; readonly backMs?: number }
  /** `overMs`: spread over this time; missing = at once. */
  | { readonly kind: "return"; readonly machines: Chosen; readonly overMs?: number }
  | { readonly kind: "fail"; readonly machines: Chosen; readonly message: string; readonly backMs?: number }
  | { readonly kind: "recover"; readonly machines: Chosen }
  | { readonly kind: "drain"; readonly machines: Chosen; readonly backMs?: number }
  /** Each machine leaves after a new one with a new number joined, one after the other. `message`: the new ones fail their probe. */
  | { readonly kind: "replace"; readonly machines: Chosen; readonly everyMs?: number; readonly version?: string; readonly message?: string }
  /** Each machine leaves for good, as a spot instance does, and `successorMs` later a machine with a new number joins its group. */
  | { readonly kind: "reclaim"; readonly machines: Chosen; readonly successorMs: number }
  /** The entries get a connection time that is ahead of the cluster's clock, as a replica with a fast clock writes it. Negative: behind it. */
  | { readonly kind: "skew"; readonly machines: Chosen; readonly aheadMs: number }
  | { readonly kind: "delete-entry"; readonly machines: Chosen; readonly with: Tool };

type IstiodEvent =
  /** A new ReplicaSet takes over, a replica each `everyMs`. `stuck` machines do not reconnect. `written`: the share of disconnections that the ending replicas write. */
  | {
      readonly kind: "rollout";
      readonly cluster?: string;
      readonly version: string;
      readonly everyMs?: number;
      readonly stuck?: Chosen;
      readonly written?: number;
    }
  | { readonly kind: "crash-istiod"; readonly cluster?: string; readonly replica: string; readonly backMs?: number }
  /** The Deployment is scaled to zero. */
  | { readonly kind: "remove-istiods"; readonly cluster?: string }
  /** The replica and its Node die. Kubernetes notices after 40 s and replaces the Pod after another 5 min. */
  | { readonly kind: "silence-node"; readonly cluster?: string; readonly replica: string; readonly backMs?: number }
  /** The zone's machines, istiod replicas and Nodes die. */
  | { readonly kind: "zone-outage"; readonly cluster?: string; readonly zone: string; readonly backMs?: number };

type GroupEvent =
  /** An autoscaler changes the number of machines; those that leave are well. */
  | { readonly kind: "scale"; readonly cluster?: string; readonly group: string; readonly to: number; readonly overMs?: number }
  /** A group whose machines join one after the other, in a namespace that exists. */
  | { readonly kind: "create-group"; readonly cluster?: string; readonly group: ScriptGroup; readonly overMs?: number }
  | { readonly kind: "delete-group"; readonly cluster?: string; readonly group: string; readonly with: Tool }
  | { readonly kind: "delete-namespace"; readonly cluster?: string; readonly namespace: string }
  /** Labels of new entries, and annotations of the group itself. null = the key is removed. */
  | {
      readonly kind: "edit-group";
      readonly cluster?: string;
      readonly group: string;
      readonly labels?: Readonly<Record<string, string | null>>;
      readonly annotations?: Readonly<Record<string, string | null>>;
    }
  /** A maintenance window of a group, or of a namespace if `group` is null, that begins now. It is announced by an annotation. */
  | {
      readonly kind: "maintenance";
      readonly cluster?: string;
      readonly namespace: string;
      readonly group: string | null;
      readonly reason: string;
      readonly forMs: number;
    }
  | { readonly kind: "set-size"; readonly cluster?: string; readonly group: string; readonly expected: string | null; readonly with: Tool };

type ObjectEvent = {
  readonly kind: "edit-selector";
  readonly cluster?: string;
  readonly service: Pick<ScriptService, "kind" | "namespace" | "name">;
  readonly selector: Readonly<Record<string, string>>;
};

type StolosEvent =
  /** The process is stopped in order, or killed, and starts again later. */
  | { readonly kind: "stolos-away"; readonly how: "stopped" | "killed"; readonly forMs: number }
  /** The history's database accepts nothing. */
  | { readonly kind: "pause-history"; readonly reason: string; readonly forMs?: number }
  /** One watch, or all watches of a cluster. `denied`: the objects are withdrawn until then. */
  | {
      readonly kind: "watch";
      readonly cluster?: string;
      readonly source: SourceName | "all";
      readonly freshness: "stale" | "denied";
      readonly reason: string;
      readonly forMs?: number;
    };

/** The tool of a change. A change in Stolos leaves an audit line. */
export type Tool = "kubectl" | "stolos";

const DAY_MS = 24 * 3_600_000;

/** An autoscaler's day and night: `low` machines at 04:00 of each day of the play, `high` at 16:00, changed every `everyMs`. */
export function dailyCurve(
  group: string,
  curve: { readonly low: number; readonly high: number; readonly days: number; readonly everyMs: number },
): ScriptEvent[] {
  const { low, high, days, everyMs } = curve;
  const events: ScriptEvent[] = [];
  let last = -1;
  for (let at = everyMs; at < days * DAY_MS; at += everyMs) {
    const height = (1 - Math.cos(((at - DAY_MS / 6) / DAY_MS) * 2 * Math.PI)) / 2;
    const to = Math.round(low + (high - low) * height);
    if (to !== last) events.push({ at, kind: "scale", group, to, overMs: everyMs / 2 });
    last = to;
  }
  return events;
}
