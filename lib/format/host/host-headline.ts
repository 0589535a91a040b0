import type { LastingExclusionReason } from "@/lib/domain/selection/reasons";
import type { ServiceEndpointsStatement } from "@/lib/domain/statements/service";
import type { Zone } from "@/lib/format/clock";
import { joinParts, listOf } from "@/lib/format/text/lists";
import { formatNumber, numberWord, plural } from "@/lib/format/text/numbers";
import { sentence } from "@/lib/format/text/sentence";
import { be, have, type Tense, verb } from "@/lib/format/text/tense";
import { formatMoment } from "@/lib/format/time-ticks";
import { ADDRESSES_NOT_KNOWN, SLICES_NOT_READ } from "./not-seen-words";

/** The first sentence: its bold parts and the rest; then the second sentence, or "". */
export interface ServiceHeadline {
  readonly who: readonly string[];
  readonly verb: string;
  readonly trouble: string;
}

export function serviceHeadline(statement: ServiceEndpointsStatement, tense: Tense, now: number, zone: Zone): ServiceHeadline {
  return { ...endpointsText(statement, tense), trouble: troubleText(statement, tense, now, zone) };
}

function endpointsText(statement: ServiceEndpointsStatement, tense: Tense): Pick<ServiceHeadline, "who" | "verb"> {
  const { result, service } = statement;
  const { past } = tense;
  const answers = past ? "answered" : "answers";
  const hidden = hiddenPhrase(statement);
  switch (result) {
    case "endpoints":
      return endpointCounts(statement, tense);
    case "other-owner":
      return { who: [statement.owner], verb: `${past ? "defined" : "defines"} ${service}: this object ${past ? "added" : "adds"} no endpoint.` };
    case "alias":
      return { who: [service], verb: past ? "was another name, and had no endpoints." : "is another name, and has no endpoints." };
    case "depends":
      return { who: [plural(statement.depends, "endpoint")], verb: `of ${service} ${past ? "depended" : verb(statement.depends, "depend", tense)} on istiod.` };
    case "only-unverified":
      return { who: [plural(statement.unverified, "unverified machine")], verb: `${verb(statement.unverified, "answer", tense)} for ${service}.` };
    case "machines-hidden":
      return { who: ["Who"], verb: `${answers} for ${service} is not visible to you.` };
    case "callers-resolve":
      return { who: [service], verb: `${past ? "had" : "has"} no list of endpoints: its callers ${past ? "looked" : "look"} addresses up themselves.` };
    case "no-selector":
      return { who: ["Nobody"], verb: `${past ? "was" : "is"} selected by ${service}: it has no selector and no endpoints.` };
    case "slices-not-read":
      return {
        who: [`The endpoints of ${service}`],
        verb: `${past ? "were" : "are"} not known. ${statement.addresses === null ? SLICES_NOT_READ : ADDRESSES_NOT_KNOWN}`,
      };
    case "labels-only":
      return labelsOnly(statement, past);
    case "nothing-selected":
      return { who: ["Nobody"], verb: `${past ? "had" : "has"} the labels that ${service} selects${hidden}.` };
    case "no-endpoint":
      return { who: ["Nobody"], verb: `${answers} for ${service}${hidden}.` };
  }
}

function hiddenPhrase({ pods, addresses }: ServiceEndpointsStatement): string {
  const kinds = [pods === null ? "Pods" : "", addresses === null ? "EndpointSlices" : ""].filter((kind) => kind !== "");
  return kinds.length === 0 ? "" : `, as far as can be seen: ${listOf(kinds)} are not`;
}

function labelsOnly(statement: ServiceEndpointsStatement, past: boolean): Pick<ServiceHeadline, "who" | "verb"> {
  const { service, excludedMachines, excludedPods, excludedReason, excludedReasons } = statement;
  const who = [excludedMachines > 0 ? plural(excludedMachines, "machine") : "", excludedPods > 0 ? plural(excludedPods, "pod") : ""];
  const count = excludedMachines + excludedPods;
  const why = excludedReason === "" ? "" : `: ${EXCLUDED[excludedReason]}`;
  const more = excludedReasons > 1 ? `, and ${plural(excludedReasons - 1, "more reason")}` : "";
  const leaves = `istiod ${past ? "left" : "leaves"} ${count === 1 ? "it" : "them"} out`;
  return { who: who.filter((part) => part !== ""), verb: `${have(count, { past })} the labels that ${service} selects, but ${leaves}${why}${more}.` };
}

const EXCLUDED: Readonly<Record<LastingExclusionReason, string>> = {
  "host-name-address": "the address is a host name",
  "socket-address": "the address is a socket",
  "machine-of-other-revision": "the label istio.io/rev names another revision",
  "selector-of-other-revision": "the label istio.io/rev of this object names another revision",
  "switched-off": "a setting of istiod turns this selection off",
  "empty-selector": "a selector without labels selects nothing here",
  "empty-selector-unknown": "a selector without labels selects everything or nothing, by istiod's version",
};

function endpointCounts(
  { service, callers, machines, pods, inline, names, addresses, isShared }: ServiceEndpointsStatement,
  tense: Tense,
): Pick<ServiceHeadline, "who" | "verb"> {
  const who = [
    machines !== null && machines > 0 ? plural(machines, "machine") : "",
    pods !== null && pods > 0 ? plural(pods, "pod") : "",
    addresses !== null && addresses > 0 ? plural(addresses, "address", "addresses") : "",
    inline > 0 ? plural(inline, "inline endpoint") : "",
    names > 0 ? plural(names, "name") : "",
  ].filter((words) => words !== "");
  const count = (machines ?? 0) + (pods ?? 0) + (addresses ?? 0) + inline + names;
  const own = isShared ? "of this object " : "";
  const to = callers === "sidecars" ? " to callers with a sidecar" : "";
  return { who, verb: `${own}${verb(count, "answer", tense)} for ${service}${to}${tense.past ? ` ${tense.at}` : ""}.` };
}

function troubleText(statement: ServiceEndpointsStatement, { past }: Tense, now: number, zone: Zone): string {
  const { unverified, podsNotReady, sent, addressesNotReady, addressesUnknown } = statement;
  const parts = [
    dependsPhrase(statement, past),
    matchingPhrase(statement, past),
    copiesPhrase(statement, past),
    unverified > 0 && statement.result !== "only-unverified" ? `${moreThan(sent, unverified)} ${be(unverified, { past })} unverified` : "",
    statement.names > 0 ? `callers ${past ? "resolved" : "resolve"} it by DNS, and its health is not known` : "",
    podsNotReady > 0 ? `${plural(podsNotReady, "pod")} ${be(podsNotReady, { past })} not ready` : "",
    addressesNotReady > 0 ? `${plural(addressesNotReady, "address", "addresses")} ${be(addressesNotReady, { past })} not serving` : "",
    addressesUnknown > 0 ? `${plural(addressesUnknown, "address", "addresses")} ${be(addressesUnknown, { past })} not known` : "",
    statement.hasUnseenPaths ? `gateways ${past ? "were" : "are"} not visible: paths to other networks ${past ? "were" : "are"} not known` : "",
    lostPhrase(statement, now, zone),
  ];
  return sentence(joinParts(parts, "; "));
}

/** "one more has a counted address and port, so callers do not use it". */
function copiesPhrase({ copies, sent }: ServiceEndpointsStatement, past: boolean): string {
  if (copies === 0) return "";
  return `${moreThan(sent, copies)} ${have(copies, { past })} a counted address and port, so callers ${past ? "did" : "do"} not use ${copies === 1 ? "it" : "them"}`;
}

/** "two more", or "two" if the first sentence counts no endpoint. */
function moreThan(sent: number, count: number): string {
  return sent > 0 ? `${numberWord(count)} more` : numberWord(count);
}

/** The other outcome of a count that depends on istiod. */
function dependsPhrase({ depends, dependsOnVersion, result }: ServiceEndpointsStatement, past: boolean): string {
  if (depends === 0) return "";
  const count = result === "depends" ? (depends === 1 ? "it" : "them") : `${numberWord(depends)} more`;
  const both = `istiod ${past ? "sent" : "sends"} ${count} or not`;
  if (dependsOnVersion > 0) return `${both}: a selector without labels selects everything or nothing, by istiod's version`;
  return `${both}: the API does not show which gateways it uses`;
}

/** "two more match and are unhealthy", "four match: two unhealthy and two draining". */
function matchingPhrase(statement: ServiceEndpointsStatement, past: boolean): string {
  const { waiting, sent } = statement;
  const reasons = reasonsOf(statement);
  const [only, ...others] = reasons;
  if (only === undefined) return "";
  const more = moreThan(sent, waiting);
  if (others.length > 0) return `${more} ${past ? "matched" : "match"}: ${listOf(reasons.map(({ count, words }) => `${numberWord(count)} ${words}`))}`;
  return `${more} ${verb(waiting, "match", { past })} and ${be(waiting, { past })} ${only.words}`;
}

function reasonsOf({
  unhealthy,
  awaiting,
  draining,
  others,
  notOwned,
  hostUnknown,
  unreachable,
  elsewhere,
}: ServiceEndpointsStatement): readonly { readonly count: number; readonly words: string }[] {
  return [
    { count: unhealthy, words: "unhealthy" },
    { count: awaiting, words: "starting" },
    { count: draining, words: "draining" },
    { count: notOwned, words: "not sent, because another object has the host name or port" },
    { count: hostUnknown, words: "not sent, because this caller does not know the host name" },
    { count: unreachable, words: "not reachable for this caller" },
    { count: elsewhere, words: "left out by policy" },
    { count: others, words: "not sent to callers" },
  ].filter(({ count }) => count > 0);
}

function lostPhrase({ lost, lostSince }: ServiceEndpointsStatement, now: number, zone: Zone): string {
  if (lost === 0) return "";
  const since = lostSince === null ? "" : ` since ${formatMoment(lostSince, now, zone)}`;
  return `${numberWord(lost)} that matched ${have(lost)} been lost${since}`;
}

/** What `kubectl` shows of a host, and why no machine is there: istiod adds machines by itself (istio/istio#34755). */
export function kubectlPhrase(kind: "Service" | "ServiceEntry", pods: number | null, addresses: number | null): string {
  if (kind === "ServiceEntry") return "kubectl shows no endpoints of a ServiceEntry: istiod keeps them for itself";
  if (addresses !== null && addresses > 0) return "kubectl get endpointslices lists Pods and addresses only: machines are added by istiod";
  const what = pods === null ? "Pods only" : pods === 0 ? "nobody" : pods === 1 ? "the 1 pod only" : `the ${formatNumber(pods)} pods only`;
  return `kubectl get endpoints lists ${what}: machines are added by istiod`;
}
