import { expect } from "@playwright/test";
import { ask, eachOf } from "@/e2e/ask";
import type { Cluster, KubeObject } from "@/e2e/cluster";
import { FIELDS } from "./fields";
import { type About, goneName, hostileEvent, hostileParts, KINDS, nameOf, namespaceOf, plainObject, textOf, visitedOf } from "./objects";

/** So many requests at a time. */
const AT_ONCE = 6;
/** A machine of each number is of itself, one of a group. */
const MACHINES = 2;

/** Gives the dashboard's own account every right: a page that may do nothing shows less of what strangers write. */
export async function giveRights(cluster: Cluster): Promise<void> {
  const [api, group] = ["/apis/rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io"];
  const metadata = { name: "stolos-every-right" };
  const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];
  await cluster.create(`${api}/clusterroles`, { apiVersion: `${group}/v1`, kind: "ClusterRole", metadata, rules });
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: metadata.name };
  const subjects = [{ apiGroup: group, kind: "Group", name: "stolos:dashboard" }];
  await cluster.create(`${api}/clusterrolebindings`, { apiVersion: `${group}/v1`, kind: "ClusterRoleBinding", metadata, roleRef, subjects });
}

/**
 * Writes as many objects of each kind as there are payloads, first without and then with them, so that the log tells of a change: in every field each
 * payload stands on some object. Then as many machines and groups again, copies of those that are there, which are deleted: pages remember both.
 */
export async function plantAll(cluster: Cluster, address: string, payloads: readonly number[]): Promise<void> {
  const numbers = [...payloads.keys()];
  const last = namespaceOf(numbers.length - 1);
  const inLast = numbers.filter((number) => namespaceOf(number) === last).length;
  for (const namespace of new Set(numbers.map(namespaceOf)))
    await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const machines = new Map<number, About>();
  await eachOf(numbers, AT_ONCE, async (number) => {
    for (const kind of KINDS) {
      const { metadata } = await createPlain(cluster, kind, number);
      if (kind === "WorkloadEntry") machines.set(number, { name: nameOf(number), namespace: namespaceOf(number), uid: metadata.uid });
    }
  });
  await untilRemembered(address, last, MACHINES * inLast);
  await eachOf(numbers, AT_ONCE, async (number) => {
    for (const kind of KINDS) await makeHostile(cluster, kind, number, payloads);
    // Several about each of the machines whose pages are looked at.
    const about = machines.get(number % visitedOf(payloads));
    if (about === undefined) throw new Error(`There is no machine for Event ${number}.`);
    const { collection, object } = hostileEvent(number, about, payloads);
    await cluster.create(collection, object);
  });
  await eachOf(numbers, AT_ONCE, (number) => plantCopies(cluster, number));
  await untilRemembered(address, last, (MACHINES + 1) * inLast);
  await eachOf(numbers, AT_ONCE, async (number) => {
    for (const kind of COPIED) await cluster.delete(`${plainObject(kind, number).collection}/${goneName(number)}`);
  });
}

/** Waits until so many machines of a namespace are remembered: what was never seen as it was is not remembered as changed, or as gone. */
async function untilRemembered(address: string, namespace: string, machines: number): Promise<void> {
  const remembered = async () => {
    const query = new URLSearchParams({ kind: "entries", query: `ns=${namespace}`, at: new Date(Date.now() - 100).toISOString() });
    const { status, body } = await ask(address, { method: "GET", path: `/api/view?${query}` });
    const { head }: { head: { matched: number } } = status === 200 ? JSON.parse(body) : { head: { matched: 0 } };
    return head.matched;
  };
  await expect.poll(remembered, { message: `machines of ${namespace} that are remembered`, timeout: 60_000 }).toBe(machines);
}

function createPlain(cluster: Cluster, kind: (typeof KINDS)[number], number: number): Promise<KubeObject> {
  const { collection, object } = plainObject(kind, number);
  return cluster.create(collection, object);
}

async function makeHostile(cluster: Cluster, kind: (typeof KINDS)[number], number: number, payloads: readonly number[]): Promise<void> {
  const { collection, name } = plainObject(kind, number);
  const path = `${collection}/${name}`;
  const { status, ...parts } = hostileParts(kind, number, payloads);
  await cluster.patch(path, parts);
  if (status !== undefined) await cluster.patch(`${path}/status`, { status });
}

const COPIED = ["WorkloadGroup", "WorkloadEntry"] as const;

async function plantCopies(cluster: Cluster, number: number): Promise<void> {
  for (const kind of COPIED) {
    const { collection, object } = plainObject(kind, number);
    const stored = await cluster.get(`${collection}/${nameOf(number)}`);
    const name = goneName(number);
    const { namespace, annotations } = stored.metadata;
    await cluster.create(collection, { ...object, spec: fieldOf(stored, "spec"), metadata: { name, namespace, annotations } });
    const status = fieldOf(stored, "status");
    if (status !== undefined) await cluster.patch(`${collection}/${name}/status`, { status });
  }
}

function fieldOf(object: object, name: "spec" | "status"): unknown {
  return Object.entries(object).find(([key]) => key === name)?.[1];
}

/** A preset that says nothing of a group is not offered. */
const OFFERED = { locality: "eu/a" };

/** The platform team's rules, with a preset and an allowed network for each payload; without payloads there are no rules. JSON is YAML. */
export function hostileRails(payloads: readonly number[]): string {
  if (payloads.length === 0) return "{}";
  const texts = (code: string) => FIELDS.filter((field) => field.code === code).flatMap((field) => payloads.map((payload) => textOf(field, payload)));
  return JSON.stringify({ networks: texts("Rl"), presets: texts("Rn").map((name) => ({ name, ...OFFERED })) });
}
