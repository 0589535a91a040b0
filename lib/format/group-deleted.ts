import type { Zone } from "./clock";
import { inCluster } from "./text/cluster";
import { plural } from "./text/numbers";
import { be, PAST } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** The recorded deletion of a group. Milliseconds. `notBefore`: the earliest possible time; null = the deletion was observed. */
export interface GroupDeletion {
  /** The cluster to name; null for a viewer with one cluster. */
  readonly cluster?: string | null;
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
  readonly notBefore: number | null;
}

/** Returns the headline of a deleted object's page: "This group was deleted at 13:36:56." */
export function deletedSentence(
  { at, notBefore, object = "group" }: Pick<GroupDeletion, "at" | "notBefore"> & { readonly object?: "group" | "Service" | "ServiceEntry" },
  now: number,
  zone: Zone,
): string {
  const when = notBefore === null ? `at ${formatMoment(at, now, zone)}` : `between ${formatMoment(notBefore, now, zone)} and ${formatMoment(at, now, zone)}`;
  return `This ${object} was deleted ${when}.`;
}

/** Returns the number of machines deleted with the group: "9 machines were deleted with it". `isCut`: there may be more. */
export function deletedMachinesPhrase(count: number, isCut: boolean): string {
  if (count === 0) return "No machine is known to have been deleted with it";
  return `${isCut ? "At least " : ""}${plural(count, "machine")} ${be(count, PAST)} deleted with it`;
}

/** Returns "shop/checkout was deleted 13:36:56", for the line below the fleet's headline. */
export function deletionPhrase({ cluster = null, namespace, name, at }: GroupDeletion, now: number, zone: Zone): string {
  return `${namespace}/${name}${inCluster(cluster ?? "", cluster !== null)} was deleted ${formatMoment(at, now, zone)}`;
}
