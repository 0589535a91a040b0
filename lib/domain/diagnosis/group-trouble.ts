import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import { isSeparatingTrait } from "@/lib/domain/incidents/traits";
import { type LossesInWindow, lossSpan, openLosses } from "@/lib/domain/statements/losses";
import type { Statement } from "@/lib/domain/statements/statement";
import { type GroupTraitCounts, separatingTraits } from "@/lib/domain/verdict/shared-traits";
import { countWithState, countWithWord } from "@/lib/domain/verdict/state-code";
import { NEW_TROUBLE_MS, SUDDEN_WITHIN_MS } from "@/lib/domain/verdict/tiers";

/**
 * Conditions of machines in trouble. Of conditions with equally many machines, the first one here wins. "missing": expected, but without entry and
 * recorded loss.
 */
const GROUP_CONDITIONS = ["failed", "lost", "no-endpoint", "missing", "unverified"] as const;
export type TroubleCondition = (typeof GROUP_CONDITIONS)[number];

/** The worst trouble of a group: `count` of its `total` machines are in one condition. Times in milliseconds. */
export interface GroupWorstTrouble extends Statement {
  readonly kind: "group-worst-trouble";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly condition: TroubleCondition;
  readonly count: number;
  readonly total: number;
  /** The number of machines in other conditions of trouble. */
  readonly others: number;
  /** The start of the latest rise of the number; null = unknown. `sinceAtLeast`: it started at this time or earlier. */
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  /** The number of machines that the latest rise added; null = all of them. */
  readonly risen: number | null;
  /** The trait that best separates these machines from the other machines of the group, such as "zone a"; two if both separate equally well. */
  readonly traits: readonly string[];
}

/** The fields of a group that decide its worst trouble. */
interface TroubledGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly rollUp: { readonly fullTotal: number; readonly counts: readonly number[] };
  readonly lost: number;
  readonly missing: number;
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/** Number of machines, and of those in trouble, that have one value of a trait. */
interface TraitShare {
  readonly value: string;
  readonly count: number;
  readonly trouble: number;
}

/** The visible machines of a group by trait, and for each condition the most frequent trait values of its registered machines. */
export interface GroupMachinesByTrait extends Readonly<Record<"zones" | "networks" | "replicas" | "versions", readonly TraitShare[]>> {
  readonly trouble: readonly {
    readonly condition: TroubleCondition;
    readonly machines: number;
    readonly rise: { readonly since: number; readonly atLeast: boolean; readonly count: number };
    readonly traits: readonly { readonly trait: GroupTraitCounts["trait"]; readonly value: string; readonly machines: number }[];
  }[];
}

/** The losses of a group with the traits of each lost machine. */
type LossesOfGroup = Omit<LossesInWindow, "rows"> & {
  readonly rows: readonly (LossesInWindow["rows"][number] & {
    readonly row: { readonly locality: string; readonly controller: string; readonly network: string; readonly version?: string };
  })[];
};

type TroubleStart = Pick<GroupWorstTrouble, "since" | "sinceAtLeast" | "risen">;

/**
 * Returns the worst trouble of a group; null = none. Trouble younger than 24 h comes first, then unverified machines, then older trouble; within
 * each, the largest number. This is the order of `troubleTierOf`. `machines`: null = not visible. `losses`: null = not loaded. `now` in milliseconds.
 */
export function groupWorstTrouble(
  row: TroubledGroup,
  { machines, losses, now }: { readonly machines: GroupMachinesByTrait | null; readonly losses: LossesOfGroup | null; readonly now: number },
): GroupWorstTrouble | null {
  const counts = conditionCounts(row);
  const all = GROUP_CONDITIONS.reduce((sum, condition) => sum + counts[condition], 0);
  const candidates = GROUP_CONDITIONS.filter((condition) => counts[condition] > 0).map((condition) => ({
    condition,
    count: counts[condition],
    ...troubleStart(condition, row, machines, losses),
  }));
  const [worst] = candidates.sort((a, b) => troubleRank(a, now) - troubleRank(b, now) || b.count - a.count);
  if (worst === undefined) return null;
  const { bad, others, traits } = conditionTraits(worst.condition, machines, losses);
  return {
    kind: "group-worst-trouble",
    ...{ cluster: row.cluster, namespace: row.namespace, group: row.name },
    ...worst,
    total: row.rollUp.fullTotal,
    others: all - worst.count,
    traits: separatingTraits(traits, bad, others),
  };
}

type Counts = Readonly<Record<TroubleCondition, number>>;

function conditionCounts({ rollUp: { counts }, lost, missing }: TroubledGroup): Counts {
  return {
    failed: countWithState(counts, "unhealthy"),
    lost,
    missing,
    "no-endpoint": countWithState(counts, "no-endpoint"),
    unverified: countWithWord(counts, "unverified"),
  };
}

function troubleRank({ condition, since }: { readonly condition: TroubleCondition } & Pick<TroubleStart, "since">, now: number): number {
  if (condition === "unverified") return 1;
  return since === null || now - since < NEW_TROUBLE_MS ? 0 : 2;
}

/**
 * Losses have their time in the history, other conditions in the group's counts. Without either, use the latest rise of all machines that do not
 * serve.
 */
function troubleStart(condition: TroubleCondition, row: TroubledGroup, machines: GroupMachinesByTrait | null, losses: LossesOfGroup | null): TroubleStart {
  if (condition === "missing") return UNKNOWN;
  if (condition === "lost") {
    const { recorded, from, to } = lossSpan(losses === null ? [] : openLosses(losses));
    if (recorded === 0) return { since: row.since, sinceAtLeast: row.sinceAtLeast, risen: null };
    const isSudden = from !== null && to !== null && to - from <= SUDDEN_WITHIN_MS;
    return { since: isSudden ? from : to, sinceAtLeast: false, risen: null };
  }
  const part = machines?.trouble.find((one) => one.condition === condition);
  if (part === undefined) return { since: row.since, sinceAtLeast: row.sinceAtLeast, risen: null };
  const { since, atLeast, count } = part.rise;
  return { since, sinceAtLeast: atLeast, risen: count < part.machines ? count : null };
}

const UNKNOWN: TroubleStart = { since: null, sinceAtLeast: false, risen: null };

const LOST_TRAITS: readonly string[] = ["version", "zone", "replica", "network"] satisfies readonly GroupTraitCounts["trait"][];

/** Traits of the machines in one condition, compared with machines that are not in trouble or, for losses, were not lost. */
interface Comparison {
  readonly bad: number;
  readonly others: number;
  readonly traits: readonly GroupTraitCounts[];
}

const NOT_COMPARED: Comparison = { bad: 0, others: 0, traits: [] };

function conditionTraits(condition: TroubleCondition, machines: GroupMachinesByTrait | null, losses: LossesOfGroup | null): Comparison {
  if (condition === "lost") return losses === null ? NOT_COMPARED : lostMachineTraits(losses, machines);
  const part = machines?.trouble.find((one) => one.condition === condition);
  if (machines === null || part === undefined) return NOT_COMPARED;
  const traits = part.traits.map(({ trait, value, machines: troubled }) => ({ trait, value, troubled, others: untroubledWith(machines, trait, value) }));
  return { bad: part.machines, others: untroubledMachines(machines), traits };
}

/** Compares losses that still count with machines not in trouble. If not all losses were loaded, uses the trait counts of the history. */
function lostMachineTraits(losses: LossesOfGroup, machines: GroupMachinesByTrait | null): Comparison {
  const open = openLosses(losses);
  const isCut = losses.rows.filter(({ planned }) => !planned).length < losses.total;
  if (machines === null || isCut) {
    const known = losses.traits.filter(({ trait }) => LOST_TRAITS.includes(trait));
    const traits = known.map(({ trait, value, lost, left }) => ({ trait: trait as GroupTraitCounts["trait"], value, troubled: lost, others: left }));
    return { bad: losses.total, others: losses.left, traits };
  }
  const counts = new Map<string, GroupTraitCounts>();
  for (const { row } of open) {
    const values = { zone: row.locality.split("/")[1] ?? "", replica: row.controller, network: row.network, version: row.version ?? "" };
    for (const [name, value] of Object.entries(values)) {
      const trait = name as keyof typeof values;
      const known = counts.get(`${trait} ${value}`) ?? { trait, value, troubled: 0, others: untroubledWith(machines, trait, value) };
      counts.set(`${trait} ${value}`, { ...known, troubled: known.troubled + 1 });
    }
  }
  return { bad: open.length, others: untroubledMachines(machines), traits: [...counts.values()] };
}

/** Returns the number of machines that have a trait value and are not in trouble. */
function untroubledWith({ versions, zones, replicas, networks }: GroupMachinesByTrait, trait: GroupTraitCounts["trait"], value: string): number {
  const share = { version: versions, zone: zones, replica: replicas, network: networks }[trait].find((one) => one.value === value);
  return share === undefined ? 0 : share.count - share.trouble;
}

function untroubledMachines({ zones }: GroupMachinesByTrait): number {
  return zones.reduce((sum, { count, trouble }) => sum + count - trouble, 0);
}

/** The most frequent value of a trait among machines in trouble: `bad` of `of` have it, and `others` of the `ofOthers` other machines. */
export interface ComparedTrait {
  readonly trait: GroupTraitCounts["trait"];
  readonly value: string;
  readonly bad: number;
  readonly of: number;
  readonly others: number;
  readonly ofOthers: number;
  /** True if all of them have the value, and a far smaller share of the other machines. */
  readonly separates: boolean;
}

/** Returns the trait values that machines in trouble share, compared with the group's other machines. Values that separate both sets come first. */
export function comparedTraits(
  { condition, traits: best }: Pick<GroupWorstTrouble, "condition" | "traits">,
  machines: GroupMachinesByTrait | null,
  losses: LossesOfGroup | null,
): readonly ComparedTrait[] {
  const { bad: of, others: ofOthers, traits } = conditionTraits(condition, machines, losses);
  // One machine has one value of each trait: that compares nothing.
  if (of < 2) return [];
  const found = new Map<string, ComparedTrait>();
  for (const { trait, value, troubled: bad, others } of [...traits].sort((a, b) => b.troubled - a.troubled || a.others - b.others)) {
    // A value that all machines have separates nothing.
    const isOfAll = bad === of && others === ofOthers;
    if (value === "" || isOfAll || found.has(trait)) continue;
    const shares = { failed: bad, ofFailed: of, having: bad + others, all: of + ofOthers };
    const separates = best.includes(`${trait} ${value}`) || (bad === of && isSeparatingTrait(shares, INCIDENT_LIMITS.chanceOfAll));
    found.set(trait, { trait, value, bad, of, others, ofOthers, separates });
  }
  const rank = ({ trait, value, separates }: ComparedTrait) => (best.includes(`${trait} ${value}`) ? 0 : separates ? 1 : 2);
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || b.bad - a.bad);
}
