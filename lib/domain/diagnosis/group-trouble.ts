import { type LossesInWindow, lossSpan, openLosses } from "@/lib/domain/statements/losses";
import type { Statement } from "@/lib/domain/statements/statement";
import { type GroupTraitCounts, separatingTraits } from "@/lib/domain/verdict/shared-traits";
import { countWithState, countWithWord } from "@/lib/domain/verdict/state-code";
import { NEW_TROUBLE_MS, SUDDEN_WITHIN_MS } from "@/lib/domain/verdict/tiers";
import type { State } from "@/lib/domain/verdict/verdict";

/** The kinds of trouble of a group, the first of equally many machines first. "missing": expected, without an entry and without a recorded loss. */
export const GROUP_CONDITIONS = ["failed", "lost", "no-endpoint", "missing", "unverified"] as const;
export type GroupCondition = (typeof GROUP_CONDITIONS)[number];

/** The worst trouble of a group: `count` of its `total` machines are in one condition. The counts of the page show the others. Milliseconds. */
export interface GroupWorstTrouble extends Statement {
  readonly kind: "group-worst-trouble";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly condition: GroupCondition;
  readonly count: number;
  readonly total: number;
  /** The number of machines in other trouble. */
  readonly others: number;
  /** The start of its latest rise; null = not known. `sinceAtLeast`: it began then or earlier. */
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  /** The number of machines of the latest rise; null = all of them. */
  readonly risen: number | null;
  /** The property that best separates them from the other machines of the group, such as "zone a"; two if they separate equally. */
  readonly traits: readonly string[];
}

/** The fields of a group's row that decide its worst trouble. */
interface TroubledGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly rollUp: { readonly fullTotal: number; readonly counts: readonly number[] };
  readonly lost: number;
  readonly missing: number;
  readonly state: State | null;
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  readonly rise: { readonly count: number; readonly total: number };
}

/** Machines of a group by trait value, as `SingleGroupHead` has them. */
interface TraitShare {
  readonly value: string;
  readonly count: number;
  readonly trouble: number;
}
export type TraitSharesOfGroup = Readonly<Record<"zones" | "networks" | "replicas" | "versions", readonly TraitShare[]>>;

type Beginning = Pick<GroupWorstTrouble, "since" | "sinceAtLeast" | "risen">;

/**
 * Returns the worst trouble of a group; null = it has none. New trouble comes before old, then that of the most machines, and unverified machines come last, as
 * `troubleTierOf` orders groups. `shares`: null = machines are not visible. `losses`: null = not read. `now` in milliseconds.
 */
export function groupWorstTrouble(
  row: TroubledGroup,
  { shares, losses, now }: { readonly shares: TraitSharesOfGroup | null; readonly losses: LossesInWindow | null; readonly now: number },
): GroupWorstTrouble | null {
  const counts = countsOf(row);
  const all = GROUP_CONDITIONS.reduce((sum, condition) => sum + counts[condition], 0);
  const candidates = GROUP_CONDITIONS.filter((condition) => counts[condition] > 0).map((condition) => ({
    condition,
    count: counts[condition],
    ...beginningOf(condition, counts, row, losses),
  }));
  const [worst] = candidates.sort((a, b) => rankOf(a, now) - rankOf(b, now) || b.count - a.count);
  if (worst === undefined) return null;
  return {
    kind: "group-worst-trouble",
    ...{ cluster: row.cluster, namespace: row.namespace, group: row.name },
    ...worst,
    total: row.rollUp.fullTotal,
    others: all - worst.count,
    traits: traitsOf(worst.condition, counts, shares, losses),
  };
}

type Counts = Readonly<Record<GroupCondition, number>>;

function countsOf({ rollUp: { counts }, lost, missing }: TroubledGroup): Counts {
  return {
    failed: countWithState(counts, "unhealthy"),
    lost,
    missing,
    "no-endpoint": countWithState(counts, "no-endpoint"),
    unverified: countWithWord(counts, "unverified"),
  };
}

function rankOf({ condition, since }: { readonly condition: GroupCondition } & Pick<Beginning, "since">, now: number): number {
  if (condition === "unverified") return 1;
  return since === null || now - since < NEW_TROUBLE_MS ? 0 : 2;
}

/** The row has the latest rise of all machines that do not serve, so it is that of one condition only if there is no other. */
function beginningOf(condition: GroupCondition, counts: Counts, row: TroubledGroup, losses: LossesInWindow | null): Beginning {
  if (condition === "lost" && losses !== null) {
    const { recorded, from, to } = lossSpan(openLosses(losses));
    const isSudden = from !== null && to !== null && to - from <= SUDDEN_WITHIN_MS;
    if (recorded > 0) return { since: isSudden ? from : to, sinceAtLeast: false, risen: null };
  }
  const isSame = (other: GroupCondition) => (other === "unverified") === (condition === "unverified");
  const ofHarm = GROUP_CONDITIONS.filter(isSame).reduce((sum, one) => sum + counts[one], 0);
  const isOnly = ofHarm === counts[condition];
  if (condition === "unverified" && ofHarm < GROUP_CONDITIONS.reduce((sum, one) => sum + counts[one], 0)) return UNKNOWN;
  const { since, sinceAtLeast, rise } = row;
  return { since, sinceAtLeast, risen: isOnly && rise.count > 0 && rise.count < counts[condition] ? rise.count : null };
}

const UNKNOWN: Beginning = { since: null, sinceAtLeast: false, risen: null };

/** Registered machines in trouble are counted together, so they have common traits only if all of them are in one condition. */
function traitsOf(condition: GroupCondition, counts: Counts, shares: TraitSharesOfGroup | null, losses: LossesInWindow | null): readonly string[] {
  if (condition === "missing") return [];
  if (condition === "lost") {
    if (losses === null) return [];
    return separatingTraits(losses.traits.flatMap(lostTrait), losses.total, losses.left);
  }
  const troubled = counts.failed + counts["no-endpoint"] + counts.unverified;
  if (shares === null || troubled > counts[condition]) return [];
  const machines = shares.zones.reduce((sum, { count }) => sum + count, 0);
  return separatingTraits(traitCounts(shares), troubled, machines - troubled);
}

/** Returns the machines of a group by trait and value, those in trouble and the others. */
export function traitCounts({ versions, zones, replicas, networks }: TraitSharesOfGroup): readonly GroupTraitCounts[] {
  const of = (trait: GroupTraitCounts["trait"], values: readonly TraitShare[]) =>
    values.map(({ value, count, trouble }): GroupTraitCounts => ({ trait, value, troubled: trouble, others: count - trouble }));
  return [...of("version", versions), ...of("zone", zones), ...of("replica", replicas), ...of("network", networks)];
}

const LOST_TRAITS: readonly string[] = ["zone", "replica", "network", "version"] satisfies readonly GroupTraitCounts["trait"][];

function lostTrait({ trait, value, lost, left }: LossesInWindow["traits"][number]): readonly GroupTraitCounts[] {
  return LOST_TRAITS.includes(trait) ? [{ trait: trait as GroupTraitCounts["trait"], value, troubled: lost, others: left }] : [];
}

/** The most frequent value of a trait among machines in trouble: `bad` of `of`, with its share among the others. */
export interface ComparedTrait {
  readonly trait: GroupTraitCounts["trait"];
  readonly value: string;
  readonly bad: number;
  readonly of: number;
  readonly others: number;
  readonly ofOthers: number;
  /** True if all of them have it, and it is one that separates them best. */
  readonly separates: boolean;
}

/** Returns the traits by which the machines of the worst trouble are compared with the others of the group: version, zone, replica, network. */
export function comparedTraits(
  { condition, traits }: Pick<GroupWorstTrouble, "condition" | "traits">,
  shares: TraitSharesOfGroup | null,
  losses: LossesInWindow | null,
): readonly ComparedTrait[] {
  if (condition === "missing") return [];
  const isLost = condition === "lost";
  const counted = isLost ? (losses?.traits.flatMap(lostTrait) ?? []) : shares === null ? [] : traitCounts(shares);
  const sum = (of: "troubled" | "others") => counted.filter(({ trait }) => trait === "zone").reduce((total, one) => total + one[of], 0);
  const [of, ofOthers] = isLost ? [losses?.total ?? 0, losses?.left ?? 0] : [sum("troubled"), sum("others")];
  const found = COMPARED_TRAITS.flatMap((trait): readonly ComparedTrait[] => {
    const [most] = counted
      .filter((one) => one.trait === trait && one.value !== "" && one.troubled > 0)
      .sort((a, b) => b.troubled - a.troubled || a.others - b.others);
    if (most === undefined) return [];
    const { value, troubled: bad, others } = most;
    // A value of all machines compares nothing.
    if (bad + others >= of + ofOthers && ofOthers > 0) return [];
    return [{ trait, value, bad, of, others, ofOthers, separates: traits.includes(`${trait} ${value}`) }];
  });
  return found.sort((a, b) => Number(b.separates) - Number(a.separates) || b.bad - a.bad);
}

const COMPARED_TRAITS: readonly GroupTraitCounts["trait"][] = ["version", "zone", "replica", "network"];
