import { listPhrase } from "@/lib/format/count";

/** Groups by name whose labels no selector can tell from those of one group. */
interface Shared {
  readonly same: readonly string[];
  readonly included: readonly string[];
  readonly including: readonly string[];
}

const SHOWN = 3;

/** What it means that other groups of the namespace have the labels of a group, or some of them; none = no selector mixes them up. */
export function sharedLabelsWords({ same, included, including }: Shared): readonly string[] {
  return [
    ...(same.length === 0
      ? []
      : [`${named(same)} ${same.length === 1 ? "has" : "have"} the same labels: no Service, ServiceEntry or policy can tell these machines from theirs.`]),
    ...(included.length === 0 ? [] : [`These are all labels of ${named(included)}, and more: whatever selects ${theirs(included)} by them takes these too.`]),
    ...(including.length === 0
      ? []
      : [
          `${named(including)} ${including.length === 1 ? "has" : "have"} all these labels, and more: whatever selects these machines by them takes theirs too.`,
        ]),
  ];
}

function named(groups: readonly string[]): string {
  const shown = groups.slice(0, SHOWN);
  const more = groups.length - shown.length;
  return `${groups.length === 1 ? "WorkloadGroup" : "WorkloadGroups"} ${listPhrase(more > 0 ? [...shown, `${more} more`] : shown)}`;
}

function theirs(groups: readonly string[]): string {
  return groups.length === 1 ? "its machines" : "their machines";
}
