import { joinParts, listAtMost } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { verb } from "./text/tense";

const MOST_NAMED = 3;

/** How a declared size counts machines that left as planned: "2 of them left as planned and are not counted." */
export function plannedSizeWords({ planned }: { readonly planned: number }): string {
  return planned === 1
    ? "One more is declared: it left as planned and is not counted."
    : `${formatNumber(planned)} more are declared: they left as planned and are not counted.`;
}

/** One machine that is planned to go. `by`: the moment in words, "" = none was given; `here` null = not in sight; `over`: the moment is past. */
interface PlannedMachine {
  readonly by: string;
  readonly here: boolean | null;
  readonly over: boolean;
}

/** How far a plan is: "planned to go by 12 Aug, is here", "left as planned". */
export function plannedStateWords({ by, here, over }: PlannedMachine): string {
  if (here === false) return "not here: it left as planned, and is not counted as missing";
  const when = by === "" ? "planned to go, no end given" : over ? `was planned to go by ${by}` : `planned to go by ${by}`;
  if (here === null) return `${when}; whether it is here is not visible to you`;
  return over ? `${when}, and is still here` : `${when}; it is here`;
}

/** What a machine's page says of its plan. */
export function plannedEntryWords({ by, reason, over }: { readonly by: string; readonly reason: string; readonly over: boolean }): string {
  const when =
    by === ""
      ? "This machine is planned to go"
      : over
        ? `This machine was planned to go by ${by}, and is still here`
        : `This machine is planned to go by ${by}`;
  return `${when}: ${reason === "" ? "no reason was kept" : reason}. When it leaves, its group does not miss it.`;
}

/** What marking machines of so many groups does, and what it does not. */
export function planWords({ count, groups }: { readonly count: number; readonly groups: number }): readonly string[] {
  const kept =
    groups === 1
      ? `The group keeps the ${plural(count, "name")} in its annotation stolos.dev/planned-leaves.`
      : "Each group keeps the names of its machines in its annotation stolos.dev/planned-leaves.";
  return [
    `${kept} There ${oneOrMany(count, "it outlives", "they outlive")} the entries, which istiod may make anew.`,
    "Nothing is stopped by it. When such a machine leaves, its loss counts as planned, and the expected size is lowered by it for as long as the mark stands.",
    "Until its entry is gone callers are still sent it: drain it first, then stop its agent.",
  ];
}

/** The annotation says something that is no list of machines. */
export function unreadablePlanWords(): string {
  return "The annotation stolos.dev/planned-leaves of the group is no list of machines: nothing counts as planned. Edit the group's YAML.";
}

/** After all that left: the marks hide that the declared size is too large. */
export function plannedDoneWords({ gone }: { readonly gone: number }): string {
  return `${plural(gone, "machine")} left as planned. Once that is final, lower the expected size by ${formatNumber(gone)} and take the ${oneOrMany(gone, "mark")} away.`;
}

/** A group that is to be marked: how many of its machines, and the first of them by name. */
export function planLineWords({ entries }: { readonly entries: readonly string[] }): string {
  return `${plural(entries.length, "machine")}: ${listAtMost(entries, MOST_NAMED, { commas: true })}`;
}

/** Chosen machines that belong to no group: there is nothing that would miss them. */
export function withoutGroupWords(names: readonly string[]): string {
  return `${listAtMost(names, MOST_NAMED, { commas: true })} ${verb(names.length, "belong")} to no group, and cannot be marked: nobody counts ${oneOrMany(names.length, "it", "them")} as expected.`;
}

/** A plan has to say why. */
export function noPlanReasonWords(): string {
  return "Write why the machine goes: whoever misses it wants to know.";
}

/** What came of the marks, counted in groups. `refused`: those that refused, or of which it is not known. */
export function planDoneWords({ accepted, refused }: { readonly accepted: number; readonly refused: number }): string {
  const told =
    accepted === 0
      ? ""
      : accepted + refused === 1
        ? "Accepted; the page follows the cluster."
        : `${plural(accepted, "group")} accepted; the page follows the cluster.`;
  const rest = refused === 0 ? "" : `${plural(refused, "group")} not marked: ${oneOrMany(refused, "it says", "each says")} why.`;
  return joinParts([told, rest], " ");
}
