import { formatCount, listPhrase, plural } from "./count";
import type { LinePart } from "./headline";
import { shortHost } from "./host-words";
import { numberWord } from "./number-word";
import type { Tense } from "./tense";

/** What the first lines of a list of hosts need. */
export interface HostsInput {
  readonly total: number;
  readonly withMachines: number;
  readonly complete: number;
  readonly nobody: number;
  readonly nobodyNames: readonly string[];
  readonly claimedTwice: number;
  /** Those of which callers are sent machines that nobody can vouch for. */
  readonly unverified: number;
  readonly services: number;
  readonly serviceEntries: number;
  readonly podsUnseen: number;
}

/** Machines that no selector takes, of those of which it can be told; null = not counted yet. */
export interface UnselectedInput {
  readonly machines: number;
  readonly told: number;
  readonly untold: number;
}

/** The sentence of a list of hosts: `strong` of all, then what is wrong, part by part. */
export interface HostsHeadline {
  readonly strong: string;
  readonly of: string;
  readonly rest: string;
  readonly trouble: readonly LinePart[];
}

/** How many hosts have every machine, who has nobody left, and how many machines are in no host. */
export function hostsHeadline(hosts: HostsInput, unselected: UnselectedInput | null, tense: Tense): HostsHeadline {
  return { ...first(hosts, tense), trouble: troubleOf(hosts, unselected, tense) };
}

function first({ withMachines, complete }: HostsInput, tense: Tense): Pick<HostsHeadline, "strong" | "of" | "rest"> {
  const at = tense.past ? ` ${tense.at}` : "";
  if (withMachines === 0) return { strong: "No host", of: "", rest: `${tense.past ? "selected" : "selects"} a machine${at}.` };
  const verb = tense.past ? "had every machine" : withMachines === 1 ? "has every machine" : "have every machine";
  const selects = tense.past ? `${withMachines === 1 ? "it" : "they"} selected` : withMachines === 1 ? "it selects" : "they select";
  return { strong: formatCount(complete), of: `of ${formatCount(withMachines)}`, rest: `${withMachines === 1 ? "host" : "hosts"} ${verb} ${selects}${at}.` };
}

function troubleOf({ nobody, nobodyNames }: HostsInput, unselected: UnselectedInput | null, tense: Tense): readonly LinePart[] {
  const lost = unselected?.machines ?? 0;
  const nobodyLeft = tense.past ? "had nobody left" : `${nobody === 1 ? "has" : "have"} nobody left`;
  const who = nobody <= nobodyNames.length ? listPhrase(nobodyNames.map(shortHost)) : plural(nobody, "host");
  const inNone = lost === 0 ? "" : `${numberWord(lost)} ${lost === 1 ? "machine" : "machines"} ${isOrWere(lost, tense)} in no host`;
  if (nobody === 0) return inNone === "" ? [] : [{ text: `${capital(inNone)}.`, tone: null }];
  return [
    { text: who, tone: "bad" },
    { text: ` ${nobodyLeft}${inNone === "" ? "" : `, and ${inNone}`}.`, tone: null },
  ];
}

/** The second line: who selects, how many machines are in a host, and what is not told. */
export function hostsLine(hosts: HostsInput, unselected: UnselectedInput | null, tense: Tense): readonly LinePart[] {
  const { services, serviceEntries, claimedTwice, unverified, podsUnseen, total, withMachines } = hosts;
  const kinds = [services > 0 ? plural(services, "Service") : "", serviceEntries > 0 ? plural(serviceEntries, "ServiceEntry", "ServiceEntries") : ""];
  const selecting = listPhrase(kinds.filter((kind) => kind !== ""));
  const one = (count: number, single: string, many: string, past: string) => (tense.past ? past : count === 1 ? single : many);
  const others = total - withMachines;
  const untold = unselected?.untold ?? 0;
  const parts: readonly LinePart[] = [
    { text: selecting === "" ? "" : `${selecting} ${one(services + serviceEntries, "selects", "select", "selected")} machines`, tone: null },
    { text: unselected === null || unselected.told === 0 ? "" : inHosts(unselected, tense), tone: null },
    { text: others === 0 ? "" : `${plural(others, "host")} ${one(others, "has", "have", "had")} no machine`, tone: null },
    { text: claimedTwice === 0 ? "" : `${plural(claimedTwice, "host")} ${isOrWere(claimedTwice, tense)} claimed twice`, tone: "warn" },
    {
      text: unverified === 0 ? "" : `${plural(unverified, "host")} ${one(unverified, "has", "have", "had")} machines that nobody can vouch for`,
      tone: "blind",
    },
    { text: podsUnseen === 0 ? "" : `pods ${tense.past ? "were not known" : "are not visible"} for ${plural(podsUnseen, "host")}`, tone: "blind" },
    { text: untold === 0 ? "" : `who ${tense.past ? "selected" : "selects"} ${plural(untold, "machine")} is not visible`, tone: "blind" },
  ];
  return parts.filter(({ text }) => text !== "");
}

function inHosts({ machines, told }: UnselectedInput, tense: Tense): string {
  return `${formatCount(told - machines)} of ${plural(told, "machine")} ${isOrWere(told - machines, tense)} in a host`;
}

function isOrWere(count: number, { past }: Tense): string {
  if (count === 1) return past ? "was" : "is";
  return past ? "were" : "are";
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
