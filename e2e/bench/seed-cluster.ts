import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { parse } from "yaml";

const ISTIO = "/apis/networking.istio.io/v1";
const NAMESPACES = 10;
const AT_ONCE = 16;

/** Writes a fleet to a cluster as istiod would have registered it: namespaces, groups, and machines that the running replicas hold. */
export async function seedCluster(kubeconfig: string, entries: number): Promise<void> {
  const { clusters, users } = parse(readFileSync(kubeconfig, "utf8"));
  const ca = Buffer.from(clusters[0].cluster["certificate-authority-data"], "base64").toString();
  const pool = new Pool(clusters[0].cluster.server, { connections: AT_ONCE, connect: { ca } });
  const send = async (method: "GET" | "POST", path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${users[0].user.token}`, "content-type": "application/json" };
    const answer = await pool.request({ method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const pods: { items: { metadata: { name: string } }[] } = await send("GET", "/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod");
  const replicas = pods.items.map(({ metadata }) => metadata.name);
  const owners: { name: string; uid: string; namespace: string }[] = [];
  for (let at = 0; at < NAMESPACES; at++) {
    const namespace = `bench-${at}`;
    await send("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    for (const name of ["api", "queue"]) {
      const group = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata: { name, namespace }, spec: groupSpec(name) };
      const { metadata } = await send("POST", `${ISTIO}/namespaces/${namespace}/workloadgroups`, group);
      owners.push({ name, namespace, uid: metadata.uid });
    }
  }
  let next = 0;
  const work = async () => {
    for (let at = next++; at < entries; at = next++) {
      const owner = owners[at % owners.length];
      if (owner === undefined) return;
      const path = `${ISTIO}/namespaces/${owner.namespace}/workloadentries`;
      const { metadata } = await send("POST", path, entry(at, owner, replicas[at % replicas.length] ?? ""));
      if (at % 500 === 0) process.stderr.write(`${metadata.name}: ${at} of ${entries} written\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await pool.close();
}

function groupSpec(name: string) {
  return { metadata: { labels: { app: name } }, template: { serviceAccount: name, network: "vpc-1" }, probe: { httpGet: { port: 8080, path: "/healthz" } } };
}

function entry(at: number, owner: { readonly name: string; readonly uid: string }, replica: string) {
  const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
  const labels = { app: owner.name, hostname: `vm-${at}.example.com` };
  return {
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadEntry",
    metadata: {
      name: `${owner.name}-${address}-vpc-1`,
      labels,
      annotations: {
        "istio.io/autoRegistrationGroup": owner.name,
        "istio.io/workloadController": replica,
        "istio.io/connectedAt": new Date().toISOString(),
        "proxy.istio.io/health-checks-enabled": "true",
      },
      ownerReferences: [{ apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: owner.name, uid: owner.uid, controller: true }],
    },
    spec: { address, labels, network: "vpc-1", locality: `eu/eu-${at % 3}`, serviceAccount: owner.name },
  };
}
