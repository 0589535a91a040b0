import type {
  IncidentLine,
  IncidentOfGroups,
  IncidentRecovering,
  LastIncidentEnded,
  MoreIncidents,
  NamespaceDeleted,
  NoIncident,
} from "@/lib/domain/statements/fleet-incidents";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { agoPhrase, fleetTroubleText, forPhrase, groupName, inClusterPhrase, reasonPhrase, type TroubleSentence } from "./fleet-trouble";
import { DAY_MS, formatSpan } from "./text/duration";
import { joinParts } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { be, have, momentOf, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** `detail`: sentences in small type after the line, about services without endpoints and the worst group; "" = none. */
export interface IncidentLineText extends TroubleSentence {
  readonly detail: string;
}

/** Returns the second line of the fleet's headline, if it is about an incident. */
export function incidentLineText(trouble: IncidentLine["trouble"], context: TextContext): IncidentLineText {
  const worst = trouble.kind === "incident-of-groups" ? worstPhrase(trouble) : "";
  return { ...troubleText(trouble, context), detail: joinParts([servicesPhrase(trouble, context), worst], " ") };
}

/** "checkout.shop and 2 more services have no endpoint." */
function servicesPhrase(trouble: IncidentLine["trouble"], { tense }: TextContext): string {
  if (!("withoutEndpoint" in trouble) || trouble.withoutEndpoint === 0) return "";
  const { withoutEndpoint: count, firstWithoutEndpoint: first } = trouble;
  const services = count === 1 ? first : `${first} and ${plural(count - 1, "more service")}`;
  return `${services} ${have(count, tense)} no endpoint.`;
}

function troubleText(trouble: IncidentLine["trouble"], context: TextContext): TroubleSentence {
  switch (trouble.kind) {
    case "incident-of-groups":
      return groupsText(trouble, context);
    case "incident-recovering":
      return recoveringText(trouble, context);
    case "namespace-deleted":
      return namespaceDeletedText(trouble, context);
    case "last-incident-ended":
      return lastEndedText(trouble, context);
    case "no-incident":
      return noIncidentText(trouble, context);
    default:
      return fleetTroubleText(trouble, context);
  }
}

/** Returns "2 more incidents", or "2 incidents" if the trouble before it is none: a machine that is missing without a recorded loss. */
export function moreIncidentsText({ number }: MoreIncidents, trouble: IncidentLine["trouble"]): string {
  return plural(number, "incident" in trouble ? "more incident" : "incident");
}

/** "eu-central-1c: ", "40 machines" and " of 9 groups lost 2 min ago, 6 unverified." */
function groupsText(trouble: IncidentOfGroups, context: TextContext): TroubleSentence {
  const kinds = kindsOf(trouble);
  const [main, ...others] = kinds;
  const count = main?.count ?? 0;
  const rest = others.map((kind) => `, ${formatNumber(kind.count)} ${kind.word}`).join("");
  const reason = others.length === 0 ? reasonPhrase(trouble.message) : ".";
  const groups = trouble.groups === 0 ? "no group" : plural(trouble.groups, "group");
  const state = main === undefined ? ` ${be(count, context.tense)} in no trouble` : ` ${main.word}${whenPhrase(trouble, main.isEvent, context)}`;
  const after = ` of ${groups}${inClusterPhrase(trouble.cluster, context)}${state}${rest}${reason}`;
  return { tone: main?.tone ?? "idle", before: subjectPhrase(trouble), loud: plural(count, "machine"), after };
}

interface Kind {
  readonly count: number;
  readonly word: string;
  readonly isEvent: boolean;
  readonly tone: Tone;
}

/** The kinds of trouble, that of the most machines first. */
function kindsOf({ failed, lost, unverified }: IncidentOfGroups): readonly Kind[] {
  const all: readonly Kind[] = [
    { count: failed, word: "failed", isEvent: true, tone: "bad" },
    { count: lost, word: "lost", isEvent: true, tone: "bad" },
    { count: unverified, word: "unverified", isEvent: false, tone: "blind" },
  ];
  return all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

function whenPhrase({ since, sinceAtLeast, isFirst }: IncidentOfGroups, isEvent: boolean, context: TextContext): string {
  if (since === null) return "";
  const when = (isEvent ? agoPhrase : forPhrase)({ since, sinceAtLeast }, context);
  return isFirst ? `, the first ${when}` : ` ${when}`;
}

/** The name of a zone is its subject. Other traits need their word. */
function subjectPhrase({ cause, traits, values }: IncidentOfGroups): string {
  if (cause === "clock-skew") return "Clock skew of an istiod replica: ";
  if (cause === "replica-gone" && traits.length === 0) return "An istiod replica is gone: ";
  if (cause === "group-deleted") return "Deleted groups: ";
  if (cause === "left-healthy") return "Left healthy: ";
  const names = traits.map((trait, index) => (trait === "zone" ? (values[index] ?? "") : `${trait} ${values[index] ?? ""}`));
  if (names.length === 0) return "";
  return names.length === 1 ? `${capitalizedWord(names[0] ?? "", traits[0] === "zone")}: ` : `${names.join(" or ")} (cannot tell which): `;
}

/** A name keeps its lower-case letter. */
function capitalizedWord(text: string, isName: boolean): string {
  return isName ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** "Worst: tracking, 11 of 110." */
function worstPhrase({ worstNamespace: namespace, worstGroup: group, worstNumber, worstTotal, isWorstNameUnique }: IncidentOfGroups): string {
  if (worstNumber === 0 || group === "") return "";
  const of = worstTotal === null ? "" : ` of ${formatNumber(worstTotal)}`;
  return `Worst: ${groupName({ namespace, group, isNameUnique: isWorstNameUnique })}, ${formatNumber(worstNumber)}${of}.`;
}

/** "Recovering: ", "30 of 46" and " machines of eu-central-1c are back." */
function recoveringText(trouble: IncidentRecovering, context: TextContext): TroubleSentence {
  const { cluster, back, machines, machine, service, services, trait, value, group, groups } = trouble;
  const end = `${inClusterPhrase(cluster, context)} ${be(back, context.tense)} back.`;
  const text = (loud: string, after: string): TroubleSentence => ({ tone: "warn", before: "Recovering: ", loud, after });
  if (machines === 0) return text(services === 1 ? service : plural(services, "service"), ` ${have(services, context.tense)} endpoints again.`);
  if (machine !== "") return text(machine, end);
  const loud = `${formatNumber(back)} of ${formatNumber(machines)}`;
  if (trait !== "") return text(loud, ` machines of ${trait === "zone" ? value : `${trait} ${value}`}${end}`);
  if (group !== "") return text(loud, ` machines of ${groupName(trouble)}${end}`);
  return text(loud, ` machines of ${groups === 0 ? "no group" : plural(groups, "group")}${end}`);
}

function namespaceDeletedText({ cluster, namespace, machines, since, sinceAtLeast }: NamespaceDeleted, context: TextContext): TroubleSentence {
  const when = since === null ? "" : ` ${agoPhrase({ since, sinceAtLeast }, context)}`;
  const after = `${inClusterPhrase(cluster, context)} was deleted${when}, with its ${plural(machines, "machine")}.`;
  return { tone: "bad", before: "Namespace ", loud: namespace, after };
}

function lastEndedText({ at }: LastIncidentEnded, context: TextContext): TroubleSentence {
  return { tone: "idle", before: `Last incident ended ${agoPhrase({ since: at, sinceAtLeast: false }, context)}.`, loud: "", after: "" };
}

/** "No incident recorded in 24 h.", and a shorter time if incidents are known since then. */
function noIncidentText({ since }: NoIncident, context: TextContext): TroubleSentence {
  const { tense, now, zone, isKept } = context;
  const from = Math.max(since, momentOf(tense, now) - DAY_MS);
  const span = tense.past || isKept === true ? `since ${formatMoment(from, now, zone)}` : `in ${formatSpan(now - from)}`;
  return { tone: "idle", before: `No incident recorded ${span}.`, loud: "", after: "" };
}
