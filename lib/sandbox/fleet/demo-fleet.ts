import type { Random } from "@/lib/sandbox/istiod/random";
import { demoGroups } from "./demo-groups";
import { demoServices } from "./demo-services";
import type { Fleet, PlannedGroup } from "./fleet";
import { groundObjects, namespaceObjects } from "./ground";
import { accountObject, groupObject } from "./group-object";
import type { MachinePlan } from "./machine-plan";
import { machinesOf } from "./machines";
import { oddEntries } from "./odd-entries";
import { oddHosts } from "./odd-hosts";
import { AddressBook, azure } from "./places";
import { probeMessage } from "./probe-messages";

const dayNanos = 86_400_000_000_000n;

/** Troubles that are there when a newcomer looks for the first time: group → machines whose probe fails. */
const firstTroubles = new Map<string, number>([
  ["fraud-scoring", 3],
  ["thumbnailer", 1],
  ["carrier-sync", 2],
]);

/** The fleet of the demo: 42 groups and about 1,200 machines of a company that sells, pays and ships. */
export function demoFleet(random: Random, now: bigint, maxAgeMs: number | null): Fleet {
  const options = { random, now, maxAgeMs, addresses: new AddressBook() };
  const groups = demoGroups.map((plan) => withTrouble(machinesOf(plan, groupObject(plan, now - BigInt(plan.ageDays) * dayNanos), options), random));
  const namespaces = [...new Set(demoGroups.map(({ namespace }) => namespace))];
  const old = now - 731n * dayNanos;
  const revisions = [
    { name: "default", version: "1.31.0", replicas: 3 },
    { name: "1-31-2", version: "1.31.2", replicas: 1 },
  ];
  return {
    revisions,
    objects: [
      ...groundObjects(old, revisions),
      ...namespaces.flatMap((name) => namespaceObjects(name, old)),
      ...demoGroups.map((plan) => accountObject(plan, now - BigInt(plan.ageDays) * dayNanos)),
      ...groups.map(({ object }) => object),
      ...demoServices(now - 180n * dayNanos, random),
      ...oddEntries(now),
      ...oddHosts(now - 30n * dayNanos),
    ],
    groups,
    visitors: [{ name: "mainframe-cics", namespace: "legacy", entry: "mainframe-cics", address: "10.60.9.21", network: azure.network, probe: true }],
  };
}

function withTrouble(group: PlannedGroup, random: Random): PlannedGroup {
  const { plan, machines } = group;
  const troubled = new Set(random.shuffled(machines).slice(0, firstTroubles.get(plan.name) ?? 0));
  const failing = (machine: MachinePlan): MachinePlan => ({
    ...machine,
    verdict: probeMessage(plan.probe, "refused", machine.proxy.address, plan.port, random),
  });
  return { ...group, machines: machines.map((machine) => (troubled.has(machine) ? failing(machine) : machine)) };
}
