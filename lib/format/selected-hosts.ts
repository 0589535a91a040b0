import type { EntryTraffic, SelectedBy } from "@/lib/domain/statements/entry";
import { leftOutWords } from "./host/left-out-words";
import { listAndMore, listOf } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import type { Tense } from "./text/tense";

type KnownServices = Pick<EntryTraffic, "services" | "moreServices" | "selectedBy" | "notSent">;

/** "a.example", "a.example and b.example", "a.example, b.example and 3 more services". */
export function servicesPhrase(names: readonly string[], more: number): string {
  return listAndMore(names, more, { noun: ["service", "services"] });
}

/** The names of services have the rest of a line of the headline. Letters. */
const LONGEST_NAMES = 60;

/** The names of services, or their number if the names are too long. */
function servicesInHeadline(names: readonly string[], more: number): string {
  const named = servicesPhrase(names, more);
  return names.length + more > 1 && named.length > LONGEST_NAMES ? plural(names.length + more, "service") : named;
}

/** The services that send callers to a machine, in one sentence; "" if they are not known. `still`: "still " or "". */
export function answersFor({ services, moreServices, selectedBy, notSent }: KnownServices, still: string, { past }: Tense): string {
  if (services === null) return "";
  if (services.length > 0) return `It ${past ? "was" : "is"} ${still}an endpoint of ${servicesInHeadline(services, moreServices ?? 0)}.`;
  if (notSent !== null) return `Services ${past ? "selected" : "select"} it, but callers ${past ? "did" : "do"} not get it: ${leftOutWords(notSent)}.`;
  if ((selectedBy ?? 0) > 0) return `Services ${past ? "selected" : "select"} it, but it ${past ? "had" : "has"} no port for their callers.`;
  return past ? "No service selected it." : "No service selects it.";
}

/** The line below the services of a machine; "" if one object selects it, as the list shows it. */
export function selectedSentence(statement: SelectedBy, past: boolean): string {
  const { objects, namespace, servicesVisible, serviceEntriesVisible } = statement;
  if (objects > 1) return severalObjectsSentence(statement, past);
  if (objects === 1) return "";
  if (!servicesVisible && !serviceEntriesVisible)
    return `Neither Services nor ServiceEntries of ${namespace} are visible to you, so who selects it is not known.`;
  if (!servicesVisible)
    return `No ServiceEntry ${past ? "selected" : "selects"} it. Services of ${namespace} are not visible to you, so whether one does is not known.`;
  if (!serviceEntriesVisible)
    return `No Service ${past ? "selected" : "selects"} it. ServiceEntries of ${namespace} are not visible to you, so whether one does is not known.`;
  return `No Service and no ServiceEntry ${past ? "selected" : "selects"} it.`;
}

function severalObjectsSentence({ objects, services, servicesSent, eachSends }: SelectedBy, past: boolean): string {
  const get = past ? "got" : "get";
  const of =
    objects === services ? "" : `${formatNumber(objects)} objects ${past ? "defined" : "define"} ${oneOrMany(services, "this service", "these services")}. `;
  if (servicesSent === null) return of.trim();
  if (eachSends) return `${of}Callers of ${oneOrMany(services, "it", "each")} ${get} the machine.`;
  if (servicesSent === 0) return `${of}No caller ${past ? "got" : "gets"} the machine.`;
  if (servicesSent < services) return `${of}Callers of ${formatNumber(servicesSent)} ${get} the machine.`;
  return `${of}Callers ${get} the machine, but not from each object.`;
}

/** The objects that a list of services may lack; "" if all are visible, or if the list is empty. */
export function partlySeen({ objects, namespace, servicesVisible, serviceEntriesVisible, othersVisible }: SelectedBy): string {
  const unseen = [...(servicesVisible ? [] : ["Services"]), ...(serviceEntriesVisible ? [] : ["ServiceEntries"])];
  if (objects > 0 && unseen.length > 0) return `${listOf(unseen)} of ${namespace} are not visible to you: there may be more.`;
  return objects > 0 && !othersVisible
    ? "Not all Services and ServiceEntries of other namespaces are visible to you: another namespace may own a host of these."
    : "";
}

/** Below the services of a machine in a mesh with ambient mode. */
export const FOR_SIDECARS = "This holds for callers with a sidecar.";

/** The callers of the TLS that a list of endpoints shows. */
export const TLS_CALLERS = "TLS is that of callers in the namespace of each service.";

/** What follows for a machine whose address stands in an object as an endpoint of its own, after the object's name. */
export function writtenFor(host: string): string {
  return ` as an endpoint: callers of ${host} are sent there, whatever this entry says.`;
}
