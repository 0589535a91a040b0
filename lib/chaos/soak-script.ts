import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { SeededRandom } from "./seeded-random";

export const PLURAL = "workloadentries";
const GROUPS = Array.from({ length: 40 }, (_, index) => `group-${index}`);

/** A fleet of a steady size whose machines report, move, go and come with names and addresses that were never there before. */
export function createSoakScript(api: FakeKubeApi, random: SeededRandom, machines: number): { change(): void } {
  const uids: string[] = [];
  let born = 0;
  let written = 0;

  function put(uid: string): void {
    written++;
    const number = Number(uid.slice(4));
    const group = GROUPS[number % GROUPS.length] ?? "";
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const annotations = {
      "istio.io/autoRegistrationGroup": group,
      "istio.io/workloadController": "istiod-a",
      "istio.io/connectedAt": new Date().toISOString(),
      "proxy.istio.io/health-checks-enabled": "true",
    };
    const healthy = random.chance(0.9);
    // Messages tell of times and ports: no two are the same.
    const conditions = [
      { type: "Healthy", status: healthy ? "True" : "False", ...(healthy ? {} : { message: `Get "http://${address}": timeout after ${written} ms` }) },
    ];
    api.put(PLURAL, {
      ...{ namespace: "shop", name: `${group}-${address}`, uid, metadata: { annotations, labels: { app: group } } },
      spec: { address, network: random.pick(["vpc-1", "vpc-2"]), locality: random.pick(["eu/a", "eu/b"]), labels: { app: group } },
      status: { conditions },
    });
  }
  function birth(): void {
    const uid = `uid-${born++}`;
    uids.push(uid);
    put(uid);
  }

  api.put("namespaces", { name: "shop" });
  api.put("pods", {
    ...{ namespace: "istio-system", name: "istiod-a", metadata: { labels: { app: "istiod" } }, spec: { containers: [{ name: "discovery", args: [] }] } },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [{ name: "discovery", state: { running: { startedAt: "2026-01-01T00:00:00Z" } } }],
    },
  });
  for (const name of GROUPS) api.put("workloadgroups", { namespace: "shop", name, spec: { template: {} } });
  while (uids.length < machines) birth();

  return {
    change() {
      if (uids.length >= machines && random.chance(0.05)) {
        const [gone] = uids.splice(random.below(uids.length), 1);
        if (gone !== undefined) api.remove(PLURAL, gone);
      } else if (uids.length < machines) birth();
      else put(random.pick(uids));
    },
  };
}

/** Uid, name and version of every entry that the server holds. */
export function versionsOfApi(api: FakeKubeApi): readonly string[] {
  return [...api.collection(PLURAL).objects.values()].map(({ metadata: { uid, name, resourceVersion } }) => `${uid} ${name}@${resourceVersion}`).sort();
}

/** The same of every entry that a fleet holds. */
export function versionsOfFleet(fleet: LiveFleet): readonly string[] {
  const held: string[] = [];
  for (const one of fleet.entries()) {
    const { uid, name, resourceVersion } = fleet.entry(one);
    held.push(`${uid} ${name}@${resourceVersion}`);
  }
  return held.sort();
}
