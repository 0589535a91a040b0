import type { EntryTraffic } from "@/lib/domain/statements/entry";
import { listAndMore, listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import type { Tense } from "./text/tense";

type SelectedBy = Pick<EntryTraffic, "services" | "moreServices" | "selectedBy">;

/** "a.example", "a.example and b.example", "a.example, b.example and 3 more hosts". */
export function servicesPhrase(names: readonly string[], more: number): string {
  return listAndMore(names, more, { noun: ["host", "hosts"] });
}

/** The services that send callers to a machine, in one sentence; "" if they are not known. `still`: "still " or "". */
export function answersFor({ services, moreServices, selectedBy }: SelectedBy, still: string, { past }: Tense): string {
  if (services === null) return "";
  if (services.length > 0) return `It ${still}${past ? "answered" : "answers"} for ${servicesPhrase(services, moreServices ?? 0)}.`;
  if ((selectedBy ?? 0) > 0) return `It ${past ? "was" : "is"} selected, but ${past ? "had" : "has"} no port that ${past ? "was" : "is"} asked for.`;
  return past ? "No host selected it." : "No host selects it.";
}

/** What a line above the hosts of a machine needs: how many objects and hosts take it, and what of all that could is in sight. */
export interface SelectedInput {
  readonly objects: number;
  readonly hostsTotal: number;
  readonly namespace: string;
  readonly sight: { readonly services: boolean; readonly serviceEntries: boolean; readonly elsewhere: boolean };
}

/** Who selects a machine, where that is one, several or nobody; "" where the list says it all. */
export function selectedSentence({ objects, hostsTotal, namespace, sight }: SelectedInput, past: boolean): string {
  if (objects > 1)
    return `${formatNumber(objects)} objects ${past ? "selected" : "select"} it, for ${plural(hostsTotal, "host")}: each ${past ? "sent" : "sends"} its callers here.`;
  if (objects === 1) return "";
  if (!sight.services && !sight.serviceEntries)
    return `Neither Services nor ServiceEntries of ${namespace} are visible to you, so who selects it is not known.`;
  if (!sight.services)
    return `No ServiceEntry ${past ? "selected" : "selects"} it. Services of ${namespace} are not visible to you, so whether one does is not known.`;
  if (!sight.serviceEntries)
    return `No Service ${past ? "selected" : "selects"} it. ServiceEntries of ${namespace} are not visible to you, so whether one does is not known.`;
  return `No Service and no ServiceEntry ${past ? "selected" : "selects"} it.`;
}

/** What is missing beside a list of hosts that is not empty; "" where nothing is. */
export function partlySeen({ objects, namespace, sight }: Pick<SelectedInput, "objects" | "namespace" | "sight">): string {
  const unseen = [...(sight.services ? [] : ["Services"]), ...(sight.serviceEntries ? [] : ["ServiceEntries"])];
  if (objects > 0 && unseen.length > 0) return `${listOf(unseen)} of ${namespace} are not visible to you: there may be more.`;
  return objects > 0 && !sight.elsewhere
    ? "Not all Services and ServiceEntries of other namespaces are visible to you: another namespace may own a host of these."
    : "";
}

/** What follows for a machine whose address stands in an object as an endpoint of its own, after the object's name. */
export function writtenFor(host: string): string {
  return ` as an endpoint: callers of ${host} are sent there, whatever this entry says.`;
}
