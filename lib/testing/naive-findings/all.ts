import { aWorld, NOW } from "@/lib/testing/entries";
import type { ReportedObjects } from "@/lib/testing/findings-world";
import { aMesh } from "@/lib/testing/selection";
import { NAIVE_CALLER_NAMESPACES } from "./caller-namespaces";
import { NAIVE_CONTROL_PLANE } from "./control-plane";
import { NAIVE_ENTRIES } from "./entries";
import type { NaiveRule, NaiveWorld } from "./facts";
import { NAIVE_GROUPS } from "./groups";
import { NAIVE_HOSTS, PORT_DEFECTS } from "./hosts";
import { NAIVE_NETWORKS } from "./networks";
import { NAIVE_ODD_ADDRESSES } from "./odd-addresses";
import { NAIVE_PLACES } from "./places";
import { NAIVE_UNREACHABLE } from "./unreachable";

/** The second reading of every rule, by code. */
export const NAIVE_RULES: Readonly<Record<string, NaiveRule>> = {
  ...NAIVE_ENTRIES,
  ...NAIVE_GROUPS,
  ...NAIVE_HOSTS,
  ...NAIVE_PLACES,
  ...NAIVE_NETWORKS,
  ...NAIVE_CONTROL_PLANE,
  ...NAIVE_UNREACHABLE,
  ...NAIVE_CALLER_NAMESPACES,
  ...NAIVE_ODD_ADDRESSES,
};

/** What the second reading of a rule finds in a world, sorted. */
export function naiveFindings(code: string, objects: ReportedObjects): readonly string[] {
  const read = NAIVE_RULES[code];
  if (read === undefined) throw new Error(`${code} has no second reading`);
  return [...read(worldOf(objects))].sort();
}

/** The number of pairs of a machine and a service with each defect of ports. */
export function naivePortDefects(objects: ReportedObjects): Readonly<Record<keyof typeof PORT_DEFECTS, number>> {
  const world = worldOf(objects);
  return { missing: PORT_DEFECTS.missing(world), unexpected: PORT_DEFECTS.unexpected(world) };
}

function worldOf(objects: ReportedObjects): NaiveWorld {
  const empty = {
    entries: [],
    groups: [],
    hosts: [],
    pods: [],
    statuses: new Map(),
    accounts: [],
    policies: {},
    gateways: [],
    unseen: {},
    now: NOW,
    pasts: new Map(),
    judgedBy: null,
    world: aWorld(),
    mesh: { settings: aMesh(), doubts: [] },
  };
  return { ...empty, ...objects };
}
