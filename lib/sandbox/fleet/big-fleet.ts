import type { Random } from "@/lib/sandbox/istiod/random";
import type { GroupPlan } from "./demo-groups";
import type { Fleet } from "./fleet";
import { groundObjects, namespaceObjects } from "./ground";
import { accountObject, groupObject } from "./group-object";
import { machinesOf } from "./machines";
import { AddressBook, aws, azure, gcp } from "./places";

const dayNanos = 86_400_000_000_000n;
const words = ["api", "batch", "cache", "edge", "feed", "gate", "index", "jobs", "mail", "proxy", "queue", "relay", "search", "stream", "sync", "worker"];
const probes = ["http", "http", "http", "https", "tcp", "exec", "none"] as const;

/** Sizes of groups in a big fleet repeat: most are small, some are not. They add up to `groupsPerRound` groups of 1,000 machines. */
const sizes = [300, 180, 120, 90, 70, 60, 50, 40, 30, 25, 20, 15];

/** Any number of machines, for benches: groups of mixed size in up to 40 namespaces, on two of three networks each. */
export function bigFleet(entries: number, random: Random, now: bigint, maxAgeMs: number | null): Fleet {
  const plans = plansFor(entries, random);
  const options = { random, now, maxAgeMs, addresses: new AddressBook() };
  const groups = plans.map((plan) => machinesOf(plan, groupObject(plan, now - BigInt(plan.ageDays) * dayNanos), options));
  const old = now - 500n * dayNanos;
  const namespaces = [...new Set(plans.map(({ namespace }) => namespace))];
  return {
    revisions: [{ name: "default", version: "1.31.0", replicas: entries > 20_000 ? 8 : 4 }],
    objects: [
      ...groundObjects(old),
      ...namespaces.flatMap((name) => namespaceObjects(name, old)),
      ...plans.map((plan) => accountObject(plan, now - BigInt(plan.ageDays) * dayNanos)),
      ...groups.map(({ object }) => object),
    ],
    groups,
    visitors: [],
  };
}

/** A mesh without a single machine: groundwork and one namespace. */
export function emptyFleet(now: bigint): Fleet {
  const old = now - 2n * dayNanos;
  return {
    revisions: [{ name: "default", version: "1.31.0", replicas: 2 }],
    objects: [...groundObjects(old), ...namespaceObjects("shop", old)],
    groups: [],
    visitors: [],
  };
}

function plansFor(entries: number, random: Random): GroupPlan[] {
  const plans: GroupPlan[] = [];
  const namespaces = Math.max(1, Math.min(40, Math.ceil(entries / 1000)));
  for (let left = entries, count = 0; left > 0; count++) {
    const size = Math.min(left, sizes[count % sizes.length] ?? 1);
    left -= size;
    plans.push({
      namespace: `unit-${String(1 + (count % namespaces)).padStart(2, "0")}`,
      name: `${words[count % words.length]}-${Math.floor(count / words.length) + 1}`,
      size,
      probe: probes[count % probes.length] ?? "http",
      port: 8080,
      clouds: [[aws, gcp], [aws], [gcp, azure], [azure]][count % 4] ?? [aws],
      ageDays: random.whole(3, 500),
      ...(count % 3 === 0 ? {} : { expected: 0 }),
    });
  }
  return plans;
}
