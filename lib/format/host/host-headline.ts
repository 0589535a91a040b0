import type { Zone } from "@/lib/format/clock";
import { formatCount, listPhrase, plural } from "@/lib/format/count";
import { numberWord } from "@/lib/format/number-word";
import { sentence } from "@/lib/format/sentence";
import type { Tense } from "@/lib/format/tense";
import { formatMoment } from "@/lib/format/time-ticks";

/** What the first sentence of a host needs; `HostDetail` has it all. Null = these may not be listed. */
export interface HeadlineHost {
  readonly name: string;
  readonly type: string;
  readonly selector: readonly unknown[] | null;
  readonly machines: {
    readonly taken: number;
    readonly answering: number;
    readonly doubted: number;
    readonly unhealthy: number;
    readonly awaiting: number;
    readonly draining: number;
    readonly others: number;
  } | null;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  readonly inline: { readonly count: number };
  readonly vanished: { readonly count: number; readonly since: number | null } | null;
}

/** The numbers that begin the sentence, what is said of them, and a second sentence or "". */
export interface HostHeadline {
  readonly who: readonly string[];
  readonly verb: string;
  readonly trouble: string;
}

/** Who answers for a host; what matches and does not answer; what matched and vanished. Never "nobody" where somebody may be out of sight. */
export function hostHeadline(host: HeadlineHost, tense: Tense, now: number, zone: Zone): HostHeadline {
  return { ...answering(host, tense), trouble: troubleOf(host, tense, now, zone) };
}

function answering(host: HeadlineHost, tense: Tense): Pick<HostHeadline, "who" | "verb"> {
  const { name, machines, pods, inline, type } = host;
  if (type === "ExternalName") return { who: [name], verb: tense.past ? "was another name, and had no endpoints." : "is another name, and has no endpoints." };
  const who = [
    machines !== null && machines.answering > 0 ? plural(machines.answering, "machine") : "",
    pods !== null && pods.ready > 0 ? plural(pods.ready, "pod") : "",
    inline.count > 0 ? plural(inline.count, "inline endpoint") : "",
  ].filter((words) => words !== "");
  const count = (machines?.answering ?? 0) + (pods?.ready ?? 0) + inline.count;
  if (who.length > 0) return { who, verb: `${tense.past ? "answered" : count === 1 ? "answers" : "answer"} for ${name}${tense.past ? ` ${tense.at}` : ""}.` };
  if ((machines?.doubted ?? 0) > 0) return { who: ["Nobody that can be vouched for"], verb: `${tense.past ? "answered" : "answers"} for ${name}.` };
  if (machines === null) return { who: ["Who"], verb: `${tense.past ? "answered" : "answers"} for ${name} is not visible to you.` };
  if (machines.taken === 0 && (pods?.taken ?? 0) === 0) return nobodyTaken(host, tense);
  return {
    who: ["Nobody"],
    verb: `${tense.past ? "answered" : "answers"} for ${name}${pods === null ? ", as far as can be seen: Pods are not" : ""}.`,
  };
}

function nobodyTaken({ name, selector, pods, type }: HeadlineHost, tense: Tense): Pick<HostHeadline, "who" | "verb"> {
  if (type === "headless" || type === "NONE" || type === "DYNAMIC_DNS") {
    return { who: [name], verb: `${tense.past ? "had" : "has"} no list of endpoints: its callers ${tense.past ? "looked" : "look"} addresses up themselves.` };
  }
  if (selector === null) return { who: ["Nobody"], verb: `${tense.past ? "was" : "is"} selected by ${name}: it has no selector and no endpoints.` };
  const hidden = pods === null ? ", as far as can be seen: Pods are not" : "";
  return { who: ["Nobody"], verb: `${tense.past ? "had" : "has"} the labels that ${name} selects${hidden}.` };
}

function troubleOf({ machines, pods, vanished }: HeadlineHost, tense: Tense, now: number, zone: Zone): string {
  const { past } = tense;
  const are = (count: number) => (past ? (count === 1 ? "was" : "were") : count === 1 ? "is" : "are");
  const kinds = machines === null ? [] : kindsOf(machines);
  const more = kinds.reduce((sum, { count }) => sum + count, 0);
  const [only, ...others] = kinds;
  const matching =
    only === undefined
      ? ""
      : others.length === 0
        ? `${numberWord(more)} more ${more === 1 ? "matches" : "match"} and ${are(more)} ${only.what}`
        : `${numberWord(more)} more match: ${listPhrase(kinds.map(({ count, what }) => `${numberWord(count)} ${what}`))}`;
  const doubted = (machines?.doubted ?? 0) > 0 ? `nobody can vouch for ${numberWord(machines?.doubted ?? 0)} more` : "";
  const unready = pods === null ? 0 : pods.taken - pods.ready;
  const parts = [
    past ? matching.replace("matches and", "matched and").replace("match and", "matched and").replace("more match:", "more matched:") : matching,
    doubted,
    unready > 0 ? `${plural(unready, "pod")} ${are(unready)} not ready` : "",
    vanishedPhrase(vanished, now, zone),
  ];
  return sentence(parts.filter((part) => part !== "").join("; "));
}

function kindsOf(machines: NonNullable<HeadlineHost["machines"]>): readonly { readonly count: number; readonly what: string }[] {
  return [
    { count: machines.unhealthy, what: "unhealthy" },
    { count: machines.awaiting, what: "awaiting a first probe" },
    { count: machines.draining, what: "draining" },
    { count: machines.others, what: "not sent to callers" },
  ].filter(({ count }) => count > 0);
}

function vanishedPhrase(vanished: HeadlineHost["vanished"], now: number, zone: Zone): string {
  if (vanished === null || vanished.count === 0) return "";
  const since = vanished.since === null ? "" : ` since ${formatMoment(vanished.since, now, zone)}`;
  return `${numberWord(vanished.count)} that matched ${vanished.count === 1 ? "has" : "have"} vanished${since}`;
}

/** What `kubectl` shows of a host, and why no machine is there: istiod adds machines by itself (istio/istio#34755). */
export function kubectlPhrase(kind: "Service" | "ServiceEntry", pods: number | null): string {
  if (kind === "ServiceEntry") return "kubectl shows no endpoints of a ServiceEntry: istiod keeps them for itself";
  const what = pods === null ? "Pods only" : pods === 0 ? "nobody" : pods === 1 ? "the 1 pod only" : `the ${formatCount(pods)} pods only`;
  return `kubectl get endpoints lists ${what}: machines are added by istiod`;
}
