import type { Zone } from "./clock";
import { inCluster } from "./text/cluster";
import { formatNumber, plural } from "./text/numbers";
import { be, PAST } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** That a group was deleted, as the record tells it: milliseconds; `notBefore` null = somebody saw it go. */
export interface GroupDeletion {
  /** The cluster to name; null for a viewer with one cluster. */
  readonly cluster?: string | null;
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
  readonly notBefore: number | null;
}

/** What the page of a group that is gone begins with: "This group was deleted at 13:36:56." */
export function deletedSentence({ at, notBefore }: Pick<GroupDeletion, "at" | "notBefore">, now: number, zone: Zone): string {
  const when = notBefore === null ? `at ${formatMoment(at, now, zone)}` : `between ${formatMoment(notBefore, now, zone)} and ${formatMoment(at, now, zone)}`;
  return `This group was deleted ${when}.`;
}

/** How many of its machines went with it: "9 machines were deleted with it"; `isCut` = there may be more. */
export function collectedPhrase(count: number, isCut: boolean): string {
  if (count === 0) return "No machine is known to have been deleted with it";
  return `${isCut ? "At least " : ""}${plural(count, "machine")} ${be(count, PAST)} deleted with it`;
}

/** From a moment on, so many machines were expected of all groups; null = nobody knew. Milliseconds. */
interface SizeStep {
  readonly at: number;
  readonly size: number | null;
}

/** A step of the sizes that comes so soon after a deletion is its own. Milliseconds. */
const SAME_MOMENT_MS = 1_000;

/**
 * Why fewer machines are expected than were: "the expected size fell by 9 as shop/checkout was deleted 13:36:56". Without a known size it tells the
 * deletion alone. The new size is left out: the sum of the expected sizes is not the total of the page. `steps` in order of time.
 */
export function deletionPhrase({ cluster = null, namespace, name, at }: GroupDeletion, steps: readonly SizeStep[], now: number, zone: Zone): string {
  const deleted = `${namespace}/${name}${inCluster(cluster ?? "", cluster !== null)} was deleted ${formatMoment(at, now, zone)}`;
  const index = steps.findIndex((step) => Math.abs(step.at - at) <= SAME_MOMENT_MS);
  const [before, after] = [steps[index - 1]?.size ?? null, steps[index]?.size ?? null];
  if (index < 1 || before === null || before <= (after ?? 0)) return deleted;
  return `the expected size fell by ${formatNumber(before - (after ?? 0))} as ${deleted}`;
}
