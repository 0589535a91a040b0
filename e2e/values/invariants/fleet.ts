import type { Invariant, Right, Values } from "@/e2e/values/invariant";
import { declaredSize } from "@/e2e/values/machines";
import { numbersIn, type ReadElement } from "@/e2e/values/read-page";
import { awayFrom, groupOfLinks, isGone, listed, lostFrom, needsAttention, oneOf, seriesOf, statesSeries, totalsOf, totalsOfGroup } from "@/e2e/values/totals";
import { type Group, isTrouble, type World, wordCounts, worstState } from "@/e2e/values/world";

const FLEET = /^\/(\?|$)/;
const ON_CALL = /^\/oncall(?!.*display=wall)/;
/** The wall display has incidents, and a picture of their machines. */
const WALL = /^\/oncall.*display=wall/;
/** The pages with the headline of the fleet. */
const WITH_HEADLINE = /^\/(\?|$|oncall)/;
/** The pages with the groups in no open incident. */
const WITH_GROUPS = /^\/(\?|$|oncall(?!.*display=wall))/;
const WITH_STRIPS = /^\/(\?|$|groups|oncall(?!.*display=wall))/;

/** The numbers of the headline: of the fleet, and of each group that the text names. */
function headlineNumbers(text: string, world: World): readonly number[] {
  const totals = totalsOf(world);
  const lost = world.namedGroups.map(lostFrom(world)).filter((count) => count > 0);
  const failing = world.namedGroups.map(({ machines }) => machines.filter(({ state }) => isTrouble(state)).length).filter((count) => count > 0);
  const named = world.namedGroups.filter(({ name }) => text.includes(name)).flatMap((group) => groupNumbers(group, world));
  const sums = [lost, failing].flatMap((counts) => [counts.reduce((sum, count) => sum + count, 0), counts.length]);
  // All losses that the watch saw: also those that were replaced since.
  const losses = world.ended.filter(({ group }) => group !== "").length;
  return [...totals.total, totals.serving, totals.unverified, losses, ...sums, ...named, ...rolloutNumbers(world)];
}

/** Replicas of istiod that ended, and that started, since the watch began: up to all of them. */
function rolloutNumbers({ raw }: World): readonly number[] {
  const replicas = raw.histories("pod").filter((versions) => versions[0]?.object.metadata.labels?.app === "istiod");
  const ended = replicas.filter((versions) => versions.at(-1)?.isLast === true).length;
  const started = replicas.filter((versions) => versions[0]?.isFirstList === false).length;
  return Array.from({ length: Math.max(ended, started) }, (_, index) => index + 1);
}

/** The declared sizes of deleted groups. */
function deletedSizes({ raw }: World): readonly number[] {
  const last = raw.histories("group").flatMap((versions) => versions.slice(-1));
  return last.flatMap(({ object, isLast }) => (isLast ? [declaredSize(object) ?? 0] : []));
}

function groupNumbers(group: Group, world: World): readonly number[] {
  const { machines } = group;
  const { least, most } = awayFrom(group, world);
  const { number } = worstRight(group, world);
  // The machines of the latest rise are some of those in trouble.
  const risen = Array.from({ length: number.most }, (_, index) => index + 1);
  return [machines.length, least, most, lostFrom(world)(group), ...wordCounts(machines).map(([, count]) => count), ...totalsOfGroup(group, world), ...risen];
}

/** The numbers of a group in trouble: its machines in trouble, and those that are lost or missing. Without these, the reconnecting or starting ones. */
function worstRight(group: Group, world: World) {
  const { machines } = group;
  const counts = new Map<string, number>(wordCounts(machines));
  const { least, most } = awayFrom(group, world);
  const [unhealthy = 0, unverified = 0, calm = 0] = ["unhealthy", "unverified", "reconnecting", "starting"].map((word) => counts.get(word));
  const registered = unhealthy + unverified;
  const number =
    registered + most > 0 ? { least: registered + least, most: registered + most } : { least: 1, most: Math.max(calm, counts.get("starting") ?? 0) };
  return { number, total: { any: totalsOfGroup(group, world) }, unhealthy, unverified };
}

/** "NAMESPACE/NAME" of the group in line 2. The line about an incident links to the incident. */
function groupInHeadline(element: ReadElement): string | null {
  const { incident, namespace, group } = element.data;
  return incident === undefined ? groupOfLinks(element) : `${namespace}/${group}`;
}

/** An incident has some of the machines in trouble, up to all of them. */
function upTo(most: number, least = 0): { readonly least: number; readonly most: number } {
  return { least, most };
}

/** The objects do not show which machines an incident has. */
function incidentRight(world: World): Readonly<Record<string, Right>> {
  const groups = [...world.groups.values()];
  const count = (word: string) => groups.flatMap(({ machines }) => wordCounts(machines)).reduce((sum, [own, number]) => sum + (own === word ? number : 0), 0);
  const lost = groups.map(lostFrom(world)).reduce((sum, number) => sum + number, 0);
  return upToEach({ failed: count("unhealthy"), lost, unverified: count("unverified") });
}

function upToEach(counts: Readonly<Record<string, number>>): Readonly<Record<string, Right>> {
  return Object.fromEntries(Object.entries(counts).map(([name, most]) => [name, upTo(most)]));
}

/** The parts of the line below the headline: each number is one of the fleet's totals. */
function lineNumbers(world: World): readonly number[] {
  const { serving, total, unverified, reconnecting, namespaces, connections, replicas, groups, unsized } = totalsOf(world);
  return [...total, serving, unverified, reconnecting, namespaces, connections, replicas, groups, unsized, groups - unsized, ...deletedSizes(world)];
}

/** The group of a strip: its total, and its machines by state, worst first, after those that are lost and missing. */
function stripSeries(group: Group, world: World, shown: readonly number[]): readonly number[] {
  const { machines, size } = group;
  const states = wordCounts(machines).map(([, count]) => count);
  // The objects do not show if a deleted machine left as planned: then it is missing, or does not count.
  const all = totalsOfGroup(group, world).flatMap((total) => {
    const away = total - machines.length;
    return Array.from({ length: Math.min(away, lostFrom(world)(group)) + 1 }, (_, lost) => {
      const missing = away - lost;
      return [total, ...(lost > 0 ? [lost] : []), ...(missing > 0 ? [missing, size ?? 0] : []), ...states];
    });
  });
  return all.find((series) => series.join() === shown.join()) ?? all[0] ?? [];
}

/** The numbers of a strip's label. In the fleet's strip it begins with the group's name. */
function stripNumbers({ href, label }: ReadElement): readonly number[] {
  return numbersIn(href === "" ? label : label.replace(/^.*?, (?=[\d,]+ )/, ""));
}

/** The state of a group in a table, or the number of its machines that are missing. */
function statusOf(element: ReadElement): Values | null {
  const [state] = element.states;
  const group = groupOfLinks(element);
  if (group === null) return null;
  const status: Values = state === undefined ? { missing: numbersIn(element.text)[0] ?? -1 } : { state: state.state };
  return { group, ...status };
}

function statusRight(element: ReadElement, world: World): Readonly<Record<string, Right>> | null {
  const key = groupOfLinks(element) ?? "";
  const group = world.groups.get(key);
  if (group === undefined) return null;
  const { machines, isArriving } = group;
  const lost = lostFrom(world)(group);
  const { least, most } = awayFrom(group, world);
  const arrived = isArriving ? [machines.length] : [];
  if (element.states.length === 0) return { group: key, missing: { any: [...[least, most, lost].filter((count) => count > 0), ...arrived] } };
  return { group: key, state: worstState(lost > 0 ? [...machines, { state: "vanished" }] : machines) ?? "vanished" };
}

export const FLEET_INVARIANTS: readonly Invariant[] = [
  {
    name: "serving machines of the fleet",
    pages: WITH_HEADLINE,
    elements: "main h1 [data-statement=fleet-serving] b",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => {
      const { serving, unverified, total } = totalsOf(world);
      return { n0: unverified * 2 > Math.max(...total) ? unverified : { any: [serving, ...(unverified * 2 > Math.min(...total) ? [unverified] : [])] } };
    },
  },
  {
    name: "registered machines of the fleet",
    pages: WITH_HEADLINE,
    elements: "main h1 [data-statement=fleet-registered] b",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => ({ n0: [...world.groups.values()].reduce((sum, { machines }) => sum + machines.length, 0) }),
    least: () => 0,
  },
  {
    name: "numbers of the fleet's headline",
    pages: WITH_HEADLINE,
    elements: "main h1 [data-statement]:not([data-incident], [data-statement=more-incidents])",
    read: ({ text, data }) => listed(numbersIn(text, [data.message ?? ""])),
    right: ({ text, data }, world) => oneOf(numbersIn(text, [data.message ?? ""]), headlineNumbers(text, world)),
  },
  {
    name: "worst group in the headline",
    pages: WITH_HEADLINE,
    elements: "main h1 [data-statement=fleet-worst-group]",
    read: (element) => {
      const { number, total, unhealthy = "0", unverified = "0" } = element.data;
      const group = groupInHeadline(element);
      return group === null ? null : { group, number: Number(number), total: Number(total), unhealthy: Number(unhealthy), unverified: Number(unverified) };
    },
    right: (element, world) => {
      const key = groupInHeadline(element) ?? "";
      const group = world.groups.get(key);
      if (group === undefined) return null;
      const { number, total, ...states } = worstRight(group, world);
      const isOfIncident = element.data.incident !== undefined;
      return { group: key, total, ...(isOfIncident ? { number: upTo(number.most, 1), ...upToEach(states) } : { number, ...states }) };
    },
    least: () => 0,
  },
  {
    name: "numbers of an incident in the headline",
    pages: WITH_HEADLINE,
    elements: "main h1 [data-statement=incident-of-groups]",
    read: ({ data: { failed, lost, unverified, groups } }) => ({
      ...{ failed: Number(failed), lost: Number(lost), unverified: Number(unverified), groups: Number(groups) },
    }),
    right: (_, world) => ({ ...incidentRight(world), groups: upTo(world.groups.size, 1) }),
    least: () => 0,
  },
  {
    name: "numbers of the incidents on a wall display",
    pages: WALL,
    elements: "main li[data-incident] [data-statement=incident-title]",
    read: ({ data: { failed, lost, unverified } }) => ({ failed: Number(failed), lost: Number(lost), unverified: Number(unverified) }),
    right: (_, world) => incidentRight(world),
    least: () => 0,
  },
  {
    name: "rows of trouble",
    pages: ON_CALL,
    elements: "main h1 + div [data-statement=groups-in-trouble]",
    read: ({ text }) => listed([numbersIn(text).reduce((sum, number) => sum + number, 0)]),
    right: (_, world) => ({ n0: attentionRange(world) }),
    least: (world) => (attentionRange(world).least > 0 ? 1 : 0),
  },
  {
    name: "totals below the fleet's headline",
    pages: FLEET,
    elements: "main h1 + div > span > span:last-child",
    read: ({ text }) => listed(numbersIn(text)),
    right: ({ text }, world) => {
      const troubled = [...world.groups.values()].filter((group) => needsAttention(group, world) !== false).length;
      const numbers = lineNumbers(world);
      return Object.fromEntries(
        numbersIn(text).map((number, index) => [`n${index}`, numbers.includes(number) ? { any: numbers } : { least: 1, most: troubled }]),
      );
    },
    least: () => 1,
  },
  {
    name: "machines by state",
    pages: FLEET,
    elements: "main [data-counts] [data-statement=state-count]",
    read: ({ text, data }) => ({ word: data.word ?? "", ...listed(numbersIn(text)) }),
    right: ({ data: { word = "" } }, world) => {
      const groups = [...world.groups.values()];
      const away = groups.map((group) => awayFrom(group, world));
      const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
      if (word === "lost") return { word, n0: { least: sum(away.map(({ least }) => least)), most: sum(away.map(({ most }) => most)) } };
      return { word, n0: sum(groups.flatMap(({ machines }) => wordCounts(machines).map(([own, count]) => (own === word ? count : 0)))) };
    },
    least: () => 8,
  },
  {
    name: "machines of a group in a strip",
    pages: WITH_STRIPS,
    elements: "[data-section=fleet-strip] a[aria-label], main td[data-column=machines] [role=img], main li > [role=img]",
    read: (element) => (groupOfLinks(element) === null ? null : seriesOf(stripNumbers(element))),
    right: (element, world) => {
      const group = world.groups.get(groupOfLinks(element) ?? "");
      const shown = stripNumbers(element);
      return group === undefined ? null : statesSeries(shown, stripSeries(group, world, shown));
    },
    least: (world, { page }) => (FLEET.test(page.path) ? drawnGroups(world) : ON_CALL.test(page.path) ? 0 : rowsOfList(world, { page })),
  },
  {
    name: "groups in trouble with their states",
    pages: WITH_GROUPS,
    elements: "[data-section=trouble] li",
    read: statusOf,
    right: (element, world) => {
      const group = world.groups.get(groupOfLinks(element) ?? "");
      return group === undefined || needsAttention(group, world) === false ? null : statusRight(element, world);
    },
    // An open incident has most of them.
    least: () => 0,
  },
  {
    name: "lost machines of a deleted group",
    pages: WITH_STRIPS,
    elements: "main li:has(a[data-row-link]), main table[aria-rowcount] td[data-column=state]",
    read: (element, { truth }) => {
      const group = groupOfLinks(element);
      if (group === null || !truth.now.namedGroups.some((one) => isGone(one) && groupKey(one) === group)) return null;
      const [lost = -1] = [...numbersIn(element.states[0]?.text ?? ""), ...numbersIn(element.text)];
      return { group, lost };
    },
    right: (element, world) => {
      const group = world.groups.get(groupOfLinks(element) ?? "");
      return group === undefined ? null : { group: groupKey(group), lost: awayFrom(group, world) };
    },
    least: (world, { page }) => (!page.path.startsWith("/groups") || page.path.includes("q=") ? 0 : world.namedGroups.filter(isGone).length),
  },
  {
    name: "groups in no trouble",
    pages: ON_CALL,
    elements: "[data-statement=groups-untroubled]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => {
      const groups = world.namedGroups;
      const [least, most] = [false, true].map(
        (open) => groups.filter((group) => [false, ...(open ? [null] : [])].includes(needsAttention(group, world))).length,
      );
      return { n0: { least: least ?? 0, most: most ?? 0 }, n1: groups.length };
    },
  },
  {
    name: "groups that need attention in the navigation",
    pages: /^\/(?!.*[?&]at=)/,
    elements: "nav [data-fact=groups-in-trouble]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => ({ n0: attentionRange(world) }),
    least: (world, { page }) => (attentionRange(world).least > 0 && !page.path.includes("display=wall") ? 1 : 0),
  },
  {
    name: "status of a group in its list",
    pages: /^\/groups/,
    elements: "main table[aria-rowcount] td[data-column=state]",
    read: (element) => (element.states.length === 0 && numbersIn(element.text).length === 0 ? null : statusOf(element)),
    right: statusRight,
    least: rowsOfList,
  },
  {
    name: "serving machines of a group in its list",
    pages: /^\/groups/,
    elements: "main table[aria-rowcount] td[data-column=serving]",
    read: (element) => (groupOfLinks(element) === null ? null : seriesOf(numbersIn(element.text))),
    right: (element, world) => {
      const group = world.groups.get(groupOfLinks(element) ?? "");
      return group === undefined ? null : seriesOf(servingSeries(group, totalShown(group, world, numbersIn(element.text))));
    },
    least: rowsOfList,
  },
  {
    name: "number of groups",
    pages: /^\/groups/,
    elements: "main h1",
    read: ({ text }) => listed(numbersIn(text)),
    right: ({ text }, world, { page }) => {
      const filter = new URLSearchParams(page.path.split("?")[1]).get("q") ?? "";
      const shown = world.namedGroups.filter(({ name }) => name.includes(filter)).length;
      return numbersIn(text).length > 1 ? { n0: world.namedGroups.length, n1: shown } : { n0: world.namedGroups.length };
    },
  },
];

/** The total of a group with a size, if it is one of the right ones, else the least of these. */
function totalShown(group: Group, world: World, shown: readonly number[]): number | null {
  if (group.size === null) return null;
  const right = totalsOfGroup(group, world);
  return right.find((total) => total === shown.at(-1)) ?? right[0] ?? null;
}

/** Serving, unverified (if any) and the total (of a group with a size), as the column shows them. */
export function servingSeries({ machines }: Pick<Group, "machines">, total: number | null): readonly number[] {
  const unverified = machines.filter(({ isUnverified }) => isUnverified).length;
  return [machines.filter(({ isServing }) => isServing).length, ...(unverified > 0 ? [unverified] : []), ...(total === null ? [] : [total])];
}

/** "NAMESPACE/NAME" of a group. */
function groupKey({ namespace, name }: Group): string {
  return `${namespace}/${name}`;
}

/** The strip has a group with machines, or with lost or missing ones. */
function drawnGroups(world: World): number {
  return [...world.groups.values()].filter((group) => group.machines.length > 0 || (group.size ?? 0) > 0 || awayFrom(group, world).least > 0).length;
}

function attentionRange(world: World): { readonly least: number; readonly most: number } {
  const all = [...world.groups.values()].map((group) => needsAttention(group, world));
  return { least: all.filter((one) => one === true).length, most: all.filter((one) => one !== false).length };
}

function rowsOfList(world: World, { page }: { readonly page: { readonly path: string } }): number {
  return page.path.includes("q=") ? 1 : Math.min(25, world.namedGroups.length);
}
