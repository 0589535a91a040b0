import type { IncidentState } from "@/lib/domain/incidents/incident";
import type { TraitName } from "@/lib/domain/incidents/observation";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { probeReason } from "./probe-error";
import { joinParts, listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import type { Tense } from "./text/tense";

/** The word and the tone of each state of an incident. A list shows incidents inside a maintenance window as planned. */
export const INCIDENT_STATE_TEXTS: Readonly<Record<IncidentState | "planned", { readonly word: string; readonly tone: Tone }>> = {
  open: { word: "Open", tone: "bad" },
  recovering: { word: "Recovering", tone: "warn" },
  planned: { word: "Planned", tone: "idle" },
  "long-running": { word: "Long-running", tone: "idle" },
  over: { word: "Over", tone: "idle" },
};

/** The words of the tiers of trouble, in their order. */
export const INCIDENT_TIER_TEXTS: Readonly<Record<string, string>> = {
  "1": "Service without endpoint",
  "2": "New trouble",
  "3": "Unverified",
  "4": "Older trouble",
};

const UNDECIDED = " (cannot tell which)";

const TRAIT_WORDS: Readonly<Record<TraitName, string>> = {
  group: "Group",
  zone: "Zone",
  network: "Network",
  replica: "istiod",
  revision: "Revision",
  account: "Service account",
  version: "Version",
  "probe-error": "Probe error",
  change: "Change of",
};

/** Returns a trait with its value inside a sentence: "zone eu-1a". */
export function traitText(trait: TraitName, value: string): string {
  const word = TRAIT_WORDS[trait];
  return `${word.charAt(0).toLowerCase()}${word.slice(1)} ${value}`;
}

/** Returns the title of an incident: its subject and its counts, such as "Zone eu-1a: 40 lost, 6 unverified". */
export function incidentTitleText(title: IncidentTitle): string {
  const { subject, rest } = incidentTitleParts(title);
  return `${subject}: ${rest}`;
}

/** Returns the same in two parts: the subject, and the rest with the counts. */
export function incidentTitleParts(title: IncidentTitle): { readonly subject: string; readonly rest: string } {
  const { subject, counts, reason, services, planned } = textsOf(title);
  const message = reason === "" ? "" : ` (${reason})`;
  const further = [services, planned].map((text) => (text === "" ? "" : `. ${text}`)).join("");
  return { subject, rest: `${counts}${message}${further}` };
}

/** Returns the same for the columns of a list: the subject, the counts, and the reason with the services and the window. */
export function incidentColumnTexts(title: IncidentTitle): { readonly subject: string; readonly counts: string; readonly why: string } {
  const { subject, counts, reason, services, planned } = textsOf(title);
  const groups = isNamedByGroup(title) ? "" : listWithMore(title.groups, title.moreGroups);
  // The end of a long subject is cut, and this must be read.
  const isUndecided = subject.endsWith(UNDECIDED);
  const why = joinParts([isUndecided ? "cannot tell which" : "", reason, groups, services, planned], " · ");
  return { subject: isUndecided ? subject.slice(0, -UNDECIDED.length) : subject, counts, why };
}

/** Returns the tone of its counts: lost and failed machines are bad, unverified ones violet. */
export function incidentCountsTone({ failed, lost, unverified, machines, services, state, planned }: IncidentTitle): Tone {
  const isServiceDown = machines === 0 && services.length > 0 && state !== "over";
  if ((failed + lost + unverified === 0 && !isServiceDown) || planned !== null) return "idle";
  return failed + lost === 0 && !isServiceDown ? "blind" : "bad";
}

/** True if the subject names the groups, or the machine. */
function isNamedByGroup({ cause, traits }: IncidentTitle): boolean {
  if (cause === "trait") return traits.length === 0 || traits.includes("group");
  return cause !== "istiod-gone" && cause !== "replica-gone" && cause !== "clock-skew";
}

function textsOf(title: IncidentTitle): Readonly<Record<"subject" | "counts" | "reason" | "services" | "planned", string>> {
  const reason = probeReason(title.message);
  const planned = title.planned === null ? "" : `Planned: ${plannedReasonText(title)}`;
  const subject = subjectText(title);
  const isServiceOnly = title.cause === "service-without-endpoint" && title.machines === 0 && title.services.length > 0;
  if (isServiceOnly) return { subject, counts: noEndpointText(title), reason: "", services: "", planned };
  return { subject, counts: countsText(title), reason, services: servicesText(title), planned };
}

function noEndpointText({ state }: IncidentTitle): string {
  return state === "over" ? "had no healthy endpoint" : "no healthy endpoint";
}

/** Returns the reason of the maintenance window that contains an incident; "" = none does. */
export function plannedReasonText({ planned }: Pick<IncidentTitle, "planned">): string {
  return planned === "" ? "reason not visible to you" : (planned ?? "");
}

function subjectText(title: IncidentTitle): string {
  const groups = listWithMore(title.groups, title.moreGroups);
  switch (title.cause) {
    case "trait": {
      const traits = title.traits.map((trait, index) => `${TRAIT_WORDS[trait]} ${title.values[index] ?? ""}`);
      return traits.length === 2 ? `${traits.join(" or ")}${UNDECIDED}` : (traits[0] ?? groups);
    }
    case "machine":
      return `Machine ${title.machine ?? groups}`;
    case "group-deleted":
      return `Deleted group ${groups}`;
    case "namespace-deleted":
      return `Deleted namespace ${title.groups[0]?.split("/")[0] ?? ""}`.trimEnd();
    case "istiod-gone":
      return `No istiod in ${title.cluster}`;
    case "replica-gone":
      return ["An istiod replica is gone", title.values[0] ?? ""].filter((part) => part !== "").join(", ");
    case "clock-skew":
      return "Clock skew of an istiod replica";
    case "left-healthy":
      return `Healthy machines left ${groups}`.trimEnd();
    case "service-without-endpoint":
      return title.machines === 0 ? serviceSubject(title) : `Machines of ${groups}`;
    case "time-only":
      return `Machines of ${groups || "no group"}, cause not known`;
  }
}

function serviceSubject({ services, moreServices }: IncidentTitle): string {
  const word = services.length + moreServices === 1 ? "Service" : "Services";
  return `${word} ${listWithMore(services, moreServices)}`.trimEnd();
}

function countsText({ failed, lost, unverified, machines, groupSize, peak, state }: IncidentTitle): string {
  if (machines === 0) return "no machine is in trouble";
  if (state === "over") return `${formatNumber(peak)} at the peak`;
  const counts = [
    failed > 0 ? `${formatNumber(failed)} failed` : "",
    lost > 0 ? `${formatNumber(lost)} lost` : "",
    unverified > 0 ? `${formatNumber(unverified)} unverified` : "",
  ].filter((part) => part !== "");
  if (counts.length === 0) return `${plural(machines, "machine")} without trouble again`;
  return `${counts.join(", ")}${groupSize === null ? "" : ` of ${formatNumber(groupSize)}`}`;
}

function servicesText({ services, moreServices, state }: IncidentTitle): string {
  if (services.length === 0) return "";
  const hosts = listWithMore(services, moreServices);
  const isOne = services.length + moreServices === 1;
  if (state === "over") return `${hosts} had no healthy endpoint`;
  return `${hosts} ${isOne ? "has" : "have"} no healthy endpoint`;
}

function listWithMore(names: readonly string[], more: number): string {
  return listOf(more === 0 ? names : [...names, `${formatNumber(more)} more`]);
}

interface IncidentCounts {
  readonly total: number;
  readonly open: number;
  readonly recovering: number;
  readonly planned: number;
  readonly longRunning: number;
}

/**
 * Returns the headline of the list of incidents, with its moment if the page is not live. Planned ones are not part of the open ones. `notKnown`: open and
 * recovering ones of clusters that are not reached, while others are.
 */
export function incidentsHeadline(
  counts: IncidentCounts,
  tense: Tense,
  notKnown = { open: 0, recovering: 0 },
): { readonly strong: string; readonly rest: string } {
  const { total, planned, longRunning } = counts;
  const [open, recovering] = [counts.open - notKnown.open, counts.recovering - notKnown.recovering];
  const others = [
    recovering > 0 ? `${formatNumber(recovering)} recovering` : "",
    notKnown.open + notKnown.recovering > 0 ? `${formatNumber(notKnown.open + notKnown.recovering)} not known` : "",
    planned > 0 ? `${formatNumber(planned)} planned` : "",
    longRunning > 0 ? `${formatNumber(longRunning)} long-running` : "",
  ].filter((part) => part !== "");
  const rest = `${others.map((other) => `, ${other}`).join("")}${tense.past ? ` ${tense.at}` : ""}.`;
  if (open > 0) return { strong: plural(open, "open incident"), rest };
  return { strong: total === 0 ? "No incidents" : "No open incident", rest };
}
