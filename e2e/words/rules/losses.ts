import type { Rule, Said } from "@/e2e/words/rule";
import { CLOCK_SLACK_MS, type Ended, type Truth } from "@/e2e/words/truth";

const SHARED = "[, (all|both|it was) {words}]";

/** Machines that went: who, when, why, and what they share. */
export const LOSSES: readonly Rule[] = [
  { says: "disconnected {time}, not back in time, deleted {time}[; back under the same name]", where: { about: /^entries\// }, check: notBack },
  {
    says: `[{n} of {n} expected machines serve. ][{name} ]lost {number} machine[s] [at once |within (one second|{number} seconds) ]at {time}${SHARED}.[ {words}]`,
    check: lostTogether,
  },
  { says: "[{words} ](was|were) lost: disconnected and not back within the grace period", check: lostByLeaving },
  { says: "(was|were) lost: disconnected and not back within the grace period · {words}", check: allLostByLeaving },
  { says: "(was|were) taken away: deleted with its group[ · {words}]", check: groupWent },
  { says: "(was|were) lost: swept by istiod: {words}" },
  { says: "held by {words}, which was gone or too long silent; swept {time}; last {words}", check: wasDeleted },
  { says: "(registered|have a new entry under the old name|has a new entry under the old name)[ · {words}]" },
  { says: "{n}, {n} back", where: { region: /^Filter by state$/ } },
  { says: "vanished: {n}, {n} back", where: { region: /^Filter by state$/ } },
  { says: "deleted with its group {time}; the machine is still connected, but out of the mesh[. It was planned.]", check: collected },
  { says: "This group was deleted at {time}.", check: groupDeletedAt },
  { says: "{n} machines were deleted with it" },
  { says: "{n} machine[s] went on purpose" },
  { says: "This entry is not in the API any more. It was {words} when last seen.", check: isGone },
  { says: "{time} as it was received here" },
  // A moment that stands in an object, as every moment that is told has to.
  { says: "{stamp} as istiod reported it" },
  { says: "{name} group deleted", check: groupWent },
  { says: "−{n}" },
];

function endedOf(truth: Truth, namespace: string, name: string): readonly Ended[] {
  return truth.ended().filter(({ last: { metadata } }) => metadata.namespace === namespace && metadata.name === name);
}

function isNear(moment: number, other: number): boolean {
  return Math.abs(moment - other) <= CLOCK_SLACK_MS;
}

function disconnectedAt({ last }: Ended): number {
  return Date.parse(last.metadata.annotations?.["istio.io/disconnectedAt"] ?? "");
}

/** The entry was deleted then, and istiod had noted the end of its connection then. */
function notBack({ statement, times: [left = 0, gone = 0] }: Said, truth: Truth): string | null {
  const [, namespace = "", name = ""] = statement.about.split("/");
  const ended = endedOf(truth, namespace, name);
  if (ended.length === 0) return `the entry ${namespace}/${name} was not deleted`;
  const one = ended.find(({ at }) => isNear(at, gone));
  if (one === undefined) return `it was not deleted then, but ${ended.map(({ at }) => new Date(at).toISOString()).join(", ")}`;
  if (!isNear(disconnectedAt(one), left)) return `it disconnected ${one.last.metadata.annotations?.["istio.io/disconnectedAt"] ?? "never"}`;
  if (statement.text.includes("back under the same name") && truth.versionsOf(namespace, name).every(({ from }) => from <= one.at)) return "it is not back";
  return null;
}

/** So many of the group disconnected within a few seconds of that moment, and are gone; all of them in the zone that is named. */
function lostTogether({ statement, counts, times: [moment = 0] }: Said, truth: Truth): string | null {
  const group = /^groups\/(.+)$/.exec(statement.about)?.[1] ?? /groups\/([^?]+)/.exec(truth.page.path)?.[1] ?? null;
  const count = counts.at(/^\d.*expected/.test(statement.text) ? 2 : 0) ?? 0;
  const gone = truth.ended().filter(({ last }) => group === null || `${last.metadata.namespace}/${groupOf(last)}` === group);
  const together = gone.filter((one) => Math.abs(disconnectedAt(one) - moment) <= 15_000 || Math.abs(one.at - moment) <= 15_000);
  if (together.length < count) return `only ${together.length} machines went about then`;
  const zone = /in zone ([\w-]+)/.exec(statement.text.split(". ")[0] ?? "")?.[1];
  const elsewhere = together.filter(({ last }) => zone !== undefined && !(last.spec?.locality ?? "").split("/").includes(zone));
  return together.length - elsewhere.length < count ? `not ${count} of them were in zone ${zone}` : null;
}

/** The machine that a row, or else the page, is about. */
function machineOf({ statement: { about } }: Said, { page }: Truth): readonly [namespace: string, name: string] {
  const [, namespace = "", name = ""] = /entries\/([^/]+)\/([^/?]+)/.exec(about.startsWith("entries/") ? about : page.path) ?? [];
  return [namespace, name];
}

/** Its entry went then, by Kubernetes: its group was deleted no later, and nothing had ended the machine's connection. */
function collected(said: Said, truth: Truth): string | null {
  const [namespace, name] = machineOf(said, truth);
  const one = endedOf(truth, namespace, name).find(({ at }) => isNear(at, said.times[0] ?? 0));
  if (one === undefined) return "it was not deleted then";
  if (!Number.isNaN(disconnectedAt(one))) return "it had disconnected before";
  const gone = truth.groupEnds(namespace, groupOf(one.last));
  return gone.some((at) => at <= one.at + CLOCK_SLACK_MS) ? null : "its group was not deleted before it";
}

function groupDeletedAt({ times: [moment = 0] }: Said, truth: Truth): string | null {
  const [, namespace = "", name = ""] = /groups\/([^/]+)\/([^/?]+)/.exec(truth.page.path) ?? [];
  return truth.groupEnds(namespace, name).some((at) => isNear(at, moment)) ? null : "it was not deleted then";
}

function isGone(said: Said, truth: Truth): string | null {
  const [namespace, name] = machineOf(said, truth);
  return truth.sometime((machines) => !machines.some((one) => one.namespace === namespace && one.name === name)) ? null : "it is in the API";
}

/** Its entry was deleted then. */
function wasDeleted({ statement: { about }, times: [gone = 0] }: Said, truth: Truth): string | null {
  const [, namespace = "", name = ""] = about.split("/");
  return endedOf(truth, namespace, name).some(({ at }) => isNear(at, gone)) ? null : "it was not deleted then";
}

function lostByLeaving({ statement: { text, about } }: Said, truth: Truth): string | null {
  const [kind, namespace = "", name = ""] = about.split("/");
  if (kind !== "entries" || /^\d|·/.test(text)) return null;
  const ended = endedOf(truth, namespace, name);
  if (ended.length === 0) return `the entry ${namespace}/${name} was not deleted`;
  return ended.some((one) => !Number.isNaN(disconnectedAt(one))) ? null : "it was connected until it went";
}

/** "…: vm-1, vm-2 and 3 more": each that is named was deleted, and had disconnected. */
function allLostByLeaving({ statement: { text, about } }: Said, truth: Truth): string | null {
  const named = (text.split(" · ")[1] ?? "").replace(/ and \d+ more$/, "").split(", ");
  const namespace = about.split("/")[1] ?? "";
  const wrong = named.find((name) => endedOf(truth, namespace, name).every((one) => Number.isNaN(disconnectedAt(one))));
  return wrong === undefined ? null : `${namespace}/${wrong} did not disconnect before it was deleted`;
}

/** The group that the row is about is gone. */
function groupWent({ statement: { about } }: Said, truth: Truth): string | null {
  const [kind, namespace, name] = about.split("/");
  if (kind !== "groups") return null;
  const isThere = truth.raw.at("group", truth.readAt).some(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  return isThere ? "the group is there" : null;
}

function groupOf({ metadata }: Ended["last"]): string {
  return metadata.ownerReferences?.[0]?.name ?? metadata.annotations?.["istio.io/autoRegistrationGroup"] ?? "";
}
