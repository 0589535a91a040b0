import type { Zone } from "./clock";
import { type LossesInput, openLosses, suddenPhrase } from "./losses-sentence";
import { listOf } from "./text/lists";
import { pluralWord } from "./text/numbers";

/** A loss with the place of its machine, as lists of several groups need it. */
export type PlacedLoss = LossesInput["rows"][number] & {
  readonly row: { readonly cluster: string; readonly namespace: string; readonly group: string; readonly locality: string; readonly controller: string };
};

/** What is known of the group that lost them; null parts = nobody knows. */
interface LosingGroup {
  readonly missing: number | null;
  /** In how many zones the group lives: one zone in common tells nothing of a group in one zone. */
  readonly zones: number;
}

/** Losses by group, keyed `CLUSTER/NAMESPACE/GROUP`; those that were planned or made good are left out. */
export function lossesByGroup<L extends PlacedLoss>(rows: readonly L[]): ReadonlyMap<string, readonly L[]> {
  const groups = new Map<string, L[]>();
  for (const loss of rows) {
    if (openLosses({ rows: [loss] }).length === 0) continue;
    const key = `${loss.row.cluster}/${loss.row.namespace}/${loss.row.group}`;
    groups.set(key, [...(groups.get(key) ?? []), loss]);
  }
  return groups;
}

/** "lost six machines within two seconds at 03:12:24, all in zone eu-central-1a"; "" where none is missing any more. Follows the group's name. */
export function groupLossesPhrase(losses: readonly PlacedLoss[], { missing, zones }: LosingGroup, now: number, zone: Zone): string {
  const count = missing === null ? losses.length : Math.min(losses.length, missing);
  if (count <= 0) return "";
  const shared = [
    zones > 1
      ? sameValue(
          losses.map(({ row }) => row.locality.split("/")[1] ?? ""),
          "in zone",
        )
      : "",
    sameValue(
      losses.map(({ row }) => row.controller),
      "held by",
    ),
  ].filter((part) => part !== "");
  const who = pluralWord(count, "machine");
  const common = count < 2 || shared.length === 0 ? "" : `, ${count === 2 ? "both" : "all"} ${listOf(shared)}`;
  return `lost ${who} ${suddenPhrase(losses, now, zone)}${common}`;
}

function sameValue(values: readonly string[], words: string): string {
  const [first = ""] = values;
  return first !== "" && values.every((value) => value === first) ? `${words} ${first}` : "";
}
