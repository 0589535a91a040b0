import { listAtMost } from "@/lib/format/text/lists";
import { oneOrMany } from "@/lib/format/text/numbers";
import { have } from "@/lib/format/text/tense";

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
      : [`${named(same)} ${have(same.length)} the same labels: no Service, ServiceEntry or policy can tell these machines from theirs.`]),
    ...(included.length === 0 ? [] : [`These are all labels of ${named(included)}, and more: whatever selects ${theirs(included)} by them takes these too.`]),
    ...(including.length === 0
      ? []
      : [`${named(including)} ${have(including.length)} all these labels, and more: whatever selects these machines by them takes theirs too.`]),
  ];
}

function named(groups: readonly string[]): string {
  return `${oneOrMany(groups.length, "WorkloadGroup")} ${listAtMost(groups, SHOWN)}`;
}

function theirs(groups: readonly string[]): string {
  return oneOrMany(groups.length, "its machines", "their machines");
}
