import type { HiddenEndpointKind, SelectorMoves } from "@/lib/domain/statements/preview";
import { unseenGatewaysSentence } from "./host/not-seen-words";
import { listOf } from "./text/lists";
import { plural } from "./text/numbers";
import { be, verb } from "./text/tense";

/** What a viewer does not see of what a result is made of. `object`: the kind that is edited, where it is out of his sight. */
export interface UnseenParts {
  readonly namespace: string;
  readonly object: string | null;
  /** Kinds of endpoints that are in no number. */
  readonly endpoints: readonly HiddenEndpointKind[];
  readonly selectors: readonly string[];
  /** The gateways that are not visible; null = all are, or no machine is in another network. */
  readonly gateways: string | null;
  /** Is istiod's version a guess? */
  readonly version: boolean;
}

/** What a result lacks, or rests on as a guess, in sentences. */
export function unseenPartsWords({ namespace, object, endpoints, selectors, gateways, version }: UnseenParts): string[] {
  return [
    ...(object === null
      ? []
      : [
          `Objects of kind ${object} in ${namespace} are not visible to you: whether there is one of this name now is not known, and all is told as if there were none.`,
        ]),
    ...endpoints.map((kind) => UNSEEN_ENDPOINTS_WORDS[kind](namespace)),
    ...selectors.map((kind) => `Objects of kind ${kind} in ${namespace} are not visible to you: they may take it too.`),
    ...(gateways === null ? [] : [unseenGatewaysSentence(gateways)]),
    ...(version ? ["istiod's version is not known: this is what most versions do."] : []),
  ];
}

const UNSEEN_ENDPOINTS_WORDS: Readonly<Record<HiddenEndpointKind, (namespace: string) => string>> = {
  machines: (namespace) => `Machines of ${namespace} are not visible to you: who would be taken is not known.`,
  pods: (namespace) => `Pods of ${namespace} are not visible here: how many are taken is not known, and they are in no number.`,
  addresses: (namespace) => `EndpointSlices of ${namespace} are not visible here: the addresses that they list are in no number.`,
};

const UNSEEN_KINDS: Readonly<Record<HiddenEndpointKind, string>> = { machines: "WorkloadEntries", pods: "Pods", addresses: "EndpointSlices" };

function unseenKinds(unseen: readonly HiddenEndpointKind[]): string {
  return unseen.length === 0 ? "" : `${listOf(unseen.map((kind) => UNSEEN_KINDS[kind]))} are not visible.`;
}

/** In place of the endpoints of an object that has none, as far as they are visible. */
export function noEndpointsWords(unseen: readonly HiddenEndpointKind[]): string {
  return unseen.length === 0 ? "It has no endpoint, before or after." : `No endpoint is visible. ${unseenKinds(unseen)}`;
}

/** In place of the endpoints that change. */
export function noChangeWords(unseen: readonly HiddenEndpointKind[]): string {
  return unseen.length === 0 ? "No endpoint comes, goes or changes its port." : `No visible endpoint changes. ${unseenKinds(unseen)}`;
}

/** The first line of a try: what is loud, and what stands beside it. */
export interface PreviewHeadline {
  readonly lead: string;
  readonly bad: string;
  readonly middle: string;
  readonly strong: string;
  readonly end: string;
  readonly of: string;
}

const QUIET: PreviewHeadline = { lead: "", bad: "", middle: "", strong: "", end: "", of: "" };

/** What an edit of a selector does, in one sentence, with the zones that lose their last endpoint behind it. */
export function selectorHeadline(moves: SelectorMoves): PreviewHeadline {
  const unseen = unseenKinds(moves.unseen);
  if (unseen === "") return movesHeadline(moves);
  const { kind, isNew, goes, comes, stays } = moves;
  if (goes > 0 || comes > 0) {
    const words = movesHeadline(moves);
    return { ...words, of: words.of === "" ? unseen : `${words.of} ${unseen}` };
  }
  const kept = stays === 0 ? unseen : `${plural(stays, "endpoint")} ${verb(stays, "stay")}. ${unseen}`;
  return { ...QUIET, lead: isNew ? `This ${kind} selects ` : "This edit moves ", strong: "no visible endpoint", end: ".", of: isNew ? unseen : kept };
}

function movesHeadline({ kind, isNew, goes, comes, stays, goesUnit, comesUnit, lostZones, hosts }: SelectorMoves): PreviewHeadline {
  const of = lostZonesWords(lostZones, hosts);
  if (isNew && comes === 0) return { ...QUIET, lead: `This ${kind} takes `, bad: "nobody", end: "." };
  if (isNew) return { ...QUIET, lead: `This ${kind} takes `, strong: plural(comes, comesUnit), end: "." };
  if (goes === 0 && comes === 0)
    return {
      ...QUIET,
      lead: "This moves ",
      strong: "nobody",
      end: ".",
      of: stays === 0 ? `The ${kind} takes nobody.` : `${plural(stays, "endpoint")} ${verb(stays, "stay")}.`,
    };
  if (goes === 0) return { ...QUIET, lead: "This edit brings ", strong: plural(comes, comesUnit), end: ".", of };
  if (comes === 0) return { ...QUIET, lead: "This edit takes ", bad: plural(goes, goesUnit), end: " away.", of };
  const brought = goesUnit === comesUnit ? String(comes) : plural(comes, comesUnit);
  return { ...QUIET, lead: "This edit takes ", bad: plural(goes, goesUnit), middle: " away and brings ", strong: brought, end: ".", of };
}

function lostZonesWords(zones: readonly string[], hosts: readonly string[]): string {
  const [zone, ...more] = zones;
  if (zone === undefined) return "";
  const of = hosts.length === 1 ? ` of ${hosts[0]}` : "";
  if (more.length === 0) return `${zone === "" ? "Where no zone is named, the" : `Zone ${zone} loses its`} last endpoint${of}${zone === "" ? " goes" : ""}.`;
  return `${plural(zones.length, "zone")} lose their last endpoint${of}: ${zones.map((one) => one || "no zone").join(", ")}.`;
}

interface TakenCounts {
  readonly taken: number;
  readonly answers: number;
}

/** The second line: the endpoints that answer before and after, and those that match and do not. */
export function selectorSub(before: TakenCounts, after: TakenCounts, unseen: readonly HiddenEndpointKind[] = []): string {
  const silent = after.taken - after.answers;
  const parts = [
    `${plural(before.answers, unseen.length === 0 ? "endpoint" : "visible endpoint")} now, ${after.answers} after`,
    ...(silent > 0 ? [`${silent} more will match and not answer`] : []),
  ];
  return parts.join(" · ");
}

/** What an edit of an entry or a group does to the hosts that take it. `now`: how many machines of the group are there, null = not known. */
export function workloadHeadline(goes: number, comes: number, stays: number, group: { readonly machines: number | null } | null): PreviewHeadline {
  const subject = group === null ? "" : "For machines with new bundles: ";
  const of =
    group === null
      ? ""
      : group.machines === null
        ? "Nothing changes for entries that are there."
        : `Nothing changes for the ${plural(group.machines, "machine")} that ${be(group.machines)} there.`;
  if (goes === 0 && comes === 0) {
    return {
      ...QUIET,
      lead: subject,
      strong: stays === 0 ? "no host" : plural(stays, "host"),
      end: stays === 0 ? " takes it." : ` ${verb(stays, "take")} it, as before.`,
      of,
    };
  }
  const gains = comes === 0 ? "" : goes === 0 ? plural(comes, "host") : String(comes);
  if (goes === 0) return { ...QUIET, lead: subject, strong: gains, end: ` ${verb(comes, "take")} it anew.`, of };
  const lead = { ...QUIET, lead: subject, bad: plural(goes, "host"), middle: ` ${verb(goes, "lose")} it`, of };
  return comes === 0 ? { ...lead, end: "." } : { ...lead, middle: `${lead.middle}, `, strong: gains, end: ` ${verb(comes, "take")} it anew.` };
}

/** The title and the explanation of one of the results of other labels. */
export const CASE_WORDS = {
  entry: { title: "Who takes this machine", says: "At once: istiod reads the entry itself." },
  now: { title: "Now", says: "Nothing changes: istiod never edits entries that are there, and a reconnect changes no label." },
  anew: {
    title: "Entries created anew",
    says: "With the bundles that the machines have: what an old bundle says wins over the group, so new keys come, and other values or labels that go wait for a new bundle.",
  },
  bundles: { title: "With new bundles", says: "Once a machine has a bundle made of the edited group, and its entry is created anew." },
} as const;

/** What schema and webhook think of a document, as far as it can be told without asking them. */
export function schemaWords({ refused, warned }: { readonly refused: number; readonly warned: number }): string {
  if (refused > 0) return `${plural(refused, "line")} would be refused: see under the text. The rest is what it would do all the same.`;
  const odd = warned > 0 ? `, with ${plural(warned, "warning")}` : "";
  return `The schema and Istio's webhook would take it${odd}, as far as can be told without asking them.`;
}

/** What the API server said of a trial that it took, before its warnings. */
export function acceptedWords(warnings: number): string {
  return warnings === 0 ? "It would take it. Nothing was written." : `It would take it, with ${plural(warnings, "warning")}. Nothing was written.`;
}

/** A label that changes: "v1 → v2"; null = it is not there on that side. */
export function labelChangeWords({ before, after }: { readonly before: string | null; readonly after: string | null }): string {
  const side = (value: string | null) => (value === null ? "(none)" : value === "" ? '""' : value);
  return `${side(before)} → ${side(after)}`;
}

/** Of a document with another name than the object that it began with. `goes`: the result is told as if that went. */
export function renamedWords({
  kind,
  namespace,
  name,
  goes,
}: {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly goes: boolean;
}): string {
  const old = `${kind} ${namespace}/${name}`;
  return goes
    ? `Kubernetes renames nothing: this is a new object, told as if ${old} went with the same step.`
    : `Kubernetes renames nothing: this is a new object, and ${old} stays beside it.`;
}
