import { isDeepStrictEqual } from "node:util";
import type { World } from "@/lib/domain/mesh/world";
import { READ, READ_ALL } from "./reads";

/** What a rule reads of a world, by its fields. */
const READ_OF_FIELD: Readonly<Record<Exclude<keyof World, "cluster">, number>> = {
  replicas: READ.replicas,
  endedReplicas: READ.replicas,
  nodes: READ.replicas,
  maxConnectionAgeMs: READ.times,
  gracePeriodMs: READ.times,
  meshes: READ.mesh,
  supposed: READ.mesh,
  istioVersions: READ.mesh,
  gateways: READ.gateways,
  networkGateways: READ.gateways,
  places: READ.places,
};

const FIELDS = Object.entries(READ_OF_FIELD) as readonly [keyof typeof READ_OF_FIELD, number][];

/** What is another in the world that came. */
export function changedReads(before: World | undefined, after: World): number {
  if (before === undefined) return READ_ALL;
  return FIELDS.reduce((bits, [field, of]) => (isDeepStrictEqual(before[field], after[field]) ? bits : bits | of), 0);
}

/** The same world, whose fields are noticed as they are read. */
export function noticingWorld(world: World, noticed: { bits: number }): World {
  const noticing = { cluster: world.cluster };
  for (const [field, bits] of FIELDS) {
    const get = () => {
      noticed.bits |= bits;
      return world[field];
    };
    Object.defineProperty(noticing, field, { enumerable: true, get });
  }
  return noticing as World;
}
