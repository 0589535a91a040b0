import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { countWithState } from "@/lib/domain/verdict/state-code";
import type { FailurePace } from "@/lib/domain/verdict/tiers";
import { type RollUpMachineCounts, type ServingStatement, servingValues, type TroubleCounts, troubleCounts, troubleTotal } from "./counts";
import { type LossesInWindow, type LossSpan, type LossWithLocation, lossSpan, openLosses } from "./losses";

/**
 * The numbers of a group: the fields of `GroupRow` that its statements use. `name` is "" for the machines of a namespace that belong to no group.
 * Times are in milliseconds.
 */
export interface CountedGroup {
  readonly namespace: string;
  readonly name: string;
  readonly exists: boolean;
  readonly unreadable: string | null;
  readonly rollUp: RollUpMachineCounts & {
    readonly expectedFrom: ExpectedSizeKind;
    /** The upper end of a declared range. */
    readonly expectedMost?: number | undefined;
    /** True if the group declares a size and never had it. */
    readonly arriving?: boolean | undefined;
    /** The span in which the group had its learned size; `to` null = it still has it. */
    readonly learned?: { readonly from: number; readonly to: number | null } | undefined;
  };
  /** The number of lost machines that still count. `missing`: the number of expected machines that are not registered and have no recorded loss. */
  readonly lost: number;
  readonly missing: number;
  readonly common: readonly string[];
  readonly message: string;
  readonly since: number | null;
  /** The number of machines that got into trouble in the latest rise (`count`), and of all machines in trouble as bad (`total`). */
  readonly rise: { readonly count: number; readonly total: number };
  readonly pace: FailurePace | null;
  /** The deletion of the group, if it is gone and its lost machines still count. */
  readonly deleted?: { readonly at: number; readonly notBefore: number | null } | undefined;
}

/** Serving machines of a group, of its total. */
export interface GroupServing extends ServingStatement {
  readonly kind: "group-serving";
  readonly namespace: string;
  readonly group: string;
}

/** Makes the headline of a group: its serving machines, of its total. */
export function groupServing({ namespace, name, rollUp }: Pick<CountedGroup, "namespace" | "name" | "rollUp">): GroupServing {
  return { kind: "group-serving", namespace, group: name, ...servingValues(rollUp) };
}

/** The trouble of a group: machines by state, recorded losses, and expected machines that are not registered. */
export interface GroupTrouble extends Statement, TroubleCounts {
  readonly kind: "group-trouble";
  readonly namespace: string;
  readonly group: string;
  /** The properties that all machines in trouble share, such as "zone a". */
  readonly common: readonly string[];
  readonly lost: number;
  readonly notRegistered: number;
  /** The learned size; null = the size is declared or not known. */
  readonly learnedSize: number | null;
  /** The number of expected machines that are in no trouble but receive no traffic. `awaiting` and `draining` split it by reason. */
  readonly waiting: number;
  readonly awaiting: number;
  readonly draining: number;
  /** The number of machines in trouble since `since`, of `notServing` machines. Null = all of them are. */
  readonly risen: number | null;
  readonly notServing: number | null;
  readonly since: number | null;
  /** The message of a failed probe, or "". */
  readonly message: string;
  /** The time at which the group was deleted, together with its `lost` machines, in milliseconds; absent = the group exists. */
  readonly deletedAt?: number;
}

type TroubleInput = Pick<CountedGroup, "namespace" | "name" | "rollUp" | "lost" | "missing" | "common"> &
  Partial<Pick<CountedGroup, "since" | "rise" | "message" | "deleted">>;

/** States the trouble of a group: machines by state, recorded losses, and expected machines that are not registered. */
export function groupTrouble(group: TroubleInput): GroupTrouble {
  const { namespace, name, rollUp, lost, missing, common, since = null, rise, message = "", deleted } = group;
  const isRising = since !== null && rise !== undefined && rise.count < rise.total;
  return {
    kind: "group-trouble",
    ...{ namespace, group: name },
    ...troubleCounts(rollUp.counts),
    ...{ common, lost },
    notRegistered: missing,
    learnedSize: rollUp.expectedFrom === "learned" ? rollUp.expected : null,
    ...waitingMachines(rollUp),
    ...(isRising ? { risen: rise.count, notServing: rise.total, since } : { risen: null, notServing: null, since: null }),
    message: countWithState(rollUp.counts, "unhealthy") > 0 ? message : "",
    ...(deleted !== undefined && { deletedAt: deleted.at }),
  };
}

function waitingMachines({
  expected,
  arriving = false,
  serving,
  doubted,
  counts,
}: CountedGroup["rollUp"]): Pick<GroupTrouble, "waiting" | "awaiting" | "draining"> {
  if (expected === null || arriving || serving + doubted >= expected) return { waiting: 0, awaiting: 0, draining: 0 };
  const [awaiting, draining] = [countWithState(counts, "awaiting"), countWithState(counts, "draining")];
  return { waiting: awaiting + draining, awaiting, draining };
}

/** The recorded losses of a group, and its other trouble. */
export interface GroupLossesStatement extends Statement, LossSpan {
  readonly kind: "group-losses";
  readonly namespace: string;
  readonly group: string;
  readonly lost: number;
  /** True if only the newest losses were read, so that the time of the first is not known. */
  readonly isCut: boolean;
  readonly unhealthy: number;
  /** The number of machines in any other trouble. */
  readonly others: number;
  /**
   * A property and its value that all lost machines have; null = none that separates them from the others. `sharedBy`: the number of machines that
   * have it.
   */
  readonly trait: string | null;
  readonly value: string | null;
  readonly sharedBy: number | null;
  /** True if the machines in trouble have the same value. */
  readonly isSharedByTrouble: boolean;
  readonly notRegistered: number;
}

/** The share of the other machines up to which a common value separates the lost ones. A value that more of the others have separates nothing. */
const MOST_OF_THE_OTHERS = 0.8;

/** Returns the statement of a group's recorded losses. Null = no loss still counts, or all machines of the total are registered. */
export function groupLossesStatement(
  group: Pick<CountedGroup, "namespace" | "name" | "rollUp" | "common">,
  losses: LossesInWindow,
): GroupLossesStatement | null {
  const { namespace, name, rollUp, common } = group;
  const away = rollUp.fullTotal - rollUp.total;
  const open = openLosses(losses);
  if (open.length === 0 || away <= 0) return null;
  const all = Math.max(open.length, losses.total - losses.back);
  const lost = Math.min(all, away);
  const unhealthy = countWithState(rollUp.counts, "unhealthy");
  const troubled = troubleTotal(troubleCounts(rollUp.counts));
  return {
    kind: "group-losses",
    ...{ namespace, group: name, lost },
    ...lossSpan(open),
    isCut: open.length < all,
    unhealthy,
    others: troubled - unhealthy,
    ...sharedByLosses(losses, all, troubled, common),
    notRegistered: away - lost,
  };
}

type Shared = Pick<GroupLossesStatement, "trait" | "value" | "sharedBy" | "isSharedByTrouble">;

function sharedByLosses({ traits, left, total }: LossesInWindow, all: number, troubled: number, common: readonly string[]): Shared {
  const shared = traits.find((one) => one.value !== "" && one.lost === total && total > 1 && left > 0 && one.left / left <= MOST_OF_THE_OTHERS);
  if (shared === undefined || all < 2) return { trait: null, value: null, sharedBy: null, isSharedByTrouble: false };
  const isSharedByTrouble = troubled > 0 && common.includes(`${shared.trait} ${shared.value}`);
  return { trait: shared.trait, value: shared.value, sharedBy: isSharedByTrouble ? all + troubled : all, isSharedByTrouble };
}

/** The latest losses of a group in a list of groups, with the zone and the replica that all lost machines had. */
export interface GroupLatestLosses extends Statement, LossSpan {
  readonly kind: "group-lost";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly lost: number;
  readonly zone: string | null;
  readonly replica: string | null;
}

type LosingGroup = Pick<CountedGroup, "namespace" | "name"> & {
  readonly cluster: string;
  readonly rollUp: Pick<RollUpMachineCounts, "total" | "fullTotal">;
  readonly zones: readonly string[];
};

/**
 * Returns the statement of a group's latest losses. Null = all machines of the total are registered. The zone is left out if the whole group is in
 * one zone.
 */
export function groupLatestLosses({ cluster, namespace, name, rollUp, zones }: LosingGroup, losses: readonly LossWithLocation[]): GroupLatestLosses | null {
  const lost = Math.min(losses.length, rollUp.fullTotal - rollUp.total);
  if (lost <= 0) return null;
  const zone = zones.length > 1 ? sameValue(losses.map(({ row }) => row.locality.split("/")[1] ?? "")) : null;
  return { kind: "group-lost", cluster, namespace, group: name, lost, ...lossSpan(losses), zone, replica: sameValue(losses.map(({ row }) => row.controller)) };
}

function sameValue(values: readonly string[]): string | null {
  const [first = ""] = values;
  return first !== "" && values.every((value) => value === first) ? first : null;
}

interface GroupPace extends Statement, Pick<FailurePace, "count" | "total" | "lastedMs"> {
  readonly kind: "group-pace";
  readonly pace: FailurePace["kind"];
  readonly tone: null;
}

/**
 * The WorkloadGroup of a page. "outside": the page is about machines of no group. "absent": the group does not exist. "unreadable": it cannot be
 * parsed.
 */
interface GroupObject extends Statement {
  readonly kind: "group-object";
  readonly status: "outside" | "absent" | "unreadable";
  readonly problem: string | null;
  readonly tone: Tone | null;
}

interface GroupMessage extends Statement {
  readonly kind: "group-message";
  readonly message: string;
  readonly tone: null;
}

/**
 * The expected size of a group and its source. `most`: the upper end of a range. `text`: the annotation as written. `heldMs`: the time for which the
 * group had its learned size.
 */
export interface ExpectedSize extends Statement {
  readonly kind: "expected-size";
  readonly expected: number | null;
  readonly most?: number | undefined;
  readonly source: ExpectedSizeKind;
  readonly text: string | null;
  readonly heldMs: number | null;
  readonly tone: Tone | null;
}

interface GroupCount extends Statement {
  readonly kind: "machines-unverified" | "machines-above-expected";
  readonly count: number;
  readonly tone: Tone | null;
}

/** The number of machines of a group that never had its declared size, of the expected size. */
interface MachinesArrived extends Statement {
  readonly kind: "machines-arrived";
  readonly count: number;
  readonly expected: number;
  readonly tone: null;
}

/** A part of the second line of a group. */
export type GroupLinePart = GroupPace | GroupObject | GroupMessage | MachinesArrived | ExpectedSize | GroupCount;

/** Returns the parts of a group's second line. `expectedSizeText`: the annotation as written. `now` in milliseconds; null = not known. */
export function groupLine(group: CountedGroup, expectedSizeText: string | null, now: number | null): readonly GroupLinePart[] {
  const { rollUp, message } = group;
  return [
    ...groupObject(group),
    ...(message !== "" && countWithState(rollUp.counts, "unhealthy") > 0 ? [{ kind: "group-message", message, tone: null } as const] : []),
    ...counted("machines-unverified", rollUp.doubted, "blind"),
    ...machinesArrived(rollUp),
    ...(group.name === "" ? [] : [expectedSize(rollUp, expectedSizeText, now)]),
    ...counted("machines-above-expected", surplusOf(rollUp), null),
  ];
}

function machinesArrived({ total, expected, arriving = false }: CountedGroup["rollUp"]): readonly MachinesArrived[] {
  return arriving && expected !== null ? [{ kind: "machines-arrived", count: total, expected, tone: null }] : [];
}

/** Returns the number of registered machines above the expected size. An elastic size has no upper end. */
function surplusOf({ total, expected, expectedFrom, expectedMost }: CountedGroup["rollUp"]): number {
  return expected === null || expectedFrom === "elastic" ? 0 : total - Math.max(expected, expectedMost ?? 0);
}

/** Returns the part about the time within which the machines of a group failed. Empty if that is not known. */
export function groupFailurePace({ pace }: Pick<CountedGroup, "pace">): readonly GroupPace[] {
  return pace === null ? [] : [{ kind: "group-pace", pace: pace.kind, count: pace.count, total: pace.total, lastedMs: pace.lastedMs, tone: null }];
}

function counted(kind: GroupCount["kind"], count: number, tone: Tone | null): readonly GroupCount[] {
  return count > 0 ? [{ kind, count, tone }] : [];
}

function groupObject({ name, exists, unreadable }: CountedGroup): readonly GroupObject[] {
  if (name === "") return [{ kind: "group-object", status: "outside", problem: null, tone: null }];
  if (!exists) return [{ kind: "group-object", status: "absent", problem: null, tone: "blind" }];
  return unreadable === null ? [] : [{ kind: "group-object", status: "unreadable", problem: unreadable, tone: "bad" }];
}

function expectedSize({ expected, expectedFrom, expectedMost, learned }: CountedGroup["rollUp"], text: string | null, now: number | null): ExpectedSize {
  const isKnown = expected !== null && expectedFrom !== "unknown";
  const isUnreadable = expectedFrom === "unreadable";
  const to = learned?.to ?? now;
  const heldMs = expectedFrom !== "learned" || learned === undefined || to === null || to <= learned.from ? null : to - learned.from;
  return {
    kind: "expected-size",
    expected: isKnown ? expected : null,
    ...(expectedMost !== undefined && { most: expectedMost }),
    source: isKnown || isUnreadable ? expectedFrom : "unknown",
    text: isUnreadable ? (text ?? "") : null,
    heldMs: isKnown ? heldMs : null,
    tone: isUnreadable ? "warn" : null,
  };
}

/** The number of groups in a list, and of those that the filter matches. */
export interface GroupsListed extends Statement {
  readonly kind: "groups-listed";
  /** The number of all visible groups. `matched`: the number of those that the filter matches. */
  readonly total: number;
  readonly matched: number;
}

/** States the number of groups in a list, and how many of them the filter matches. */
export function groupsListed({ total, matched }: { readonly total: number; readonly matched: number }): GroupsListed {
  return { kind: "groups-listed", total, matched };
}

/** A group that is not in the API. It was deleted between `from` and `to` (equal if the deletion was observed), or the history does not have it. */
export interface GroupGone extends Statement {
  readonly kind: "group-gone";
  readonly namespace: string;
  readonly group: string;
  readonly deleted: boolean;
  readonly from: number | null;
  readonly to: number | null;
}

/** States that a group is not in the API. `deletion` undefined = the history has none. Milliseconds. */
export function groupGone(namespace: string, group: string, deletion: { readonly at: number; readonly notBefore: number | null } | undefined): GroupGone {
  const [from, to] = deletion === undefined ? [null, null] : [deletion.notBefore ?? deletion.at, deletion.at];
  return { kind: "group-gone", namespace, group, deleted: deletion !== undefined, from, to };
}

/** The number of entries that were deleted with their group. `isCut`: there may be more. */
interface DeletedWithGroup extends Statement {
  readonly kind: "deleted-with-group";
  readonly count: number;
  readonly isCut: boolean;
}

/** States the number of entries that were deleted with their group. `isCut`: there may be more. */
export function entriesDeletedWithGroup(count: number, isCut: boolean): DeletedWithGroup {
  return { kind: "deleted-with-group", count, isCut };
}
