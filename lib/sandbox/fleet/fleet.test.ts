import { describe, expect, it } from "vitest";
import type { ResourceType } from "@/lib/sandbox/apiserver/resource-type";
import { VirtualClock } from "@/lib/sandbox/istiod/clock";
import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { MemoryApi } from "@/lib/sandbox/istiod/memory-api";
import { entryNameOf } from "@/lib/sandbox/istiod/proxy";
import { seeded } from "@/lib/sandbox/istiod/random";
import { chartSettings } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import { istioWebhook } from "@/lib/sandbox/webhook/istio-webhook";
import { bigFleet } from "./big-fleet";
import { demoFleet } from "./demo-fleet";
import type { Fleet } from "./fleet";
import { exampleObjects } from "./known-examples";
import { nodes } from "./places";
import { seedFleet } from "./seed-fleet";

const now = BigInt(Date.parse("2026-11-21T12:00:00Z")) * 1_000_000n;
const namesOf = (fleet: Fleet): string[] => fleet.groups.flatMap(({ machines }) => machines.map(({ proxy }) => `${proxy.namespace}/${entryNameOf(proxy)}`));

async function seedInto(fleet: Fleet): Promise<{ objects: KubeObject[]; stage: Stage }> {
  const clock = new VirtualClock(Number(now / 1_000_000n));
  const controlPlane = new ControlPlane({ api: new MemoryApi(clock), clock, random: seeded(3), settings: chartSettings, places: nodes, log: () => undefined });
  const stage = new Stage(controlPlane);
  const objects: KubeObject[] = [];
  await seedFleet(fleet, stage, (object) => objects.push(object));
  return { objects, stage };
}

describe("the demo's fleet", () => {
  const fleet = demoFleet(seeded(1), now, chartSettings.maxAgeMs);

  it("has about 40 groups and 1,200 machines in 8 namespaces", () => {
    expect(fleet.groups.length).toBeGreaterThanOrEqual(40);
    expect(namesOf(fleet).length).toBeGreaterThan(1150);
    expect(namesOf(fleet).length).toBeLessThan(1300);
    expect(new Set(fleet.groups.map(({ plan }) => plan.namespace)).size).toBe(8);
  });

  it("gives no two machines one name", () => {
    expect(new Set(namesOf(fleet)).size).toBe(namesOf(fleet).length);
  });

  it("is the same for the same seed, apart from uids", () => {
    const again = demoFleet(seeded(1), now, chartSettings.maxAgeMs);
    const machines = ({ groups }: Fleet) => groups.map((group) => group.machines);
    expect(machines(again)).toEqual(machines(fleet));
    expect(machines(demoFleet(seeded(2), now, chartSettings.maxAgeMs))).not.toEqual(machines(fleet));
  });

  it("has hosts that a real webhook would let pass, the examples' too", () => {
    const objects = [...fleet.objects, ...exampleObjects(now)].filter(({ kind }) => ["ServiceEntry", "WorkloadGroup"].includes(kind));
    expect(objects.length).toBeGreaterThan(14);
    const refused = objects.map((object) => istioWebhook.review(object, { kind: object.kind, group: "networking.istio.io" } as ResourceType).refused);
    expect(refused.filter((why) => why !== null)).toEqual([]);
  });

  it("is nearly all healthy at the start", () => {
    const failing = fleet.groups.flatMap(({ machines }) => machines).filter(({ verdict }) => verdict !== null && verdict !== "");
    expect(failing.length).toBeGreaterThan(2);
    expect(failing.length).toBeLessThan(12);
  });

  it("is connected before it is looked at, to replicas that ran before", async () => {
    const { objects, stage } = await seedInto(fleet);
    const pods = new Map(objects.filter(({ kind }) => kind === "Pod").map((pod) => [pod.metadata.name, pod]));
    const entries = objects.filter(({ kind, metadata }) => kind === "WorkloadEntry" && metadata.ownerReferences !== undefined);
    expect(entries).toHaveLength(namesOf(fleet).length);
    for (const { metadata } of entries) {
      const startTime = String(pods.get(metadata.annotations?.["istio.io/workloadController"] ?? "")?.status?.startTime);
      const connectedAt = Date.parse(metadata.annotations?.["istio.io/connectedAt"] ?? "");
      expect(connectedAt).toBeGreaterThan(Date.parse(startTime));
      expect(connectedAt).toBeGreaterThanOrEqual(Date.parse(metadata.creationTimestamp ?? ""));
      expect(Number(now / 1_000_000n) - connectedAt).toBeLessThan(chartSettings.maxAgeMs ?? 0);
    }
    stage.close();
  });

  it("owns every entry by the uid of a group that is there", async () => {
    const { objects, stage } = await seedInto(fleet);
    const groups = new Set(objects.filter(({ kind }) => kind === "WorkloadGroup").map(({ metadata }) => metadata.uid));
    const owners = objects.flatMap(({ metadata }) => metadata.ownerReferences ?? []);
    expect(owners.filter(({ uid }) => !groups.has(uid))).toEqual([]);
    stage.close();
  });
});

describe("a big fleet", () => {
  it.each([1, 999, 100_000])(
    "of %i entries has exactly as many, each of its own name and address",
    (entries) => {
      const fleet = bigFleet(entries, seeded(1), now, null);
      const places = fleet.groups.flatMap(({ machines }) => machines.map(({ proxy }) => `${proxy.network} ${proxy.address}`));
      expect(new Set(namesOf(fleet)).size).toBe(entries);
      expect(new Set(places).size).toBe(entries);
      expect(
        places.every((place) =>
          place
            .split(" ")[1]
            ?.split(".")
            .every((part) => Number(part) < 256),
        ),
      ).toBe(true);
    },
    20_000,
  );
});

describe("every fleet", () => {
  it.each([
    ["the demo's", demoFleet(seeded(1), now, chartSettings.maxAgeMs).objects],
    ["a big one", bigFleet(3_000, seeded(1), now, chartSettings.maxAgeMs).objects],
    ["the examples", exampleObjects(now)],
  ])("%s has the accounts that its groups and machines name", (_what, objects) => {
    const named = objects.flatMap((object) => accountsNamed(object).map((account) => `${object.metadata.namespace}/${account}`));
    const there = objects.filter(({ kind }) => kind === "ServiceAccount").map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((account) => !there.includes(account))).toEqual([]);
  });
});

function accountsNamed({ kind, spec }: KubeObject): string[] {
  const of = spec as { readonly serviceAccount?: string; readonly template?: { readonly serviceAccount?: string } } | undefined;
  const account = kind === "WorkloadGroup" ? of?.template?.serviceAccount : kind === "WorkloadEntry" ? of?.serviceAccount : undefined;
  return account === undefined ? [] : [account];
}
