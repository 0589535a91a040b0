import type { Context, Invariant } from "@/e2e/values/invariant";
import type { Machine } from "@/e2e/values/machines";
import { linkedObject, numbersIn, type ReadElement, rowObject } from "@/e2e/values/read-page";
import { spanOf } from "@/e2e/values/times";
import { listed, seriesOf, termsOf } from "@/e2e/values/totals";
import { momentIn } from "@/e2e/values/truth";
import { isTrouble, type World } from "@/e2e/values/world";

const LIVE_LIST = /^\/entries(?!.*state%3Avanished)/;
const ENTRY = /^\/c\/[^/]+\/entries\//;
const GROUP = /^\/c\/[^/]+\/groups\/[^/]+\/[^/?]+(\?|$)/;
const WITH_ROWS = new RegExp(`${LIVE_LIST.source}|${GROUP.source}`);
const row = (column: string) => `main table[aria-rowcount] td[data-column=${column}]`;

function machineOf(element: ReadElement, world: World): Machine | undefined {
  const linked = rowObject(element);
  return linked?.kind === "entries" ? world.machine(linked.namespace, linked.name) : undefined;
}

/** The cell shows a value of the machine; a dash if it has none. */
function cell(column: string, textOf: (machine: Machine) => string): Invariant {
  return {
    name: `${column} of an entry in its list`,
    pages: column === "group" || column === "network" ? /^\/entries\?.*cols=wide(?!.*vanished)/ : WITH_ROWS,
    elements: row(column),
    // A replica's name is there twice: whole, and with its end only.
    read: ({ text }) => ({ value: text.split(" ")[0] ?? "" }),
    right: (element, world) => {
      const machine = machineOf(element, world);
      return machine === undefined ? null : { value: { any: [textOf(machine), ...(textOf(machine) === "" ? ["—"] : [])] } };
    },
    least: (_, { page }) => (column === "replica" || GROUP.test(page.path) || page.path.includes("q=") ? 0 : 20),
  };
}

/** The machines that the terms of an address select, of the facets that the objects give. */
function filtered(world: World, path: string): readonly Machine[] {
  return [...termsOf(path)].reduce<readonly Machine[]>((left, [facet, value]) => left.filter((machine) => hasValue(machine, facet, value)), world.machines);
}

/** `value` can be a list: "overdue,reconnecting". */
function hasValue(machine: Machine, facet: string, value: string): boolean {
  return value.split(",").includes(facetOf(machine, facet) ?? "");
}

const FACETS: Readonly<Record<string, (machine: Machine) => string>> = {
  state: ({ state }) => state,
  zone: ({ zone }) => zone,
  network: ({ network }) => network,
  replica: ({ replica }) => replica,
  region: ({ region }) => region,
  group: ({ namespace, group }) => (group === "" ? "" : `${namespace}/${group}`),
};

/** The value of a facet; undefined = the objects do not give it. */
function facetOf(machine: Machine, facet: string): string | undefined {
  const value = FACETS[facet]?.(machine);
  return value === "" ? "none" : value;
}

/** The moment at which an age of the page began. `now` = the moment that the page shows, in milliseconds. */
function ageMoment(element: ReadElement, now: number) {
  if (element.text.endsWith("+") || !/^\d/.test(element.text)) return null;
  const { least, most } = spanOf(element.text);
  return { at: { from: now - most - AGE_SLACK_MS, to: now - least + AGE_SLACK_MS } };
}

/** A page may show an age that is some seconds old. Milliseconds. */
const AGE_SLACK_MS = 4_000;

function age(column: string, momentOf: (machine: Machine) => string | undefined): Invariant {
  return {
    name: `${column} of an entry in its list`,
    pages: /^\/entries\?.*cols=wide(?!.*vanished)/,
    elements: row(column),
    read: (element, { page }) => ageMoment(element, momentIn(page.path) ?? page.readAt),
    right: (element, world) => {
      const machine = machineOf(element, world);
      const moment = machine === undefined ? undefined : momentOf(machine);
      return moment === undefined ? null : { at: { moments: [Date.parse(moment)] } };
    },
  };
}

/** A fact of the machine on its page. */
function fact(field: string, textOf: (machine: Machine) => string | undefined): Invariant {
  return {
    name: `${field} of an entry on its page`,
    pages: ENTRY,
    elements: `dd[data-fact=${field}]`,
    read: ({ text }) => ({ value: text.split(" ")[0] ?? "" }),
    right: (_, world, context) => {
      const machine = machineOfPage(world, context);
      return machine === undefined ? null : { value: textOf(machine) ?? "" };
    },
    least: (world, context) => {
      const machine = machineOfPage(world, context);
      return machine !== undefined && (textOf(machine) ?? "") !== "" ? 1 : 0;
    },
  };
}

/** The machine of a page; after the deletion of its entry, its last version. */
function machineOfPage(world: World, { page, truth }: Context): Machine | undefined {
  const { namespace = "", name = "" } = linkedObject(page.path) ?? {};
  const end = world.ended.findLast((one) => one.namespace === namespace && one.name === name);
  return world.machine(namespace, name) ?? (end === undefined ? undefined : truth.worlds.at(end.at - 1).machine(namespace, name));
}

function selectingOf(path: string, world: World) {
  const linked = linkedObject(path);
  return linked === null ? [] : world.selecting(linked);
}

export const ENTRY_INVARIANTS: readonly Invariant[] = [
  {
    name: "number of entries",
    pages: LIVE_LIST,
    elements: "main h1",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => ({ n0: world.machines.length }),
  },
  {
    name: "matching entries",
    pages: LIVE_LIST,
    elements: "[data-statement=entries-matched]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world, { page }) => ({ n0: filtered(world, page.path).length, n1: world.machines.length }),
  },
  {
    name: "state of an entry in a list",
    pages: WITH_ROWS,
    elements: row("state"),
    read: ({ states }) => (states[0] === undefined ? null : { state: states[0].state }),
    right: (element, world) => ({ state: machineOf(element, world)?.state ?? "vanished" }),
    least: (world, { page }) => Math.min(20, GROUP.test(page.path) ? (groupOf(page.path, world)?.machines.length ?? 0) : filtered(world, page.path).length),
  },
  // A locality of one part is a region without a zone.
  cell("zone", ({ zone }) => zone),
  cell("network", ({ network }) => network),
  cell("group", ({ group }) => group),
  cell("replica", ({ replica }) => replica),
  age("age", ({ object }) => object.metadata.creationTimestamp),
  age("connected", ({ object }) => object.metadata.annotations?.["istio.io/connectedAt"]),
  {
    name: "machines of a facet's value",
    pages: LIVE_LIST,
    elements: "button[data-value]",
    read: (element) =>
      FACETS[element.facet] !== undefined ? { value: element.data.value ?? "", count: numbersIn(element.text, [element.data.value ?? ""]).at(-1) ?? -1 } : null,
    right: (element, world, { page }) => {
      const value = element.data.value ?? "";
      if (value === "vanished") return { value, count: { least: 0, most: world.ended.length } };
      // A facet counts without its own filter.
      const others = [...termsOf(page.path)].filter(([facet]) => facet !== element.facet);
      const machines = world.machines.filter((machine) => others.every(([facet, wanted]) => hasValue(machine, facet, wanted)));
      return { value, count: machines.filter((machine) => hasValue(machine, element.facet, value)).length };
    },
    least: () => 8,
  },
  {
    name: "state of an entry on its page",
    pages: ENTRY,
    elements: "main h1 + div [data-state-word]",
    read: ({ data }) => ({ state: data.stateWord ?? "" }),
    right: (_, world, { page }) => {
      const linked = linkedObject(page.path);
      return { state: linked === null ? "" : (world.machine(linked.namespace, linked.name)?.state ?? "vanished") };
    },
  },
  fact("address", ({ object }) => object.spec?.address),
  fact("network", ({ network }) => network),
  fact("locality", ({ object }) => object.spec?.locality),
  fact("account", ({ object }) => object.spec?.serviceAccount),
  fact("replica", ({ replica }) => replica),
  fact("group", ({ group }) => group),
  {
    name: "host names that select an entry",
    pages: ENTRY,
    elements: "[data-fact=hosts]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world, { page }) => ({ n0: new Set(selectingOf(page.path, world).flatMap(({ hosts }) => hosts)).size }),
    least: (world, { page }) => Math.min(1, selectingOf(page.path, world).length),
  },
  {
    name: "machines by zone, network and replica on a group's page",
    pages: GROUP,
    elements: "table[data-facet] tr[data-machines]",
    read: ({ text, data }) => seriesOf(numbersIn(text, [data.value ?? ""])),
    right: (element, world, { page }) => {
      const value = termsOf(element.links[0] ?? "").get(element.facet);
      const own = (groupOf(page.path, world)?.machines ?? []).filter((machine) => facetOf(machine, element.facet) === value);
      return seriesOf([own.filter(({ state }) => isTrouble(state)).length, own.length]);
    },
    least: (world, { page }) => ((groupOf(page.path, world)?.machines.length ?? 0) > 0 ? 3 : 0),
  },
];

export function groupOf(path: string, world: World) {
  const linked = linkedObject(path);
  return linked?.kind === "groups" ? world.groups.get(`${linked.namespace}/${linked.name}`) : undefined;
}
