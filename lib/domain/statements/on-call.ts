import type { Statement } from "@/lib/domain/statement";

/** The groups without any trouble, of all visible groups. */
export interface GroupsUntroubled extends Statement {
  readonly kind: "groups-untroubled";
  readonly count: number;
  readonly groups: number;
}

export function groupsUntroubled(fleet: { readonly groups: number; readonly groupsUntroubled: number }): GroupsUntroubled {
  return { kind: "groups-untroubled", count: fleet.groupsUntroubled, groups: fleet.groups };
}
