import type { Zone } from "./clock";
import { inCluster } from "./text/cluster";
import { plural } from "./text/numbers";
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

/** The headline of a deleted object's page: "This group was deleted at 13:36:56." */
export function deletedSentence(
  { at, notBefore, object = "group" }: Pick<GroupDeletion, "at" | "notBefore"> & { readonly object?: "group" | "Service" | "ServiceEntry" },
  now: number,
  zone: Zone,
): string {
  const when = notBefore === null ? `at ${formatMoment(at, now, zone)}` : `between ${formatMoment(notBefore, now, zone)} and ${formatMoment(at, now, zone)}`;
  return `This ${object} was deleted ${when}.`;
}

/** How many of its machines went with it: "9 machines were deleted with it"; `isCut` = there may be more. */
export function collectedPhrase(count: number, isCut: boolean): string {
  if (count === 0) return "No machine is known to have been deleted with it";
  return `${isCut ? "At least " : ""}${plural(count, "machine")} ${be(count, PAST)} deleted with it`;
}

/** A deletion in a line of the fleet: "shop/checkout was deleted 13:36:56". */
export function deletionPhrase({ cluster = null, namespace, name, at }: GroupDeletion, now: number, zone: Zone): string {
  return `${namespace}/${name}${inCluster(cluster ?? "", cluster !== null)} was deleted ${formatMoment(at, now, zone)}`;
}
