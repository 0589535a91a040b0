import type { Invariant } from "@/e2e/values/invariant";
import { clockTurns, type PlannedLeave, plannedLeaves, type StateTurn, stateTurns } from "@/e2e/values/machines";
import { RAW_KINDS, type RawObject, type RawVersion } from "@/e2e/values/raw-objects";
import { linkedObject, numbersIn, type ReadElement, rowObject } from "@/e2e/values/read-page";
import { type Service, selectsEntry } from "@/e2e/values/services";
import { eventTimesIn, momentOf, spanOf, timesIn } from "@/e2e/values/times";
import { listed } from "@/e2e/values/totals";
import { BEHIND_MS, CLOCK_SLACK_MS, type Truth } from "@/e2e/values/truth";
import type { Ended, Group, World } from "@/e2e/values/world";
import { groupOf } from "./entries";

const VANISHED = /^\/entries\?.*state%3Avanished/;
const GROUP = /^\/c\/[^/]+\/groups\/[^/]+\/[^/?]+(\?|$)/;
const ANY = /^\//;
/** On a busy machine the dashboard and the test receive the same change at such different times. Milliseconds. */
const LATE_MS = 10_000;
/** The elements of text that show times. */
const TIMED = "main h1, main p, main td, main li, main h1 + div, main summary, main dd, main figcaption, [data-section=lost] [data-fact=lost]";

/** The deletions of the entry that a row links to. */
function endsOf(element: ReadElement, world: World): readonly Ended[] {
  const linked = rowObject(element);
  return world.ended.filter(({ namespace, name }) => namespace === linked?.namespace && name === linked.name);
}

/** A time on a page: rounding changes it, and the dashboard learns of an event some seconds later on a busy machine. Milliseconds. */
function shown(moment: number, until = moment) {
  return { from: moment - BEHIND_MS, to: until + CLOCK_SLACK_MS };
}

/**
 * The moments at which an object that a line links to was created, changed or deleted, or changed its state by the clock. A group changes with its machines,
 * and a finding about a service with the machines that the service selects.
 */
function momentsOf(element: ReadElement, truth: Truth): readonly number[] {
  const linked = rowObject(element);
  if (linked === null) return [];
  const kind = { entries: "entry", groups: "group", services: "service", serviceentries: "serviceentry" } as const;
  const isOwn = ({ namespace, name }: { readonly namespace: string; readonly name: string }) => namespace === linked.namespace && name === linked.name;
  const own = truth.raw
    .histories(kind[linked.kind])
    .flat()
    .filter(({ object: { metadata } }) => isOwn(metadata));
  const members = linked.kind === "groups" ? membersOf(linked, truth) : element.rowData.kind === "finding" ? selectedBy(linked.kind, own, truth) : [];
  const entries = linked.kind === "entries" ? own : members;
  const turns = entries.flatMap(({ object, from }) => clockTurns(truth.raw, object, from));
  const replicas = truth.raw.histories("pod").flat();
  return [...[...own, ...members, ...replicas].flatMap(({ from, to }) => (to === null ? [from] : [from, to])), ...turns];
}

/** The state changes of entries, by their addresses. They are the same for each moment that a page may show. */
const turnsOfPages = new WeakMap<Truth, Map<string, readonly StateTurn[]>>();

/** The state changes of the entry that a row links to, by the test's own watches. */
function turnsOf(element: ReadElement, truth: Truth): readonly StateTurn[] {
  const { namespace = "", name = "" } = rowObject(element) ?? {};
  const known = turnsOfPages.get(truth) ?? new Map<string, readonly StateTurn[]>();
  turnsOfPages.set(truth, known);
  const isIt = ({ metadata }: RawObject) => metadata.namespace === namespace && metadata.name === name;
  const histories = () => truth.raw.histories("entry").filter((versions) => versions.some(({ object }) => isIt(object)));
  const turns = known.get(`${namespace}/${name}`) ?? histories().flatMap((versions) => stateTurns(truth.raw, versions, BEHIND_MS));
  known.set(`${namespace}/${name}`, turns);
  return turns;
}

/** Every version of the entries that a version of a service selects. */
function selectedBy(linkedKind: string, services: readonly RawVersion[], { raw }: Truth): readonly RawVersion[] {
  const kind = { services: "Service", serviceentries: "ServiceEntry" }[linkedKind];
  const isSelected = ({ object: entry }: RawVersion) => services.some(({ object }) => selectsEntry(kind as Service["kind"], object, entry));
  return kind === undefined ? [] : raw.histories("entry").flat().filter(isSelected);
}

function membersOf({ namespace, name }: Pick<Group, "namespace" | "name">, truth: Truth) {
  const annotation = "istio.io/autoRegistrationGroup";
  const isMember = ({ metadata }: { readonly metadata: { readonly namespace: string; readonly annotations?: Readonly<Record<string, string>> } }) =>
    metadata.namespace === namespace && metadata.annotations?.[annotation] === name;
  return truth.raw
    .histories("entry")
    .flat()
    .filter(({ object }) => isMember(object));
}

function groupNameIn(annotations: Readonly<Record<string, string>> = {}): string {
  return annotations["istio.io/autoRegistrationGroup"] ?? "";
}

/** A person deleted the entry of a connected machine, or Kubernetes did with its group while it was draining or planned to go. */
const isPlanned = ({ last, isLost }: Ended) => (isLost === null ? last.metadata.annotations?.["istio.io/disconnectedAt"] === undefined : !isLost);

/** The losses of the group of a page that were not planned: those that disconnected before, without the leaves that were planned at that moment. */
function lossesOf(path: string, world: World): readonly Ended[] {
  const linked = linkedObject(path);
  const wasPlanned = ({ name, at }: Ended) => plansAt(path, world, at).some(({ entry }) => entry === name);
  return world.ended.filter((one) => one.namespace === linked?.namespace && one.group === linked.name && !isPlanned(one) && !wasPlanned(one));
}

/** Did a machine of this name register again after the loss? It may have left since then. */
function cameBack({ namespace, name, at }: Ended, { raw, moment }: World): boolean {
  const isNext = ({ object: { metadata }, from }: RawVersion) => metadata.namespace === namespace && metadata.name === name && from >= at && from <= moment;
  return raw.histories("entry").some(([first]) => first !== undefined && isNext(first));
}

export const HISTORY_INVARIANTS: readonly Invariant[] = [
  {
    name: "lost entry and the moment of its loss",
    pages: VANISHED,
    elements: "main table[aria-rowcount] td[data-column=since]",
    read: (element, { page }) => {
      const linked = rowObject(element);
      if (linked === null || element.text.endsWith("+")) return null;
      const { least, most } = spanOf(element.text);
      return { name: linked.name, at: { from: page.readAt - most - AGE_SLACK_MS, to: page.readAt - least + AGE_SLACK_MS } };
    },
    right: (element, world) => {
      const ends = endsOf(element, world);
      return ends.length === 0 ? null : { name: ends[0]?.name ?? "", at: { moments: ends.map(({ at }) => at) } };
    },
    least: (world) => Math.min(15, world.ended.filter((one) => !isPlanned(one)).length),
  },
  {
    name: "number of lost entries",
    pages: VANISHED,
    elements: "main h1",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => {
      const lost = world.ended.filter((one) => !isPlanned(one)).length;
      return { n0: { least: lost, most: Math.max(lost, world.ended.length) } };
    },
    least: (world) => Math.min(1, world.ended.filter((one) => !isPlanned(one)).length),
  },
  {
    name: "times in the reason of a loss",
    pages: VANISHED,
    elements: "main table[aria-rowcount] td[data-column=why]",
    read: ({ text }, { page }) => {
      const times = eventTimesIn(text, page.readAt);
      return times.length === 0 ? null : Object.fromEntries(times.map(({ first, last }, index) => [`t${index}`, shown(first, last)]));
    },
    right: (element, world, { page }) => {
      const ends = endsOf(element, world);
      const moments = ends.flatMap(({ last: { metadata }, at }) => [at, Date.parse(metadata.annotations?.["istio.io/disconnectedAt"] ?? "")]);
      return Object.fromEntries(eventTimesIn(element.text, page.readAt).map((_, index) => [`t${index}`, { moments }]));
    },
    least: (world) => Math.min(15, world.ended.filter((one) => !isPlanned(one)).length),
  },
  {
    name: "lost and returned machines of a group",
    pages: GROUP,
    elements: "[data-section=lost] [data-fact=lost]",
    read: ({ text }) => listed(numbersIn(text)),
    right: ({ text }, world, { page }) => {
      const lost = lossesOf(page.path, world);
      const back = lost.filter((one) => cameBack(one, world)).length;
      return numbersIn(text).length > 1 ? { n0: lost.length, n1: back } : { n0: lost.length };
    },
    least: (world, { page }) => (groupOf(page.path, world) === undefined ? 0 : Math.min(1, lossesOf(page.path, world).length)),
  },
  {
    name: "lost machines that share a zone, a network or a replica",
    pages: GROUP,
    elements: "[data-section=lost] li[data-trait]",
    read: (element) => {
      const [shared, lost] = numbersIn(element.text, [element.data.value ?? ""]);
      return TRAITS.has(element.data.trait ?? "") ? { shared: shared ?? -1, lost: lost ?? -1 } : null;
    },
    right: ({ data }, world, { page }) => {
      const lost = lossesOf(page.path, world);
      const shared = lost.filter(({ last: { metadata, spec } }) => {
        const traits: Readonly<Record<string, string>> = {
          zone: (spec?.locality ?? "").split("/")[1] ?? "",
          network: spec?.network ?? "",
          replica: metadata.annotations?.["istio.io/workloadController"] ?? "",
        };
        return traits[data.trait ?? ""] === data.value;
      });
      return { shared: shared.length, lost: lost.length };
    },
    least: () => 0,
  },
  {
    name: "moment of a group's deletion",
    pages: GROUP,
    elements: "main h1",
    read: ({ text }, { page }) => {
      const [time] = eventTimesIn(text, page.readAt).slice(-1);
      return time === undefined ? null : { at: shown(time.first, time.last) };
    },
    right: ({ text }, _, { truth, page }) => {
      const moments = groupEnds(page.path, truth);
      return { at: { moments: moments.length > 0 ? moments : knownTimes(text, page.readAt, truth) } };
    },
    least: (_, { page, truth }) => Math.min(1, groupEnds(page.path, truth).length),
  },
  {
    name: "planned machines of a group, and those of them that left",
    pages: GROUP,
    elements: "[data-section=planned-leaves] h3 + [data-line]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world, { page }) => {
      const leaves = leavesOf(page.path, world);
      return { n0: leaves.length, n1: leaves.filter(({ isHere }) => !isHere).length };
    },
    least: (world, { page }) => Math.min(1, leavesOf(page.path, world).length),
  },
  {
    name: "planned machine with its end and the reason",
    pages: GROUP,
    elements: "[data-section=planned-leaves] li[data-machine]",
    read: ({ text, data }, { page }) => {
      const [time] = timesIn(text);
      const by = time === undefined ? {} : { by: shown(momentOf(time, page.readAt)) };
      return { name: data.machine ?? "", here: data.here ?? "", reason: text.includes(" ") ? text : "", ...by };
    },
    right: ({ data, text }, world, { page }) => {
      const leave = leavesOf(page.path, world).find(({ entry }) => entry === data.machine);
      if (leave === undefined) return null;
      const by = timesIn(text).length > 0 ? { by: { moments: leave.by === null ? [] : [leave.by] } } : {};
      return { name: leave.entry, here: String(leave.isHere), reason: text.includes(leave.reason) ? text : leave.reason, ...by };
    },
    least: (world, { page }) => leavesOf(page.path, world).length,
  },
  {
    name: "plan of a machine on its page",
    pages: /^\/c\/[^/]+\/entries\//,
    elements: "[data-planned-by]",
    read: ({ text }, { page }) => {
      const [time] = timesIn(text);
      return time === undefined ? null : { by: shown(momentOf(time, page.readAt)) };
    },
    right: (_, world, { page }) => {
      const { namespace = "", name = "" } = linkedObject(page.path) ?? {};
      const machine = world.machine(namespace, name);
      const leave = machine === undefined ? undefined : leavesOf(`/c/sandbox/groups/${namespace}/${machine.group}`, world).find(({ entry }) => entry === name);
      return leave?.by == null ? null : { by: { moments: [leave.by] } };
    },
    least: () => 0,
  },
  {
    name: "object and moment of a line of the activity",
    pages: /^\/activity/,
    elements: "main tr td[data-column=time]",
    read: (element, { page }) => {
      const linked = element.links.map(linkedObject).find((one) => one !== null);
      const [time] = eventTimesIn(element.text, page.readAt);
      return linked === undefined || time === undefined ? null : { name: linked?.name ?? "", at: shown(time.first, time.last) };
    },
    right: (element, _, { truth, page }) => {
      const linked = rowObject(element);
      // The dashboard reads what happened before it started.
      const { from, to } = truth.worlds.begun;
      const [{ first } = { first: Number.NaN }] = eventTimesIn(element.text, page.readAt);
      const moments = [...momentsOf(element, truth), Math.min(Math.max(first - BEHIND_MS, from), to)];
      return moments.length === 0 ? null : { name: linked?.name ?? "", at: { moments } };
    },
    // A line of several objects links to none of them.
    least: (world, { page }) => {
      const lines = page.elements.get("main tr td[data-column=time]") ?? [];
      const expected = lines.length === 0 ? world.ended.length : lines.filter(({ rowData }) => rowData.count === "1").length;
      return Math.min(1, page.path.includes("type=") ? 0 : expected);
    },
  },
  {
    name: "states of an entry in a line of the activity",
    pages: /^\/activity/,
    elements: "main tr[data-kind=entry][data-event=state][data-count='1'] td[data-column=time]",
    read: ({ text, rowData: { before = "", after = "" } }, { page }) => {
      const [time] = eventTimesIn(text, page.readAt);
      return time === undefined ? null : { before, after, at: { from: time.first - LATE_MS, to: time.last + LATE_MS } };
    },
    right: (element, _, { truth, page }) => {
      const { before = "", after = "" } = element.rowData;
      const turns = turnsOf(element, truth).filter((turn) => turn.before === before && turn.after === after);
      const [{ first, last } = { first: Number.NaN, last: Number.NaN }] = eventTimesIn(element.text, page.readAt);
      const { from, to } = truth.worlds.begun;
      // The test's own watch begins after that of the dashboard.
      const early = first <= to + LATE_MS && last >= from ? [first] : [];
      return turns.length + early.length === 0 ? null : { before, after, at: { moments: [...turns.map(({ at }) => at), ...early] } };
    },
    least: () => 0,
  },
  {
    name: "object of a line of the activity without a page",
    pages: /^\/activity/,
    elements: "main tr[data-kind] td[data-column=who]",
    read: ({ text, links, rowData: { count, kind = "" } }) =>
      links.some((link) => linkedObject(link) !== null) || count !== "1" || WITHOUT_OBJECT.has(kind) ? null : { name: text.split(" ")[0] ?? "" },
    right: (_, __, { truth }) => ({
      name: { any: RAW_KINDS.flatMap((kind) => truth.raw.histories(kind).flatMap((versions) => versions.slice(-1).map(({ object }) => object.metadata.name))) },
    }),
    least: () => 0,
  },
  {
    name: "object of a link",
    pages: ANY,
    elements: "main a[href^='/c/']",
    read: ({ href }) => {
      const linked = linkedObject(href);
      return linked === null ? null : { object: `${linked.kind}/${linked.namespace}/${linked.name}` };
    },
    right: ({ href }, _, { truth }) => ({ object: { any: existed(href, truth) } }),
    least: (_, { page }) => (/^\/(groups|services|findings|oncall|\?|$)/.test(page.path) && !page.path.includes("/new") ? 1 : 0),
  },
  {
    name: "clock time",
    pages: /^\/(?!groups\/new)/,
    elements: TIMED,
    read: ({ dated }, { page }) => {
      const times = eventTimesIn(dated, page.readAt);
      return times.length === 0 ? null : Object.fromEntries(times.map(({ first, last }, index) => [`t${index}`, shown(first, last)]));
    },
    right: ({ dated }, _, { truth }) =>
      Object.fromEntries(eventTimesIn(dated, truth.readAt).map(({ first, last }, index) => [`t${index}`, { moments: truth.knownMoments(first, last) }])),
    least: () => 0,
  },
];

/** The planned leaves of the group of a page. */
function leavesOf(path: string, world: World) {
  const isHere = (entry: string) => world.machine(linkedObject(path)?.namespace ?? "", entry) !== undefined;
  return plansAt(path, world, world.moment).map((leave) => ({ ...leave, isHere: isHere(leave.entry) }));
}

/** The plans that the group of a page had at a moment. */
function plansAt(path: string, { raw }: World, moment: number): readonly PlannedLeave[] {
  const linked = linkedObject(path);
  const group = raw.at("group", moment).find(({ metadata }) => metadata.namespace === linked?.namespace && metadata.name === linked?.name);
  return group === undefined ? [] : plannedLeaves(group);
}

/** The moments at which the group of a page was deleted. */
function groupEnds(path: string, { raw }: Truth): readonly number[] {
  const linked = linkedObject(path);
  return raw.histories("group").flatMap((versions) => {
    const last = versions.at(-1);
    const isIt = last?.isLast === true && last.object.metadata.namespace === linked?.namespace && last.object.metadata.name === linked?.name;
    return isIt && last.to !== null ? [last.to] : [];
  });
}

/** Lines about the recorder itself, and about findings, which name several kinds of objects. */
const WITHOUT_OBJECT: ReadonlySet<string> = new Set(["recorder", "finding"]);

const TRAITS: ReadonlySet<string> = new Set(["zone", "network", "replica"]);

/** Ages are some seconds old when they are read. Milliseconds. */
const AGE_SLACK_MS = 4_000;

/** The moments near the times in a text at which anything in the cluster happened. */
function knownTimes(text: string, near: number, truth: Truth): readonly number[] {
  return eventTimesIn(text, near).flatMap(({ first, last }) => truth.knownMoments(first, last));
}

/** The key of the object that an address leads to, if there is or was such an object. */
function existed(href: string, { raw }: Truth): readonly string[] {
  const linked = linkedObject(href);
  if (linked === null) return [];
  const { kind, namespace, name } = linked;
  const kinds = { entries: ["entry"], groups: ["group"], services: ["service"], serviceentries: ["serviceentry"] } as const;
  const isIt = ({ metadata }: { readonly metadata: { readonly namespace: string; readonly name: string } }) =>
    metadata.namespace === namespace && metadata.name === name;
  const found = kinds[kind].some((one) => raw.histories(one).some((versions) => versions.some(({ object }) => isIt(object))));
  const isNamed =
    kind === "groups" &&
    raw
      .histories("entry")
      .some((versions) => versions.some(({ object: { metadata } }) => metadata.namespace === namespace && groupNameIn(metadata.annotations) === name));
  return found || isNamed ? [`${kind}/${namespace}/${name}`] : [];
}
