import { clockTurns, type Judged } from "@/e2e/words/judged";
import type { RawObject } from "@/e2e/words/raw-objects";
import type { Rule, Said } from "@/e2e/words/rule";
import { spanOf } from "@/e2e/words/template";
import type { Truth } from "@/e2e/words/truth";

/** Ages, and how long something has been so. */
export const TIMES: readonly Rule[] = [
  { says: "{age}", where: { column: /^(for|since)$/, about: /^entries\//, path: /state%3Avanished/ }, check: goneFor },
  { says: "{age}", where: { column: /^(for|since)$/, about: /^entries\//, path: /^(?!.*state%3Avanished)/ }, check: heldFor },
  { says: "≥ {age}", where: { column: /^(for|since)$/, about: /^entries\// }, check: heldAtLeast },
  { says: "connection is {span} old, (too old to be real|not renewed in time)[; {words}]", where: { about: /^entries\// }, check: connectionAge },
  { says: "[≥ ]{age}", where: { column: /^(since|lasts)$/ } },
  { says: "{age}", where: { column: /^age$/ }, check: age },
  { says: "Back since {time}[ or before]: {n} of {n} for [at least ]{span}.", check: backFor },
  { says: "{age}" },
  { says: "≥ {age}", where: { about: /^groups\// }, check: heldAtLeast },
  { says: "{percent}" },
  { says: "{words}{percent}" },
  { says: "{time}", where: { column: /^time$/ } },
  { says: "{time}", where: { region: /^Lately/ } },
  // A tick on an axis of time: of the axis, not of anything that happened.
  { says: "{time}", where: { region: /^(Since|Last)/ }, undated: true },
];

/** A page may be some seconds behind, and rounds down. Milliseconds. */
const SLACK_MS = 4_000;

function fits(text: string, ms: number): boolean {
  const { least, most } = spanOf(text);
  return ms >= least - SLACK_MS && ms <= most + SLACK_MS;
}

/**
 * When the machine came to the state that it is in, as far as the raw watch saw it; null where it was so from the start. An entry, the replica
 * that it names, or the clock alone turns it.
 */
function beginningOf(truth: Truth, namespace: string, name: string): number | null {
  const versions = truth.versionsOf(namespace, name);
  const turns = versions.flatMap(({ object, from }) => [from, ...clockTurns(truth.raw, object, truth.readAt)]);
  const moments = [...new Set([...turns, ...truth.replicaMoments])].filter((moment) => moment > truth.raw.startedAt && moment <= truth.readAt);
  const wordAt = (moment: number) => truth.machines(moment).find((one: Judged) => one.namespace === namespace && one.name === name)?.word;
  const now = wordAt(truth.readAt);
  return moments.sort((a, b) => b - a).find((moment) => wordAt(moment - 1) !== now) ?? null;
}

function subject({ statement }: Said): readonly [string, string] {
  const [, namespace = "", name = ""] = statement.about.split("/");
  return [namespace, name];
}

/** Among those that vanished: so long ago an entry of this name went, whoever has the name now. */
function goneFor(said: Said, truth: Truth): string | null {
  const [namespace, name] = subject(said);
  const ends = truth.ended().filter(({ last: { metadata } }) => metadata.namespace === namespace && metadata.name === name);
  if (ends.some(({ at }) => fits(said.statement.text, truth.readAt - at))) return null;
  return ends.length === 0 ? "no entry of this name went" : `it went ${ends.map(({ at }) => new Date(at).toISOString()).join(", ")}`;
}

function heldFor(said: Said, truth: Truth): string | null {
  const [namespace, name] = subject(said);
  const began = beginningOf(truth, namespace, name);
  const mayHaveBegun = [...(began === null ? [] : [began]), ...movesFromEnding(truth, namespace, name)];
  if (mayHaveBegun.some((moment) => fits(said.statement.text, truth.readAt - moment))) return null;
  if (began === null && fitsBeforeWatch(said.statement.text, truth)) return null;
  return began === null ? "its beginning was not seen by anybody" : `it has been so since ${new Date(began).toISOString()}`;
}

/** The server began to look before the raw watch did: what turned between the two was seen by the server alone. */
function fitsBeforeWatch(text: string, { readAt, begun, raw }: Truth): boolean {
  const { least, most } = spanOf(text);
  return readAt - most - SLACK_MS <= raw.startedAt && readAt - least + SLACK_MS >= begun.from;
}

/**
 * Moments at which a machine moved to another replica while its own ended. Entries and Pods come by two watches, which have no common order: whoever
 * hears of the end first sees the machine without a replica in between, and in its state anew.
 */
function movesFromEnding(truth: Truth, namespace: string, name: string): readonly number[] {
  const replicaIn = (object: RawObject) => object.metadata.annotations?.["istio.io/workloadController"] ?? "";
  const versions = truth.versionsOf(namespace, name);
  return versions.flatMap(({ object, from }, place) => {
    const before = versions[place - 1];
    const left = before === undefined ? "" : replicaIn(before.object);
    return left !== "" && left !== replicaIn(object) && truth.changesOfReplica(left).some((at) => Math.abs(at - from) <= SLACK_MS) ? [from] : [];
  });
}

/** Nobody saw it begin: at least since somebody looked, and never longer than it can be known. */
function heldAtLeast(said: Said, truth: Truth): string | null {
  const longest = truth.readAt - truth.begun.from + SLACK_MS;
  return spanOf(said.of("age")[0] ?? "").least <= longest ? null : `nobody looked for longer than ${Math.round(longest / 1_000)} s`;
}

/** All machines of the page's group serve, and have for so long. */
function backFor(said: Said, truth: Truth): string | null {
  const [, namespace = "", group = ""] = /groups\/([^/]+)\/([^/?]+)/.exec(truth.page.path) ?? [];
  const [count] = said.counts;
  const holds = truth.sometime((machines) => {
    const own = machines.filter((one) => one.namespace === namespace && one.group === group);
    return own.length === count && own.every(({ serves }) => serves);
  });
  if (!holds) return `never did ${count} of ${count} serve`;
  return fits(said.of("span")[0] ?? "", truth.readAt - (said.times[0] ?? 0)) ? null : "it is not so long since then";
}

/** The connection that the entry names last is so old. */
function connectionAge(said: Said, truth: Truth): string | null {
  const connected = truth.versionsOf(...subject(said)).at(-1)?.object.metadata.annotations?.["istio.io/connectedAt"] ?? "";
  return fits(said.of("span")[0] ?? "", truth.readAt - Date.parse(connected)) ? null : `it connected at ${connected}`;
}

function age(said: Said, truth: Truth): string | null {
  const [kind, namespace = "", name = ""] = said.statement.about.split("/");
  const raw = truth.raw
    .at(kind === "groups" ? "group" : "entry", truth.readAt)
    .find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  if (raw === undefined) return null;
  return fits(said.statement.text, truth.readAt - Date.parse(raw.metadata.creationTimestamp)) ? null : `it was created ${raw.metadata.creationTimestamp}`;
}
