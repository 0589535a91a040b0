import type { Invariant } from "@/e2e/values/invariant";
import { linkedObject, numbersIn, type ReadElement, rowObject } from "@/e2e/values/read-page";
import { portsOf, type Service, targetPort } from "@/e2e/values/services";
import { awayFrom, listed, oneOf, seriesOf } from "@/e2e/values/totals";
import { sentUnverifiedOf, servingOf, type World } from "@/e2e/values/world";
import { groupOf } from "./entries";

const LIST = /^\/services(?!\/)/;
const SERVICE = /^\/c\/[^/]+\/(services|serviceentries)\//;
const GROUP = /^\/c\/[^/]+\/groups\/[^/]+\/[^/?]+(\?|$)/;
const ENTRY = /^\/c\/[^/]+\/entries\//;

function serviceOfPath(path: string, world: World): Service | undefined {
  const linked = linkedObject(path);
  if (linked === null) return undefined;
  return world.service(linked.namespace, linked.name, linked.kind === "services" ? "Service" : "ServiceEntry");
}

function serviceOfRow(element: ReadElement, world: World): Service | undefined {
  const href = element.links.find((link) => ["services", "serviceentries"].includes(linkedObject(link)?.kind ?? ""));
  return href === undefined ? undefined : serviceOfPath(href, world);
}

/** Machines that are missing from a service: those of the groups whose new entries it selects. */
function missingFrom(service: Service, world: World): number {
  const selector = service.kind === "Service" ? service.object.spec?.selector : service.object.spec?.workloadSelector?.labels;
  if (selector === undefined || Object.keys(selector).length === 0) return 0;
  const groups = world.namedGroups.filter(({ namespace, name }) => namespace === service.namespace && selectsNew(selector, namespace, name, world));
  return groups.reduce((sum, group) => sum + awayFrom(group, world).most, 0);
}

function selectsNew(selector: Readonly<Record<string, string>>, namespace: string, name: string, world: World): boolean {
  const object = world.objects("group").find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  const labels = { ...object?.spec?.template?.labels, ...object?.spec?.metadata?.labels };
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

function sizeOf(service: Service, world: World): number {
  return service.machines.length + missingFrom(service, world);
}

/** Serving, unverified (if any) and all machines, as the column shows them. */
function machinesSeries(service: Service, world: World): readonly number[] {
  const unverified = sentUnverifiedOf(service.machines);
  const size = sizeOf(service, world);
  return size === 0 ? [] : [servingOf(service.machines), ...(unverified > 0 ? [unverified] : []), size];
}

/** The endpoints that serve: machines, unverified machines, Pods, addresses and inline endpoints; without zeros after the first. */
function endpointSeries(service: Service): readonly number[] {
  const rest = [sentUnverifiedOf(service.machines), service.readyPods, service.readyAddresses, service.inline].filter((count) => count > 0);
  return [servingOf(service.machines), ...rest];
}

/** The numbers of the list's headline and of the line below it. */
function listNumbers(world: World): readonly number[] {
  const rows = world.services.flatMap((service) => service.hosts.map(() => service));
  const selecting = rows.filter((service) => sizeOf(service, world) > 0);
  const objects = world.services.filter((service) => sizeOf(service, world) > 0);
  const selected = new Set(world.services.flatMap(({ machines }) => machines.map(({ namespace, name }) => `${namespace}/${name}`)));
  const empty = selecting.filter((service) => isDown(service)).length;
  const hosts = rows.flatMap(({ hosts: names }) => names);
  const twice = world.services.flatMap((service) => service.hosts).filter((host) => hosts.filter((one) => one === host).length > 1).length;
  return [
    selecting.filter((service) => servingOf(service.machines) === sizeOf(service, world)).length,
    ...[selecting.length, empty, rows.length - selecting.length, twice],
    ...[world.machines.length, selected.size, world.machines.length - selected.size],
    ...(["Service", "ServiceEntry"] as const).map((kind) => objects.filter((service) => service.kind === kind).length),
    selecting.filter(({ machines }) => sentUnverifiedOf(machines) > 0).length,
  ];
}

function isDown({ machines, readyPods, readyAddresses, inline }: Service): boolean {
  return servingOf(machines) + sentUnverifiedOf(machines) + readyPods + readyAddresses + inline === 0;
}

function rowsShown(world: World): number {
  return Math.min(20, world.services.length);
}

const row = (column: string) => `main table[aria-rowcount] td[data-column=${column}]`;

export const SERVICE_INVARIANTS: readonly Invariant[] = [
  {
    name: "services with all machines, without endpoints, and machines in none",
    pages: LIST,
    elements: "main h1, main h1 + div > span > span:last-child",
    read: ({ text }) => listed(numbersIn(text)),
    right: ({ text }, world) => oneOf(numbersIn(text), listNumbers(world)),
    least: () => 2,
  },
  {
    name: "machines of a service in its list",
    pages: LIST,
    elements: row("machines"),
    read: ({ text }) => seriesOf(numbersIn(text)),
    right: (element, world) => {
      const service = serviceOfRow(element, world);
      return service === undefined ? null : seriesOf(machinesSeries(service, world));
    },
    least: rowsShown,
  },
  {
    name: "Pods of a service in its list",
    pages: /^\/services(?!\/)(?!.*[?&]at=)/,
    elements: row("pods"),
    read: ({ text }) => seriesOf(numbersIn(text)),
    right: (element, world) => {
      const service = serviceOfRow(element, world);
      if (service === undefined) return null;
      return seriesOf(service.pods.length === 0 ? [0] : [service.readyPods, service.pods.length]);
    },
    least: rowsShown,
  },
  {
    name: "services of each kind",
    pages: LIST,
    elements: "button[data-facet=kind][data-value]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (element, world) => {
      const kind = element.data.value ?? "";
      return { n0: world.services.filter((service) => service.kind.toLowerCase() === kind.toLowerCase()).flatMap(({ hosts }) => hosts).length };
    },
    least: () => 2,
  },
  {
    name: "endpoints of a service in its headline",
    pages: SERVICE,
    elements: "main h1",
    read: ({ text }) => listed(numbersIn(text)),
    right: ({ text }, world, { page }) => {
      const service = serviceOfPath(page.path, world);
      if (service === undefined) return null;
      const { machines, pods } = service;
      const states = machines.length - servingOf(machines) - sentUnverifiedOf(machines);
      const numbers = [
        ...endpointSeries(service),
        machines.length,
        states,
        pods.length - service.readyPods,
        service.addresses - service.readyAddresses,
        missingFrom(service, world),
      ];
      return oneOf(numbersIn(text), numbers);
    },
  },
  {
    name: "number of a service's endpoints",
    pages: SERVICE,
    elements: "[data-section=endpoints] form [aria-live]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (_, world, { page }) => {
      const service = serviceOfPath(page.path, world);
      return service === undefined ? null : { n0: service.machines.length + service.pods.length + service.addresses + service.inline };
    },
  },
  {
    name: "endpoint and its state",
    pages: SERVICE,
    elements: "[data-section=endpoints] td[data-column=state]",
    read: (element) => {
      const linked = rowObject(element);
      return linked === null ? null : { name: linked.name, state: element.states[0]?.state ?? "" };
    },
    right: (element, world, { page }) => {
      const machine = serviceOfPath(page.path, world)?.machines.find(({ name }) => name === rowObject(element)?.name);
      return machine === undefined ? null : { name: machine.name, state: machine.state };
    },
    least: (world, { page }) => Math.min(8, serviceOfPath(page.path, world)?.machines.length ?? 0),
  },
  {
    name: "port of an endpoint",
    pages: SERVICE,
    elements: "[data-section=endpoints] td[data-column^=port-]",
    read: ({ text, links }) => (links.length === 0 ? null : listed(numbersIn(text))),
    right: (element, world, { page }) => {
      const service = serviceOfPath(page.path, world);
      const machine = service?.machines.find(({ name }) => name === rowObject(element)?.name);
      if (service === undefined || machine === undefined) return null;
      const number = portsOf(service)[Number(element.column.replace("port-", ""))] ?? 0;
      return { n0: targetPort(service, machine.object, number) ?? -1 };
    },
    least: (world, { page }) => Math.min(8, servingOf(serviceOfPath(page.path, world)?.machines ?? [])),
  },
  {
    name: "machines of a group that a service selects",
    pages: GROUP,
    elements: "[data-section=selected-by] td[data-column=takes]",
    read: ({ data }) => seriesOf(numbersIn(data.takes ?? "")),
    right: (element, world, { page }) => {
      const group = groupOf(page.path, world);
      const service = serviceOfRow(element, world);
      if (group === undefined || service === undefined) return null;
      return seriesOf([service.machines.filter((machine) => machine.group === group.name).length]);
    },
    least: (world, { page }) => Math.min(1, (groupOf(page.path, world)?.machines ?? []).slice(0, 1).flatMap((machine) => world.selecting(machine)).length),
  },
  {
    name: "machines of a service on a group's page: serving, of all that it selects",
    pages: GROUP,
    elements: "[data-section=selected-by] td[data-column=takes]",
    read: ({ text }) => seriesOf(numbersIn(text)),
    right: (element, world) => {
      const service = serviceOfRow(element, world);
      return service === undefined ? null : seriesOf([servingOf(service.machines), service.machines.length]);
    },
    least: () => 0,
  },
  {
    name: "ports of the services that select an entry",
    pages: ENTRY,
    elements: "[data-section=selected-by] td[data-column=port], [data-section=selected-by] td[data-column=here]",
    read: ({ text }) => listed(numbersIn(text)),
    right: (element, world, { page }) => {
      const linked = linkedObject(page.path);
      const machine = linked === null ? undefined : world.machine(linked.namespace, linked.name);
      if (machine === undefined) return null;
      const services = world.selecting(machine);
      const ports = services.flatMap(portsOf);
      const here = services.flatMap((service) => portsOf(service).flatMap((port) => targetPort(service, machine.object, port) ?? []));
      return { n0: { any: element.column === "port" ? ports : here } };
    },
    least: (world, { page }) => {
      const linked = linkedObject(page.path);
      return linked === null ? 0 : 2 * Math.min(1, world.selecting(linked).flatMap(portsOf).length);
    },
  },
];
