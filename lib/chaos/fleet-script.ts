import type { FakeInput, FakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { SeededRandom } from "./seeded-random";

export const PLURAL = "workloadentries";
const NAMESPACES = ["shop", "legacy"];
const NAMES = 12;

/** What happens to the machines of a run: every write gives an address that never comes twice, so that equal rows are equal versions. */
export interface FleetScript {
  change(): void;
}

export function createFleetScript(api: FakeKubeApi, random: SeededRandom): FleetScript {
  let written = 0;
  let born = 0;

  function put(namespace: string, name: string, uid: string): void {
    written++;
    // Versions are counted over all kinds of a cluster, and most writes are others': leases of nodes, say.
    for (let others = random.below(16); others > 0; others--) api.put("leases", { name: "node" });
    const made = machine(random, { namespace, name, uid, address: `10.${written >> 8}.${written & 255}.1` });
    api.put(PLURAL, made);
    if (random.chance(0.2)) replay(made);
  }
  /** The same report again, as after every reconnect: only its times move. */
  function replay({ status, ...made }: Machine): void {
    const conditions = status?.conditions.map((one) => ({ ...one, lastProbeTime: new Date(Date.UTC(2026, 0, 1) + written * 1_000).toISOString() }));
    if (conditions !== undefined) api.put(PLURAL, { ...made, status: { conditions } });
  }
  function birth(namespace: string, name: string): void {
    born++;
    put(namespace, name, `uid-${born}-${name}`);
  }

  return {
    change() {
      const namespace = random.pick(NAMESPACES);
      const name = `vm-${random.below(NAMES)}`;
      const known = [...api.collection(PLURAL).objects.values()].find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
      if (known === undefined) return birth(namespace, name);
      const { uid } = known.metadata;
      const luck = random.next();
      if (luck < 0.65) return put(namespace, name, uid);
      api.remove(PLURAL, uid);
      // Another machine under the same name, as istiod makes one on the same address.
      if (luck < 0.85) birth(namespace, name);
    },
  };
}

interface MachineOf {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly address: string;
}

interface Machine extends FakeInput {
  readonly status?: { readonly conditions: readonly Readonly<Record<string, string>>[] };
}

function machine(random: SeededRandom, { namespace, name, uid, address }: MachineOf): Machine {
  const group = random.pick(["checkout", "payment", ""]);
  const registered = group === "" ? {} : { "istio.io/autoRegistrationGroup": group, "istio.io/workloadController": random.pick(["istiod-a", "istiod-gone"]) };
  const connected = group === "" ? {} : { "istio.io/connectedAt": "2026-01-01T00:00:00Z" };
  const gate = random.chance(0.6) ? { "proxy.istio.io/health-checks-enabled": "true" } : {};
  // One message per group: which machine speaks for its group depends on what a reader saw first.
  const conditions = [{ type: "Healthy", status: random.pick(["True", "False"]), message: group === "checkout" ? "503" : "" }];
  return {
    ...{ namespace, name, uid },
    metadata: { labels: { app: random.pick(["a", "b"]) }, annotations: { ...registered, ...connected, ...gate } },
    spec: { address, network: random.pick(["vpc-1", "vpc-2"]), locality: random.pick(["eu/a", "eu/b"]) },
    ...(random.chance(0.7) ? { status: { conditions } } : {}),
  };
}
