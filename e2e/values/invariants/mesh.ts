import type { Invariant, Values } from "@/e2e/values/invariant";
import { type Machine, sweptBy, sweptFrom } from "@/e2e/values/machines";
import { linkedObject, numbersIn, type ReadElement } from "@/e2e/values/read-page";
import { momentOf, spanOf, timesIn } from "@/e2e/values/times";
import { listed, oneOf, seriesOf, statesSeries, termsOf, totalsOf } from "@/e2e/values/totals";
import { BEHIND_MS } from "@/e2e/values/truth";
import { sentUnverifiedOf, servingOf, unverifiedOf, type World, wordCounts } from "@/e2e/values/world";
import { servingSeries } from "./fleet";

const PLACES = /^\/localities/;
const PLACES_TABLE = /^\/localities\?.*show=table/;
const NETWORKS = /^\/networks/;
const CONTROL_PLANE = /^\/control-plane/;
const LOST = /^\/localities\?.*lost=zone/;

/** The machines that the filter in a row's link selects by place, network or replica; null = it has no such filter. */
function machinesOf(element: ReadElement, world: World): readonly Machine[] | null {
  const href = [element.href, ...element.links].find((link) => link.startsWith("/entries?"));
  if (href === undefined) return null;
  const terms = [...termsOf(href)].filter(([key]) => key !== "state");
  if (terms.length === 0 || terms.some(([key]) => PARTS[key] === undefined)) return null;
  return world.machines.filter((machine) => terms.every(([key, value]) => partOf(machine, key) === value));
}

/** The values that a link can filter by. */
const PARTS: Readonly<Record<string, (machine: Machine) => string>> = {
  region: ({ region }) => region,
  zone: ({ zone }) => zone,
  subzone: ({ object }) => (object.spec?.locality ?? "").split("/")[2] ?? "",
  network: ({ network }) => network,
  replica: ({ replica }) => replica,
};

function partOf(machine: Machine, key: string): string {
  return PARTS[key]?.(machine) || "none";
}

/** Numbers of a row that hold of its machines. */
function ofMachines(seriesOfMachines: (machines: readonly Machine[]) => readonly number[]): Pick<Invariant, "read" | "right"> {
  return {
    read: (element) => (isWhole(element) ? seriesOf(numbersIn(element.text, [rowName(element)])) : null),
    right: (element, world) => {
      const machines = machinesOf(element, world);
      return machines === null ? null : statesSeries(numbersIn(element.text, [rowName(element)]), seriesOfMachines(machines));
    },
  };
}

/** Rows of subzones link to their whole zone. */
function isWhole(element: ReadElement): boolean {
  const name = rowName(element);
  return (
    element.links.some((link) => link.startsWith("/entries?")) && (element.row.startsWith(name) || (name === "none" && !element.row.startsWith("no subzone")))
  );
}

function rowName(element: ReadElement): string {
  return [...termsOf(element.links[0] ?? "").values()].at(-1) ?? "";
}

const statesOf = (machines: readonly Machine[]) => wordCounts(machines).map(([, count]) => count);
const zonesOf = ({ machines }: World) => new Set(machines.flatMap(({ region, zone }) => (zone === "" ? [] : [`${region}/${zone}`])));

function replicaOf(element: ReadElement): string {
  return termsOf(element.links[0] ?? "").get("replica") ?? "";
}

/** Machines by replica: connected, overdue, and unverified ones. */
function replicaColumn(column: string, count: (machines: readonly Machine[]) => number): Invariant {
  return {
    name: `${column} machines of a replica`,
    pages: CONTROL_PLANE,
    elements: `[data-section=replicas] td[data-column=${column}]`,
    read: ({ text }) => ({ count: numbersIn(text)[0] ?? -1 }),
    right: (element, world) => ({ count: count(world.machines.filter(({ replica }) => replica === replicaOf(element))) }),
    least: () => 3,
  };
}

/** The machines whose entry says that they are connected, but to no running replica. */
function unverifiedByReplica(machines: readonly Machine[]): readonly Machine[] {
  return machines.filter(
    ({ isManaged, isConnected, object }) => isManaged && !isConnected && object.metadata.annotations?.["istio.io/connectedAt"] !== undefined,
  );
}

/** The control plane page counts the beginnings of connections to so many milliseconds. */
const COUNTED_TO_MS = 10_000;

/** "swept by 04:58:10", or "swept in 31 min to 40 min" before the first deletion. */
function sweepShown(text: string, now: number): Values {
  const [time] = timesIn(text);
  if (time !== undefined) return { by: { from: momentOf(time, now) - COUNTED_TO_MS, to: momentOf(time, now) + 1_000 } };
  const [first = "", last = first] = text.replace("swept in ", "").split(" to ");
  // Spans are rounded up.
  const [soonest, latest] = [spanOf(first), spanOf(last)];
  return {
    from: { from: now + 2 * soonest.least - soonest.most - BEHIND_MS, to: now + soonest.least + COUNTED_TO_MS },
    by: { from: now + 2 * latest.least - latest.most - COUNTED_TO_MS - BEHIND_MS, to: now + latest.least },
  };
}

/** The zone in the question "what if it is lost". */
function lostZone(path: string): readonly [region: string, zone: string] {
  const [region = "", zone = ""] = (new URLSearchParams(path.split("?")[1]).get("lost") ?? "").replace("zone:", "").split("/");
  return [region, zone];
}

function remaining(machines: readonly Machine[], path: string): readonly Machine[] {
  const [region, zone] = lostZone(path);
  return machines.filter((machine) => machine.region !== region || machine.zone !== zone);
}

/** Serving and unverified machines of a group or service, before and after the loss. */
function beforeAndAfter(section: "services" | "groups"): readonly Invariant[] {
  return (["before", "after"] as const).map((column) => ({
    name: `machines of ${section} ${column} a loss`,
    pages: LOST,
    elements: `[data-what-if] [data-section=${section}] td[data-column=${column}]`,
    read: (element) => (linkedObject(element.links[0] ?? "") === null ? null : seriesOf(numbersIn(element.text))),
    right: (element, world, { page }) => {
      const { kind, namespace = "", name = "" } = linkedObject(element.links[0] ?? "") ?? {};
      if (kind === "groups") {
        const { machines } = world.group(namespace, name);
        return seriesOf(servingSeries({ machines: column === "before" ? machines : remaining(machines, page.path) }, null));
      }
      const service = world.service(namespace, name, kind === "services" ? "Service" : "ServiceEntry");
      if (service === undefined) return null;
      const machines = column === "before" ? service.machines : remaining(service.machines, page.path);
      const pods = service.pods.length > 0 ? null : 0;
      // Zones of Pods come from Nodes, which the test does not read.
      if (pods === null)
        return {
          n0: { least: servingOf(machines), most: servingOf(machines) + sentUnverifiedOf(machines) + service.readyPods },
          length: { any: [1, 2] },
          ...(sentUnverifiedOf(machines) > 0 ? { n1: sentUnverifiedOf(machines) } : {}),
        };
      const unverified = sentUnverifiedOf(machines);
      return seriesOf([servingOf(machines) + unverified + service.readyAddresses + service.inline, ...(unverified > 0 ? [unverified] : [])]);
    },
    least: () => 5,
  }));
}

export const MESH_INVARIANTS: readonly Invariant[] = [
  {
    name: "machines of a zone in the picture",
    pages: PLACES,
    elements: "main p:has(> a[href^='/entries?q=region']) > span",
    read: (element) => (isWhole(element) ? listed(numbersIn(element.text).slice(0, 1)) : null),
    right: (element, world) => ({ n0: placeOfTitle(element, world) }),
    least: (world, { page }) => (PLACES_TABLE.test(page.path) ? 0 : zonesOf(world).size),
  },
  {
    name: "zones in the headline of localities",
    pages: /^\/localities(?!.*lost=)/,
    elements: "main h1 b",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world) => ({ n0: zonesOf(world).size }),
    least: () => 0,
  },
  {
    name: "machines, regions and zones below the headline",
    pages: /^\/localities(?!.*lost=)/,
    elements: "[data-statement=machines-placed]",
    read: ({ text }) => listed(numbersIn(text)),
    right: ({ text, data }, world) => {
      const { machines, services } = world;
      const regions = new Set(machines.flatMap(({ region }) => (region === "" ? [] : [region])));
      const fourParts = machines.filter(({ object }) => (object.spec?.locality ?? "").split("/").length > 3).length;
      // The test reads no Nodes, so it takes the number of Pods without a visible Node from the page.
      const pods = new Set(services.flatMap((service) => service.pods.map(({ metadata }) => metadata.uid))).size;
      const none = machines.filter(({ zone }) => zone === "").length;
      return oneOf(numbersIn(text), [machines.length, pods, regions.size, zonesOf(world).size, none, fourParts, Number(data.podsUnseen ?? -1)]);
    },
  },
  {
    name: "serving machines of a place",
    pages: PLACES_TABLE,
    elements: "main table[aria-rowcount] td[data-column=machines]",
    ...ofMachines((machines) => {
      const unverified = unverifiedOf(machines);
      return machines.length === 0 ? [0] : [servingOf(machines), ...(unverified > 0 ? [unverified] : []), machines.length];
    }),
    least: (world) => zonesOf(world).size,
  },
  {
    name: "groups of a place",
    pages: PLACES_TABLE,
    elements: "main table[aria-rowcount] td[data-column=groups]",
    ...ofMachines((machines) => [new Set(machines.flatMap(({ namespace, group }) => (group === "" ? [] : [`${namespace}/${group}`]))).size]),
    least: (world) => zonesOf(world).size,
  },
  {
    name: "states of the machines of a place",
    pages: PLACES_TABLE,
    elements: "main table[aria-rowcount] td[data-column=states]",
    ...ofMachines(statesOf),
    least: (world) => zonesOf(world).size,
  },
  {
    name: "machines of a network",
    pages: NETWORKS,
    elements: "[data-section=networks] td[data-column=machines]",
    ...ofMachines((machines) => [machines.length]),
    least: (world) => new Set(world.machines.map(({ network }) => network)).size,
  },
  {
    name: "states of the machines of a network",
    pages: NETWORKS,
    elements: "[data-section=networks] td[data-column=cells] [role=img]",
    read: (element) => seriesOf(numbersIn(element.label)),
    right: (element, world) => {
      const machines = machinesOf({ ...element, links: element.links.slice(0, 1) }, world);
      return machines === null ? null : statesSeries(numbersIn(element.label), [machines.length, ...statesOf(machines)]);
    },
    least: () => 2,
  },
  {
    name: "machines of a network in the picture",
    pages: NETWORKS,
    elements: "a[data-node^='network ']",
    read: ({ text, data }) => listed(numbersIn(text, [(data.node ?? "").replace("network ", "")]).slice(0, 1)),
    right: ({ data }, world) => {
      const name = (data.node ?? "").replace("network ", "");
      return { n0: world.machines.filter(({ network }) => network === name).length };
    },
    least: () => 2,
  },
  {
    name: "connected machines in the headline of the control plane",
    pages: CONTROL_PLANE,
    elements: "main h1",
    // The headline of a rollout has a time: it counts reconnections, which the objects do not keep.
    read: ({ text }) => (timesIn(text).length > 0 ? null : listed(numbersIn(text))),
    right: ({ text }, world) => {
      const managed = world.machines.filter(({ isManaged, object }) => isManaged && object.metadata.annotations?.["istio.io/connectedAt"] !== undefined);
      const registered = world.machines.filter(({ isManaged }) => isManaged);
      const { connections, replicas, unverified } = totalsOf(world);
      const out = registered.length - managed.length;
      const [first, ...rest] = numbersIn(text);
      const others = [
        managed.length,
        registered.length,
        replicas,
        unverified,
        managed.length - connections,
        out,
        ...wordCounts(registered).map(([, count]) => count),
      ];
      return { n0: first === undefined ? -1 : connections, ...Object.fromEntries(rest.map((_, index) => [`n${index + 1}`, { any: others }])) };
    },
    least: (world) => (world.objects("pod").length > 0 && world.raw.histories("pod").every((versions) => versions.at(-1)?.isLast === false) ? 1 : 0),
  },
  replicaColumn("held", (machines) => machines.filter(({ isConnected }) => isConnected).length),
  replicaColumn("overdue", (machines) => machines.filter(({ state }) => state === "overdue").length),
  replicaColumn("unverified", (machines) => unverifiedByReplica(machines).length),
  {
    name: "time by which istiod sweeps the unverified machines of a replica",
    pages: CONTROL_PLANE,
    elements: "[data-section=replicas] td[data-column=unverified] [data-sweep]",
    read: ({ text }, { page }) => sweepShown(text, page.readAt),
    right: (element, world) => {
      const machines = unverifiedByReplica(world.machines.filter(({ replica }) => replica === replicaOf(element)));
      const { raw, moment } = world;
      return machines.length === 0 ? null : { from: { moments: [sweptFrom(raw, machines, moment)] }, by: { moments: [sweptBy(raw, machines, moment)] } };
    },
    least: (world) => new Set(unverifiedByReplica(world.machines).map(({ replica }) => replica)).size,
  },
  ...beforeAndAfter("groups"),
  ...beforeAndAfter("services"),
  {
    name: "machines that a loss takes",
    pages: LOST,
    elements: "[data-what-if] [data-statement=gone]",
    read: ({ text }) => listed(numbersIn(text).slice(0, 1)),
    right: (_, world, { page }) => ({ n0: world.machines.length - remaining(world.machines, page.path).length }),
  },
];

/** The machines of the zone whose link is next to a count. */
function placeOfTitle(element: ReadElement, world: World): number {
  return machinesOf(element, world)?.length ?? -1;
}
