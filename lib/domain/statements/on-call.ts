import type { Pace } from "@/lib/domain/pace";
import type { Statement } from "@/lib/domain/statement";

/** The groups in trouble, without those that are only unverified or reconnecting, and the latest trouble of the worst. Milliseconds. */
export interface OnCallTrouble extends Statement {
  readonly kind: "on-call-trouble";
  readonly count: number;
  readonly groups: number;
  /** "only": it is the only group in trouble, counting the unverified ones. */
  readonly worst: "only" | "of-several";
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  /** All machines that do not serve failed at `since`: the trouble began then. */
  readonly isBeginning: boolean;
  readonly pace: Pace["kind"] | null;
}

/** The latest trouble of the worst group. */
export interface LatestTrouble {
  readonly since: number | null;
  readonly atLeast: boolean;
  readonly isBeginning: boolean;
  readonly pace: Pick<Pace, "kind"> | null;
}

interface CountedGroups {
  readonly groups: number;
  readonly groupsInTrouble: number;
  readonly groupsInDoubt: number;
}

export function onCallTrouble({ groups, groupsInTrouble, groupsInDoubt }: CountedGroups, latest: LatestTrouble): OnCallTrouble {
  const { since, atLeast, isBeginning, pace } = latest;
  return {
    kind: "on-call-trouble",
    ...{ count: groupsInTrouble - groupsInDoubt, groups, worst: groupsInTrouble === 1 ? "only" : "of-several" },
    ...{ since, sinceAtLeast: atLeast, isBeginning, pace: pace?.kind ?? null },
  };
}

/** The groups without any trouble, of all visible groups. */
export interface GroupsUntroubled extends Statement {
  readonly kind: "groups-untroubled";
  readonly count: number;
  readonly groups: number;
}

export function groupsUntroubled(fleet: { readonly groups: number; readonly groupsUntroubled: number }): GroupsUntroubled {
  return { kind: "groups-untroubled", count: fleet.groupsUntroubled, groups: fleet.groups };
}
