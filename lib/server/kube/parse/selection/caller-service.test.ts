import fc from "fast-check";
import { expect, it } from "vitest";
import { callerService, endpointStatuses, portsOn } from "@/lib/domain/selection/caller-service";
import { definitionsOf } from "@/lib/domain/selection/definitions";
import { type Destination, destinationsOf } from "@/lib/domain/selection/destinations";
import { portForServicePod } from "@/lib/domain/selection/endpoint-port";
import { type HeldEndpoint, heldFor } from "@/lib/domain/selection/held-endpoints";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";
import { aMesh } from "@/lib/testing/selection";
import { arbitraryWideWorld, type RawWorld } from "@/lib/testing/selection-worlds";
import { selectionWorldOf } from "./world";

const WORLDS = Number(process.env.SELECTION_WORLDS ?? 1_000);
const SEED = Number(process.env.SELECTION_SEED ?? 12);

function worldOf({ objects, gateways, podNetwork, nodeLocality }: RawWorld): SelectionWorld {
  const mesh = aMesh({
    podNetwork,
    nodeLocalities: new Map([["node-1", nodeLocality]]),
    gateways: gateways.map((one) => ({ ...one, cluster: "Kubernetes", port: 15443 })),
  });
  return selectionWorldOf(objects, mesh);
}

/** `HOST|OBJECT|PORT|MACHINE`: every machine that a caller is sent on a port of the object that brought it, as the whole list of destinations has it. */
function sentByDestinations(world: SelectionWorld, caller: Caller): ReadonlySet<string> {
  const found = new Set<string>();
  const addAll = ({ host, subset, groups }: Destination) => {
    if (subset !== "") return;
    for (const { endpoints } of groups) {
      for (const { stands } of endpoints) {
        if (stands.for === "machine") found.add(keyOf(host, stands.held));
        else for (const machine of stands.machines) found.add(`${host}|${machine.kind}/${machine.name}`);
      }
    }
  };
  for (const destination of destinationsOf(world, caller)) addAll(destination);
  return found;
}

function keyOf(host: string, { origin, portName, machine }: HeldEndpoint): string {
  return `${host}|${origin.kind}/${origin.name}|${portName}|${machine.kind}/${machine.name}`;
}

/** The same, object by object and machine by machine. Behind gateways istiod's list names no object. */
function sentByObject(world: SelectionWorld, caller: Caller): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { host, origin, namespace } of definitionsOf(world)) {
    const service = callerService(origin, host, caller, world);
    const held = heldFor(host, namespace, world).endpoints.filter((one) => one.origin === origin);
    for (const machine of new Set(held.map((one) => one.machine))) {
      const pod = machine.kind === "pod" ? world.pods.find(({ name }) => name === machine.name) : undefined;
      const isOfService = origin.kind === "Service" && pod !== undefined;
      const found2 = isOfService ? origin.ports.map((port) => portForServicePod(port, pod)) : portsOn(origin, machine);
      const health = held.find((one) => one.machine === machine)?.health ?? "UNKNOWN";
      endpointStatuses(service, machine, { found: found2, health }).forEach((status, at) => {
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
    fc.property(arbitraryWideWorld, (raw) => {
      const world = worldOf(raw);
      for (const view of raw.views) {
        const caller = { ...view, labels: new Map(), node: "", families: [4] as const };
        expect([...sentByObject(world, caller)].sort()).toEqual([...sentByDestinations(world, caller)].sort());
      }
    }),
    { numRuns: WORLDS, seed: SEED },
  );
});
