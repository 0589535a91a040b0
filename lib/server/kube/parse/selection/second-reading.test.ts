import fc from "fast-check";
import { expect, it } from "vitest";
import { callerService, endpointPorts, endpointStatusByPort } from "@/lib/domain/selection/caller-service";
import { allHostNameDefinitions } from "@/lib/domain/selection/definitions";
import type { CallerEndpointList } from "@/lib/domain/selection/destinations";
import { portForServicePod } from "@/lib/domain/selection/endpoint-port";
import { type StoredEndpoint, storedEndpoints } from "@/lib/domain/selection/stored-endpoints";
import type { Caller, MeshSettings, SelectionWorld } from "@/lib/domain/selection/world";
import { destinationsOf } from "@/lib/testing/destinations";
import { naiveDestinations } from "@/lib/testing/naive-selection";
import { aMesh } from "@/lib/testing/selection";
import { arbitraryMeshWorld, type RawCaller, type RawWorld } from "@/lib/testing/selection-worlds";
import { selectionWorldOf } from "@/lib/testing/server/raw-world";
import { localityBalancingOf } from "./traffic-policy";

/** `npm run prove -- selection` asks for 100,000. */
const WORLDS = Number(process.env.SELECTION_WORLDS ?? 1_000);
const SEED = Number(process.env.SELECTION_SEED ?? 11);

function meshOf({ gateways, podNetwork, nodeLocality, nodeLocalities, mesh = {}, sendsDnsToServiceGateways = false }: RawWorld): MeshSettings {
  return aMesh({
    podNetwork,
    nodeLocalities: new Map([["node-1", nodeLocality], ...Object.entries(nodeLocalities ?? {})]),
    gateways: gateways.map(({ network, address, source, port = 15443 }) => ({ network, address, port, cluster: source === undefined ? "Kubernetes" : "" })),
    gatewaysServeDns: sendsDnsToServiceGateways,
    ...(mesh.autoMtls === undefined ? {} : { autoMtls: mesh.autoMtls }),
    ...(mesh.locality === undefined ? {} : { locality: localityBalancingOf(mesh.locality) }),
  });
}

const worldOf = (raw: RawWorld): SelectionWorld => selectionWorldOf(raw.objects, meshOf(raw));
const callerOf = (view: RawCaller): Caller => ({ ...view, labels: new Map(), node: "", families: [4] });

function ours(raw: RawWorld, view: RawCaller): ReadonlyMap<string, readonly string[]> {
  const all = destinationsOf(worldOf(raw), callerOf(view));
  return new Map(
    all.map(({ host, port, subset, groups }) => {
      const lines = groups.flatMap(({ locality, priority, endpoints }) =>
        endpoints.flatMap((one) => Array<string>(one.copies).fill([one.address, one.port, one.health, one.weight, locality, priority, one.mark].join(" "))),
      );
      return [`${port}|${subset}|${host}`, lines.sort()] as const;
    }),
  );
}

const inOrder = (told: ReadonlyMap<string, readonly string[]>) => [...told].sort(([a], [b]) => (a < b ? -1 : 1));

it(`a second, naive reading of the rules agrees on ${WORLDS.toLocaleString("en")} random worlds`, { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(arbitraryMeshWorld, (world) => {
      for (const view of world.views) expect(inOrder(ours(world, view))).toEqual(inOrder(naiveDestinations(world, view)));
    }),
    { numRuns: WORLDS, seed: SEED },
  );
});

/**
 * `HOST|OBJECT|PORT|MACHINE`: every machine that a caller is sent on a port of the object that brought it, as the whole list of destinations has it. Addresses of
 * EndpointSlices are left out: no object selects them.
 */
function sentByDestinations(world: SelectionWorld, caller: Caller): ReadonlySet<string> {
  const found = new Set<string>();
  const addAll = ({ host, subset, groups }: CallerEndpointList) => {
    if (subset !== "") return;
    for (const { endpoints } of groups) {
      for (const { stands } of endpoints) {
        const machines = stands.for === "machine" ? [stands.held.machine] : stands.machines;
        for (const machine of machines.filter(({ kind }) => kind !== "address"))
          found.add(stands.for === "machine" ? keyOf(host, stands.held) : `${host}|${machine.kind}/${machine.name}`);
      }
    }
  };
  for (const destination of destinationsOf(world, caller)) addAll(destination);
  return found;
}

function keyOf(host: string, { origin, portName, machine }: StoredEndpoint): string {
  return `${host}|${origin.kind}/${origin.name}|${portName}|${machine.kind}/${machine.name}`;
}

/** Endpoints sent to the caller, by object and machine. Endpoints behind gateways name no object. */
function sentByObject(world: SelectionWorld, caller: Caller): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { host, origin, namespace } of allHostNameDefinitions(world)) {
    const service = callerService(origin, host, caller, world);
    const held = storedEndpoints(host, namespace, world).endpoints.filter((one) => one.origin === origin);
    for (const machine of new Set(held.map((one) => one.machine).filter(({ kind }) => kind !== "address"))) {
      const pod = machine.kind === "pod" ? world.pods.find(({ name }) => name === machine.name) : undefined;
      const isOfService = origin.kind === "Service" && pod !== undefined;
      const found2 = isOfService
        ? service.ports.flatMap(({ index }) => origin.ports[index] ?? []).map((port) => portForServicePod(port, pod))
        : endpointPorts(service, machine);
      const health = held.find((one) => one.machine === machine)?.health ?? "UNKNOWN";
      endpointStatusByPort(service, machine, { found: found2, health }).forEach((status, at) => {
        if (status.is === "sent") found.add(`${host}|${origin.kind}/${origin.name}|${service.ports[at]?.port.name}|${machine.kind}/${machine.name}`);
        if (status.is === "gateway") found.add(`${host}|${machine.kind}/${machine.name}`);
      });
    }
  }
  return found;
}

it(`sends each machine of each object exactly where the list of destinations has it, in ${WORLDS.toLocaleString("en")} random worlds`, {
  timeout: 3_600_000,
}, () => {
  fc.assert(
    fc.property(arbitraryMeshWorld, (raw) => {
      const world = worldOf(raw);
      for (const view of raw.views) {
        const caller = callerOf(view);
        expect([...sentByObject(world, caller)].sort()).toEqual([...sentByDestinations(world, caller)].sort());
      }
    }),
    { numRuns: WORLDS, seed: SEED },
  );
});
