import type { MismatchWithFix } from "@/lib/domain/selection/nearest-misses";
import type { GroupServiceStatus } from "@/lib/domain/statements/group-services";
import { reasonWords } from "./reason-words";
import { joinParts, listAndMore } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { be } from "./text/tense";

/** The values of a service for its row on a group's page; null = not visible. */
export interface GroupServiceValues {
  readonly takes: number;
  readonly template: readonly MismatchWithFix[] | null;
  readonly machines: { readonly serving: number; readonly inDoubt: number; readonly notReached: number } | null;
  readonly pods: { readonly ready: number } | null;
  readonly inline: number;
  readonly names: number;
  /** Healthy addresses of EndpointSlices. */
  readonly addresses: number | null;
}

/** Returns why a service does not select new entries of the template: "new entries are not selected: …"; "" = it does. */
export function templateNotSelectedPhrase({ template }: Pick<GroupServiceValues, "template">): string {
  if (template === null) return "template not visible";
  return template.length === 0 ? "" : `new entries are not selected: ${template.map(({ reason }) => reasonWords(reason)).join("; ")}`;
}

/** The status words of a service on a group's page. */
export const GROUP_SERVICE_STATUS_WORDS = {
  down: "Down",
  "no-machine": "No machine",
  degraded: "Degraded",
  unverified: "Unverified",
  "not-visible": "Not visible",
  "not-checked": "Not checked",
  healthy: "Healthy",
} as const satisfies Record<GroupServiceStatus, string>;

interface ServiceWithReason extends Pick<GroupServiceValues, "takes" | "template"> {
  readonly machines: { readonly taken: number; readonly serving: number; readonly inDoubt: number; readonly aside: number; readonly notReached: number } | null;
}

/** Returns the reasons for the status of a service: "6 machines are not serving", "selects 6 of 48"; `machines` null = the machines of the group are not visible. */
export function groupServiceReason({ takes, template, machines: ofService }: ServiceWithReason, machines: number | null, past: boolean): string {
  const failing = ofService === null ? 0 : ofService.taken - ofService.serving - ofService.inDoubt - ofService.aside - ofService.notReached;
  const parts = [
    ofService === null ? "machines are not visible" : "",
    failing > 0 ? `${plural(failing, "machine")} ${be(failing, { past })} not serving` : "",
    ofService !== null && ofService.notReached > 0 ? `${formatNumber(ofService.notReached)} not sent to its callers` : "",
    ofService !== null && ofService.inDoubt > 0 ? `${formatNumber(ofService.inDoubt)} unverified` : "",
    ofService !== null && ofService.aside > 0 ? `${formatNumber(ofService.aside)} draining or starting` : "",
    machines !== null && takes < machines ? `${past ? "selected" : "selects"} ${formatNumber(takes)} of ${formatNumber(machines)}` : "",
    templateNotSelectedPhrase({ template }),
  ];
  return joinParts(parts, " · ");
}

/** Returns the service's endpoints that are no machines: "4 pods", "2 addresses"; "–" = none. */
export function otherEndpoints({ pods, inline, names, addresses }: Pick<GroupServiceValues, "pods" | "inline" | "names" | "addresses">): string {
  const parts = [
    pods === null ? "pods not visible" : pods.ready > 0 ? plural(pods.ready, "pod") : "",
    addresses === null ? "EndpointSlices not visible" : addresses > 0 ? plural(addresses, "address", "addresses") : "",
    inline > 0 ? plural(inline, "inline endpoint") : "",
    names > 0 ? plural(names, "name") : "",
  ];
  return joinParts(parts, ", ") || "–";
}

/** Returns the zones of selected healthy machines: "healthy machines in eu-1a (12) and eu-1b (8)"; "" if there is none, or unknown. */
export function healthyZonesPhrase(zones: readonly { readonly zone: string; readonly serving: number }[] | null): string {
  if (zones === null || zones.length === 0) return "";
  const told = zones.slice(0, MOST_ZONES).map(({ zone, serving }) => `${zone === "none" ? "no zone" : zone} (${formatNumber(serving)})`);
  const list = listAndMore(told, zones.length - told.length, { noun: ["zone", "zones"] });
  return zones.length === 1 ? `all healthy machines in ${zones[0]?.zone === "none" ? "no zone" : `zone ${zones[0]?.zone}`}` : `healthy machines in ${list}`;
}

const MOST_ZONES = 4;

/** Returns whether callers eject a dead machine before istiod removes it (docs/istio.md#absent-endpoints, #ejection). */
export function outlierEjectionPhrase(ejects: boolean | null, past: boolean): string {
  if (ejects === null) return "outlier detection is not known";
  if (ejects) return `outlier detection: callers ${past ? "ejected" : "eject"} endpoints that fail`;
  return `no outlier detection: callers ${past ? "called" : "call"} a lost machine until istiod removes it`;
}

/** Returns the sentence above a group's services: how they divide its machines; "" if the rows show it. */
export function groupServicesSentence(
  { hosts, untaken, machines }: { readonly hosts: number; readonly untaken: number; readonly machines: number | null },
  past: boolean,
): string {
  if (hosts === 0)
    return machines === null
      ? `No service ${past ? "selected" : "selects"} machines of its template.`
      : `No service ${past ? "selected" : "selects"} a machine of this group.`;
  if (untaken > 0) return `${formatNumber(untaken)} of ${plural(machines ?? 0, "machine")} ${oneOrMany(untaken, "belongs", "belong")} to no service.`;
  return "";
}
