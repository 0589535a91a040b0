import { type FleetCount, type MachineCount, wordsOf } from "./count";
import type { PlayedPast } from "./play";
import type { Ago, HeadlineFact } from "./situations";

/** A fact without its age, which is checked against the events of the play. */
export function numbersOf(fact: HeadlineFact): object {
  const { kind: _, ...numbers } = fact;
  return "ago" in numbers ? { ...numbers, ago: true } : numbers;
}

const SERVING = ["healthy", "not-checked", "reconnecting"] as const;

/** The same numbers from the script's own count, the raw objects and the events. */
export function recounted(fact: HeadlineFact, past: PlayedPast): object {
  const count = past.countAt(past.now);
  const machines = count.clusters.flatMap((cluster) => cluster.machines);
  switch (fact.kind) {
    case "serving": {
      const words = wordsOf(count, fact.clusters);
      return { number: SERVING.reduce((all, word) => all + words[word], 0), total: words.total, ...(fact.clusters && { clusters: fact.clusters }) };
    }
    case "unverified":
      return { number: wordsOf(count).unverified, total: wordsOf(count).total };
    case "registered":
      return { number: machines.filter(({ word }) => word !== "lost").length };
    case "no-machines":
      return machines.length === 0 ? {} : { machines: machines.length };
    case "group-failed": {
      const failed = inGroup(machines, fact.group).filter(({ word }) => word === "unhealthy");
      const [{ message = "", version = "" } = {}] = failed;
      const isSharp = inGroup(machines, fact.group).every((one) => (one.word === "unhealthy") === (one.version === version));
      return { ...groupNumbers(count, fact.group, failed.length), reason: message, version: isSharp ? version : "", ago: isWithin(past, "fail", fact.ago) };
    }
    case "group-failed-before": {
      const failed = inGroup(machines, fact.group).filter(({ word }) => word === "unhealthy");
      return { ...groupNumbers(count, fact.group, failed.length), beginAgo: past.now - past.from };
    }
    case "group-lost":
      return { ...groupNumbers(count, fact.group, lostOf(machines, fact.group).length), ago: deletedWithin(past, lostOf(machines, fact.group), fact.ago) };
    case "group-deleted": {
      const [cluster = { cluster: "" }] = count.clusters;
      const isThere = past
        .objectsAt(cluster.cluster, "WorkloadGroup", past.now)
        .some(({ metadata }) => fact.group === `${metadata.namespace}/${metadata.name}`);
      return { group: isThere ? "" : fact.group, machines: lostOf(machines, fact.group).length, ago: isWithin(past, "delete-group", fact.ago) };
    }
    default:
      return recountedRest(fact, past, machines, count);
  }
}

function recountedRest(fact: HeadlineFact, past: PlayedPast, machines: readonly MachineCount[], count: FleetCount): object {
  switch (fact.kind) {
    case "zone-lost": {
      const own = machines.filter(({ zone }) => zone === fact.zone);
      const [lost, unverified] = (["lost", "unverified"] as const).map((word) => own.filter((one) => one.word === word)) as [MachineCount[], MachineCount[]];
      const away = new Map<string, number>();
      for (const { group } of [...lost, ...unverified]) away.set(group, (away.get(group) ?? 0) + 1);
      const share = ([group, number]: readonly [string, number]) => (number * number) / inGroup(machines, group).length;
      const [group = "", number = 0] = [...away].sort((a, b) => share(b) - share(a))[0] ?? [];
      const groups = new Set(lost.map((one) => one.group)).size;
      const worst = { group, number, total: inGroup(machines, group).length };
      return { zone: fact.zone, lost: lost.length, groups, unverified: unverified.length, worst, ago: deletedWithin(past, lost, fact.ago) };
    }
    case "recovering": {
      const own = machines.filter(({ zone }) => zone === fact.zone);
      return { zone: fact.zone, back: own.filter(({ word }) => word === "healthy").length, of: own.length };
    }
    case "machine-failed": {
      const failed = machines.filter(({ word }) => word === "unhealthy");
      return { machine: failed.map(({ id }) => id).join(), reason: failed[0]?.message, ago: isWithin(past, "fail", fact.ago) };
    }
    case "long-running": {
      const failed = inGroup(machines, fact.group).filter(({ word }) => word === "unhealthy");
      return { ...groupNumbers(count, fact.group, failed.length), ago: isWithin(past, "fail", fact.ago) };
    }
    case "unverified-since-rollout":
      return { number: wordsOf(count).unverified, ago: podsWentWithin(past, fact.ago) };
    case "rollout":
      return { version: fact.version, remaining: wordsOf(count).reconnecting };
    case "istiod-gone":
      return { ago: podsWentWithin(past, fact.ago) && past.objectsAt("prod-eu", "Pod", past.now).length === 0 };
    default:
      return recountedEvents(fact, past, count);
  }
}

function recountedEvents(fact: HeadlineFact, past: PlayedPast, count: FleetCount): object {
  switch (fact.kind) {
    case "no-endpoint": {
      const [service] = past.objectsAt("prod-eu", "ServiceEntry", past.now);
      const { labels = {} } = (service?.spec?.workloadSelector ?? {}) as { labels?: Record<string, string> };
      const selected = past
        .objectsAt("prod-eu", "WorkloadEntry", past.now)
        .filter(({ spec }) => Object.entries(labels).every(([key, value]) => (spec?.labels as Record<string, string> | undefined)?.[key] === value));
      return {
        service: selected.length === 0 ? `${service?.metadata.namespace}/${service?.metadata.name}` : "",
        ago: isWithin(past, "edit-selector", fact.ago),
      };
    }
    case "no-permission":
      return {
        resource: past.statuses[0]?.sources.some(({ source, freshness }) => source === "istiod-pods" && freshness.kind === "denied") ? "pods" : "",
        namespace: "istio-system",
      };
    case "not-reached": {
      const away = past.statuses.filter(({ freshness }) => freshness.kind === "stale" && freshness.asOf === null);
      return { cluster: away.map(({ cluster }) => cluster).join(), ago: isAgo(past, past.from, fact.ago) };
    }
    case "last-incident-ended": {
      // The incident is over once all machines have served for five minutes. Counts are a minute apart.
      const failing = past.counts.findLast((one) => wordsOf(one).unhealthy > 0)?.at ?? 0;
      const healed = past.counts.find(({ at }) => at > failing)?.at ?? 0;
      return { ago: isAgo(past, healed + FIVE_MINUTES, [fact.ago[0] - MINUTE, fact.ago[1]]) && wordsOf(count).unhealthy === 0 };
    }
    case "no-new-trouble":
      return { withinMs: past.events.every(({ at }) => past.now - at > fact.withinMs) ? fact.withinMs : 0 };
    case "more-incidents":
      return { number: past.events.length - 1 };
    case "history-paused": {
      const status = past.history.status();
      return { ago: status.kind === "paused" && isAgo(past, status.since, fact.ago) };
    }
    default:
      throw new Error(`${fact.kind} is not recounted.`);
  }
}

const MINUTE = 60_000;
const FIVE_MINUTES = 5 * MINUTE;

const inGroup = (machines: readonly MachineCount[], group: string) => machines.filter((one) => one.group === group);
const lostOf = (machines: readonly MachineCount[], group: string) => inGroup(machines, group).filter(({ word }) => word === "lost");

function groupNumbers(count: FleetCount, group: string, number: number) {
  return { group, number, total: count.clusters.flatMap(({ groups }) => groups).find((one) => one.group === group)?.total };
}

function isAgo(past: PlayedPast, at: number, [least, most]: Ago): boolean {
  return past.now - at >= least && past.now - at <= most;
}

function isWithin(past: PlayedPast, kind: string, ago: Ago): boolean {
  const events = past.events.filter(({ event }) => event.kind === kind);
  return events.length > 0 && events.every(({ at }) => isAgo(past, at, ago));
}

/** The entries of these machines are gone, and the last write before that was in the range. */
function deletedWithin(past: PlayedPast, machines: readonly MachineCount[], ago: Ago): boolean {
  const names = (at: number) => new Set(past.objectsAt("prod-eu", "WorkloadEntry", at).map(({ metadata }) => metadata.name));
  const [before, after] = [names(past.now - ago[1]), names(past.now - ago[0])];
  return machines.every(({ entry }) => before.has(entry) && !after.has(entry));
}

/** The containers of the first Pods ended in the range. */
function podsWentWithin(past: PlayedPast, [least, most]: Ago): boolean {
  const running = (at: number) =>
    new Set(past.objectsAt("prod-eu", "Pod", at).flatMap(({ metadata, status }) => (status?.phase === "Running" ? [metadata.name] : [])));
  const [first, before, after] = [running(past.from), running(past.now - most), running(past.now - least)];
  return first.size > 0 && [...first].every((name) => before.has(name) && !after.has(name));
}
