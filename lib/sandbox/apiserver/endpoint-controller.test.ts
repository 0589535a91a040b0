import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, createApiServer } from "./api-server";
import type { KubeObject } from "./kube-object";
import { ask } from "./test-client";

const TOKEN = "t-admin";
const SLICES = "/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices";
const AS_TABLE = { Accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

let server: ApiServer;
beforeAll(async () => {
  server = await createApiServer({ users: [{ name: "admin", token: TOKEN, groups: ["system:masters"] }] });
  server.storage.seed({ apiVersion: "v1", kind: "Node", metadata: { name: "node-1", labels: { "topology.kubernetes.io/zone": "zone-a" } } });
});
afterAll(() => server.close());

describe("the endpoints of a Service", () => {
  it("are its Pods, ready or not, and no machine", async () => {
    seed("Service", "web", { spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: 8080, protocol: "TCP" }] } }, { team: "shop" });
    seed("Pod", "web-1", podOf("10.0.0.1", true), { app: "web" });
    seed("Pod", "web-2", podOf("10.0.0.2", false), { app: "web" });
    seed("Pod", "ended", { ...podOf("10.0.0.3", false), status: { phase: "Succeeded", podIP: "10.0.0.3" } }, { app: "web" });
    server.storage.seed({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadEntry",
      metadata: { name: "vm-1", namespace: "shop", labels: { app: "web" } },
      spec: { address: "10.9.0.1", labels: { app: "web" } },
    });
    await settled();
    const endpoints = await read("/api/v1/namespaces/shop/endpoints/web");
    const target = (name: string) => expect.objectContaining({ kind: "Pod", namespace: "shop", name });
    const ports = [{ name: "http", port: 8080, protocol: "TCP" }];
    expect(endpoints.subsets).toEqual([
      {
        addresses: [{ ip: "10.0.0.1", nodeName: "node-1", targetRef: target("web-1") }],
        notReadyAddresses: [{ ip: "10.0.0.2", nodeName: "node-1", targetRef: target("web-2") }],
        ports,
      },
    ]);
    const [slice] = (await list(SLICES)).filter(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === "web");
    expect(slice?.metadata).toMatchObject({ labels: { team: "shop" }, generateName: "web-", ownerReferences: [{ kind: "Service", name: "web" }] });
    const conditions = (ready: boolean) => ({ ready, serving: ready, terminating: false });
    expect(slice).toMatchObject({
      addressType: "IPv4",
      ports,
      endpoints: [
        { addresses: ["10.0.0.1"], conditions: conditions(true), nodeName: "node-1", zone: "zone-a", targetRef: target("web-1") },
        { addresses: ["10.0.0.2"], conditions: conditions(false), nodeName: "node-1", zone: "zone-a", targetRef: target("web-2") },
      ],
    });
    expect(slice?.endpoints).toHaveLength(2);
  });

  it("follow what becomes of the Pods, and go with the Service", async () => {
    seed("Service", "db", { spec: { selector: { app: "db" }, ports: [{ port: 5432, protocol: "TCP" }] } });
    await settled();
    expect(await cells("/api/v1/namespaces/shop/endpoints", "db")).toEqual(["<none>"]);
    expect(await cells(SLICES, "db-")).toEqual(["IPv4", "<unset>", "<unset>"]);
    for (const number of [1, 2, 3, 4, 5]) seed("Pod", `db-${number}`, podOf(`10.0.1.${number}`, true), { app: "db" });
    await settled();
    expect(await cells("/api/v1/namespaces/shop/endpoints", "db")).toEqual(["10.0.1.1:5432,10.0.1.2:5432,10.0.1.3:5432 + 2 more..."]);
    expect(await cells(SLICES, "db-")).toEqual(["IPv4", "5432", "10.0.1.1,10.0.1.2,10.0.1.3 + 2 more..."]);
    for (const number of [1, 2, 3, 4]) seed("Pod", `db-${number}`, podOf(`10.0.1.${number}`, false), { app: "db" });
    server.storage.remove("v1", "Pod", "shop", "db-5");
    await settled();
    expect(await cells("/api/v1/namespaces/shop/endpoints", "db")).toEqual([""]);
    await ask(server, TOKEN, "DELETE", "/api/v1/namespaces/shop/services/db");
    await settled();
    expect((await list(SLICES)).map(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"])).not.toContain("db");
    expect((await ask(server, TOKEN, "GET", "/api/v1/namespaces/shop/endpoints/db")).status).toBe(404);
  });

  it("are nobody's but people's where the Service selects nothing, and have a slice for each way its ports are resolved", async () => {
    seed("Service", "by-hand", { spec: { ports: [{ port: 80 }] } });
    seed("Service", "named", { spec: { selector: { app: "named" }, clusterIP: "None", ports: [{ name: "http", port: 80, targetPort: "web" }] } });
    for (const [name, port] of [
      ["old", 8080],
      ["new", 9090],
    ] as const) {
      const spec = { nodeName: "node-1", containers: [{ name: "app", ports: [{ name: "web", containerPort: port }] }] };
      seed("Pod", `named-${name}`, { ...podOf(`10.0.2.${port % 100}`, true), spec }, { app: "named" });
    }
    await settled();
    const slices = await list(SLICES);
    const named = slices.filter(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === "named");
    expect(named.map(({ ports }) => ports)).toEqual(
      expect.arrayContaining([[expect.objectContaining({ port: 8080 })], [expect.objectContaining({ port: 9090 })]]),
    );
    expect(named.every(({ metadata }) => metadata.labels?.["service.kubernetes.io/headless"] === "")).toBe(true);
    expect(slices.some(({ metadata }) => metadata.name.startsWith("by-hand"))).toBe(false);
  });

  it("are read with the warning that Endpoints are deprecated", async () => {
    const { headers } = await ask(server, TOKEN, "GET", "/api/v1/namespaces/shop/endpoints");
    expect(headers.warning).toContain("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");
  });
});

function seed(kind: string, name: string, rest: object, labels: Record<string, string> = {}): void {
  server.storage.seed({ apiVersion: "v1", kind, metadata: { name, namespace: "shop", labels }, ...rest });
}

function podOf(podIP: string, isReady: boolean): object {
  return {
    spec: { nodeName: "node-1", containers: [{ name: "app" }] },
    status: { phase: "Running", podIP, conditions: [{ type: "Ready", status: isReady ? "True" : "False" }] },
  };
}

/** Controllers write a moment after what they react to. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 80));
}

async function read(path: string): Promise<KubeObject> {
  return (await ask(server, TOKEN, "GET", path)).json as unknown as KubeObject;
}

async function list(path: string): Promise<KubeObject[]> {
  return (await ask(server, TOKEN, "GET", path)).json?.items as KubeObject[];
}

/** What `kubectl get` prints of the first object whose name begins so, between its name and its age. */
async function cells(path: string, name: string): Promise<unknown[] | undefined> {
  const rows = (await ask(server, TOKEN, "GET", path, undefined, AS_TABLE)).json?.rows as { readonly cells: unknown[] }[];
  return rows.find((row) => String(row.cells[0]).startsWith(name))?.cells.slice(1, -1);
}
