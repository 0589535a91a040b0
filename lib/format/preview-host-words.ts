import type { HostNameClaimant, HostNameOwnersBeforeAfter, WildcardOwnerChange } from "@/lib/domain/preview/owner-changes";
import { listAtMost } from "./text/lists";
import { be } from "./text/tense";

/** How loud a sentence about a host is. */
export interface HostNote {
  readonly tone: "bad" | "warn" | "info";
  readonly text: string;
  /** The values of a text about the owner of a host. */
  readonly change?: HostChange;
}

/** A change of a service for callers of these namespaces. `owner`: the other object that claims its host name, "" = none, or not determined. */
export interface HostChange {
  readonly is: "undetermined" | "unknown" | "lost" | "taken" | "hidden" | "shared";
  readonly host: string;
  readonly owner: string;
  readonly callers: string[];
}

/** What an edit does to one host for some callers; null = nothing that needs saying. `edited`: the object that is edited. */
export function ownerWords(owners: HostNameOwnersBeforeAfter, edited: HostNameClaimant): HostNote | null {
  const { host, before, after, losers, isDetermined } = owners;
  const callers = callersWords(owners);
  const [was, is] = [isOf(before, edited), isOf(after, edited)];
  const note = (tone: HostNote["tone"], change: HostChange["is"], owner: string, text: string): HostNote => {
    return { tone, text, change: { is: change, host, owner, callers: [...owners.namespaces] } };
  };
  if (!isDetermined) {
    const text = `${host}: two ServiceEntries of one age claim it in one namespace. Which of them defines it for ${callers} is not determined.`;
    return note("warn", "undetermined", "", text);
  }
  if (was && after === null) return note("bad", "unknown", "", `${host} is unknown to ${callers} from then on.`);
  if (was && !is && after !== null) {
    return note("bad", "lost", nameOf(after), `${host} goes to ${nameOf(after)} for ${callers}: they get its endpoints instead.`);
  }
  if (is && before !== null && !was) {
    const text = `${host} is taken from ${nameOf(before)} for ${callers}: its endpoints get nothing from them any more.`;
    return note("bad", "taken", nameOf(before), text);
  }
  if (!is && after !== null && losers.some((loser) => isOf(loser, edited))) {
    const text = `${nameOf(after)} claims ${host} too: ${callers} get its endpoints only, and none of this object.`;
    return note("warn", "hidden", nameOf(after), text);
  }
  const others = losers.filter((loser) => !isOf(loser, edited));
  if (!is || others.length === 0) return null;
  const named = others.map(nameOf).join(" and ");
  return note("warn", "shared", named, `${named} claims ${host} too: ${callers} get the endpoints of this object only.`);
}

/** Of a host that has somebody who answers before an edit, and nobody after it. */
export function nobodyLeftWords(hosts: readonly string[]): HostNote {
  return { tone: "bad", text: `${hosts.join(", ")} ${be(hosts.length)} left with nobody who answers.` };
}

/** Of a host that DNS_ROUND_ROBIN resolves, which has one place for each port (docs/istio.md#round-robin). */
export function roundRobinWords({ matched }: { readonly matched: number }): HostNote {
  return { tone: "warn", text: `DNS_ROUND_ROBIN sends callers one endpoint, the first: of the ${matched} that match, the others get nothing.` };
}

/** Where a host of the object may be claimed by objects that this viewer cannot see. */
export function unseenRivalsWords(kinds: readonly string[]): HostNote {
  return { tone: "info", text: `Another namespace may own these hosts: ${kinds.join(" and ")} of other namespaces are not visible to you.` };
}

/** What becomes of requests where hosts of several names meet. */
export function wildcardWords(change: WildcardOwnerChange): HostNote {
  switch (change.what) {
    case "takes-from":
      return {
        tone: "warn",
        text: `Requests for ${change.host} went to ${change.wildcard.host} of ${nameOf(change.wildcard.of)}: the more specific host wins.`,
      };
    case "falls-to":
      return { tone: "warn", text: `Requests for ${change.host} go on to ${change.wildcard.host} of ${nameOf(change.wildcard.of)}.` };
    case "leaves-out": {
      const [first, ...more] = change.others;
      const named = first === undefined ? "" : `${first.host} of ${nameOf(first.of)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
      return { tone: "info", text: `${change.host} does not take requests for ${named}: the more specific host wins.` };
    }
  }
}

/** In ambient mode. */
export function ownersUntoldNote(): HostNote {
  return { tone: "info", text: "Who owns a host that several objects claim is told for sidecars only." };
}

function callersWords({ namespaces, elsewhere }: Pick<HostNameOwnersBeforeAfter, "namespaces" | "elsewhere">): string {
  if (namespaces.length === 0) return "all other callers";
  const named = listAtMost(namespaces, namespaces.length > 4 ? 3 : 4, { noun: ["namespace", "namespaces"] });
  return elsewhere ? `callers in ${named} and everywhere else` : `callers in ${named}`;
}

function nameOf({ kind, namespace, name }: HostNameClaimant): string {
  return `${kind} ${namespace}/${name}`;
}

function isOf(one: HostNameClaimant | null, edited: HostNameClaimant): boolean {
  return one !== null && one.kind === edited.kind && one.namespace === edited.namespace && one.name === edited.name;
}
