import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { ProxyNode } from "@/lib/sandbox/istiod/proxy";
import type { Random } from "@/lib/sandbox/istiod/random";
import type { GroupPlan } from "./demo-groups";
import type { PlannedGroup } from "./fleet";
import { accountOf } from "./group-object";
import type { MachinePlan } from "./machine-plan";
import type { AddressBook } from "./places";

const dayNanos = 86_400_000_000_000n;
/** Where a new version is being rolled out, this share of machines has it. */
const canaryShare = 0.15;

export interface MachineOptions {
  readonly random: Random;
  readonly addresses: AddressBook;
  readonly now: bigint;
  readonly maxAgeMs: number | null;
}

/** The machines of a group: spread over its clouds' zones, registered within the group's life, connected within the last maximum age. */
export function machinesOf(plan: GroupPlan, object: KubeObject, options: MachineOptions): PlannedGroup {
  const { random } = options;
  const stable = labelsOf(plan, `${random.whole(1, 9)}.${random.whole(0, 19)}.${random.whole(0, 5)}`);
  const canary = labelsOf(plan, `${random.whole(10, 12)}.0.0-rc.${random.whole(1, 4)}`);
  const hasCanary = random.next() < canaryShare * 2;
  const machines = Array.from({ length: plan.size }, (_, index): MachinePlan => {
    const cloud = plan.clouds[index % plan.clouds.length];
    const zone = cloud?.zones[Math.floor(index / plan.clouds.length) % cloud.zones.length];
    if (cloud === undefined || zone === undefined) throw new Error(`group ${plan.name} has machines and no zone`);
    const proxy: ProxyNode = {
      name: `${plan.name}-${String(index + 1).padStart(3, "0")}`,
      namespace: plan.namespace,
      group: plan.name,
      address: options.addresses.next(cloud, zone),
      network: cloud.network,
      locality: `${cloud.region}/${zone}`,
      serviceAccount: accountOf(plan),
      labels: hasCanary && random.next() < canaryShare ? canary : stable,
      probe: plan.probe !== "none",
      revision: plan.revision ?? "default",
    };
    return { proxy, ...timesOf(plan, options), verdict: plan.probe === "none" ? null : "" };
  });
  return { plan, object, machines };
}

function labelsOf(plan: GroupPlan, version: string): Record<string, string> {
  return { app: plan.name, version, "service.istio.io/canonical-name": plan.name, "service.istio.io/canonical-revision": version };
}

function timesOf(plan: GroupPlan, { random, now, maxAgeMs }: MachineOptions): Pick<MachinePlan, "createdAt" | "connectedAt"> {
  const days = Math.min(plan.ageDays, 90) * random.next() ** 2;
  const createdAt = now - BigInt(Math.round(days * 86_400)) * 1_000_000_000n - 60_000_000_000n;
  // Unlimited connections last since the machine came, or since the last replica was rolled some days ago.
  const spanMs = maxAgeMs ?? 3 * 86_400_000;
  const agoNanos = BigInt(Math.round(random.between(0.01, 0.9) * spanMs * 1_000_000));
  const connectedAt = now - agoNanos;
  return { createdAt: createdAt < connectedAt ? createdAt : connectedAt - (dayNanos / 86_400n) * 2n, connectedAt };
}
