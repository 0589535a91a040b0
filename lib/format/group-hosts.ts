import type { MismatchWithFix } from "@/lib/domain/selection/nearest-misses";
import { reasonWords } from "./reason-words";
import { joinParts, listAndMore } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { be } from "./text/tense";

/** A host beside a group, as a line of a list needs it; null = not visible. */
export interface WordedGroupHost {
  readonly takes: number;
  readonly template: readonly MismatchWithFix[] | null;
  readonly machines: { readonly serving: number; readonly inDoubt: number; readonly notReached: number } | null;
  readonly pods: { readonly ready: number } | null;
  readonly inline: number;
  readonly names: number;
  /** Healthy addresses of EndpointSlices. */
  readonly addresses: number | null;
}

/** How many of a group's machines a host takes: "32 of 34"; `machines` null = they are out of sight. */
export function takesPhrase({ takes }: Pick<WordedGroupHost, "takes">, machines: number | null): string {
  return machines === null ? "machines not visible" : `${formatNumber(takes)} of ${formatNumber(machines)}`;
}

/** Whether a host takes the machines that the template makes. */
export function templatePhrase({ template }: Pick<WordedGroupHost, "template">): string {
  if (template === null) return "template not visible";
  return template.length === 0 ? "taken" : `not taken: ${template.map(({ reason }) => reasonWords(reason)).join("; ")}`;
}

/** Who answers for a host, of this group or not: "32 machines, 4 pods". */
export function answeringPhrase({
  machines,
  pods,
  inline,
  names,
  addresses,
}: Pick<WordedGroupHost, "machines" | "pods" | "inline" | "names" | "addresses">): string {
  const parts = [
    machines === null ? "machines not visible" : plural(machines.serving, "machine"),
    machines !== null && machines.inDoubt > 0 ? `${formatNumber(machines.inDoubt)} unverified` : "",
    pods === null ? "pods not visible" : pods.ready > 0 ? plural(pods.ready, "pod") : "",
    addresses === null ? "EndpointSlices not visible" : addresses > 0 ? plural(addresses, "address", "addresses") : "",
    inline > 0 ? plural(inline, "inline endpoint") : "",
    names > 0 ? plural(names, "name") : "",
    machines !== null && machines.notReached > 0 ? `${formatNumber(machines.notReached)} not sent to its callers` : "",
  ];
  return joinParts(parts, ", ");
}

/** The zones of the selected and healthy machines: "selected and healthy machines in eu-1a (12) and eu-1b (8)"; "" if there is none, or not known. */
export function zonesPhrase(zones: readonly { readonly zone: string; readonly serving: number }[] | null): string {
  if (zones === null || zones.length === 0) return "";
  const told = zones.slice(0, MOST_ZONES).map(({ zone, serving }) => `${zone === "none" ? "no zone" : zone} (${formatNumber(serving)})`);
  const list = listAndMore(told, zones.length - told.length, { noun: ["zone", "zones"] });
  return zones.length === 1
    ? `all selected and healthy machines in ${zones[0]?.zone === "none" ? "no zone" : `zone ${zones[0]?.zone}`}`
    : `selected and healthy machines in ${list}`;
}

const MOST_ZONES = 4;

/** Whether requests leave a machine that died before it leaves the list (docs/istio.md#absent-endpoints, #ejection). */
export function ejectsPhrase(ejects: boolean | null, past: boolean): string {
  if (ejects === null) return "whether callers leave a dead machine is not known";
  if (ejects) return `outlier detection: callers ${past ? "took" : "take"} out endpoints that fail`;
  return `no outlier detection: callers ${past ? "asked" : "ask"} a dead machine until it leaves the list`;
}

/** Above the hosts of a group: how they share its machines; "" where the list says it all. */
export function groupHostsSentence(
  { hosts, untaken, machines }: { readonly hosts: number; readonly untaken: number; readonly machines: number | null },
  past: boolean,
): string {
  if (hosts === 0)
    return machines === null
      ? `No host ${past ? "took" : "takes"} what its template makes.`
      : `No host ${past ? "selected" : "selects"} a machine of this group.`;
  if (untaken > 0) return `${plural(untaken, "machine")} of ${formatNumber(machines ?? 0)} ${be(untaken)} in no host.`;
  return "";
}
