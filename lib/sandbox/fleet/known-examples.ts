import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { runningStatus } from "@/lib/sandbox/istiod/istiod-pods";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { ProxyNode } from "@/lib/sandbox/istiod/proxy";

const istio = "networking.istio.io/v1";

/** What the texts about WorkloadEntries show, each in a namespace of its own; without the entries that istiod writes when a machine registers. */
export function exampleObjects(now: bigint): KubeObject[] {
  const namespaces = ["bookinfo", "bookinfo-dns", "smm-demo", "vm-services"];
  // The account `default` is the controller manager's, which the sandbox has not.
  const accounts = ["default", ...namespaces].map((namespace) => account(namespace, "default"));
  return [...namespaces.map(namespaceObject), ...accounts, ...product(now), ...details, ...analytics, ...vmService];
}

/** The machines of the examples that register by themselves. */
export const exampleMachines: readonly ProxyNode[] = [
  { name: "product-vm-1", namespace: "default", group: "product-vm", address: "1.2.3.4", serviceAccount: "default" },
  {
    name: "ip-172-31-22-226",
    namespace: "smm-demo",
    group: "analytics-v1",
    address: "3.67.91.181",
    network: "vm-network-1",
    locality: "eu-central-1/eu-central-1a",
    serviceAccount: "default",
    labels: { hostname: "ip-172-31-22-226" },
    probe: true,
  },
  { name: "python-1", namespace: "vm-services", group: "python-http", address: "10.5.0.9", serviceAccount: "my-vm" },
];

function namespaceObject(name: string): KubeObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name } };
}

/** "A Service named product is composed of a Pod and a WorkloadEntry." */
function product(now: bigint): KubeObject[] {
  const labels = { app: "product" };
  const spec = { serviceAccountName: "default", containers: [{ name: "product", image: "registry.example.com/product:v1" }] };
  return [
    group("default", "product-vm", { metadata: { labels }, template: { serviceAccount: "default" } }),
    service("default", "product", labels, { port: 80, targetPort: 80 }),
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "product-7d4b9c6f58-x2kqp", namespace: "default", labels },
      spec,
      status: runningStatus("product", { ip: "10.110.210.4" }, kubeTime(now)),
    },
  ];
}

/** A machine of the mesh behind a host, once by its address and once by its name, for which the resolution is another. */
const details: readonly KubeObject[] = [
  account("bookinfo", "details-legacy"),
  entry("bookinfo", "details-svc", "2.2.2.2"),
  host("bookinfo", "details-svc", "details.bookinfo.com", "STATIC", { number: 80, targetPort: 8080 }, "details-legacy"),
  account("bookinfo-dns", "details-legacy"),
  entry("bookinfo-dns", "details-svc", "vm1.vpc01.corp.net"),
  host("bookinfo-dns", "details-svc", "details.bookinfo.com", "DNS", { number: 80, targetPort: 8080 }, "details-legacy"),
];

/** A group with a probe, its registered machine, and a Service that selects both its machines and Pods. */
const analytics: readonly KubeObject[] = [
  group("smm-demo", "analytics-v1", {
    metadata: { labels: { app: "analytics", version: "v1" } },
    probe: { httpGet: { host: "127.0.0.1", path: "/", port: 8080, scheme: "HTTP" } },
    template: { network: "vm-network-1", ports: { http: 8080 }, serviceAccount: "default" },
  }),
  service("smm-demo", "analytics", { app: "analytics" }, { port: 8080, targetPort: 8080 }),
];

/** A host that does not exist outside the mesh: its port 80 is the machines' 9090. */
const vmService: readonly KubeObject[] = [
  account("vm-services", "my-vm"),
  group("vm-services", "python-http", { metadata: { labels: { app: "python-http" } }, template: { serviceAccount: "my-vm" } }),
  host("vm-services", "vm-workload-svc", "vmservice.example.com", "STATIC", { number: 80, targetPort: 9090 }, "python-http"),
];

function account(namespace: string, name: string): KubeObject {
  return { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } };
}

function group(namespace: string, name: string, spec: Record<string, unknown>): KubeObject {
  return { apiVersion: istio, kind: "WorkloadGroup", metadata: { name, namespace }, spec };
}

function entry(namespace: string, name: string, address: string): KubeObject {
  const spec = { serviceAccount: "details-legacy", address, labels: { app: "details-legacy", "instance-id": "vm1" } };
  return { apiVersion: istio, kind: "WorkloadEntry", metadata: { name, namespace }, spec };
}

interface Port {
  readonly number: number;
  readonly targetPort: number;
}

function host(namespace: string, name: string, hostName: string, resolution: string, port: Port, app: string): KubeObject {
  const ports = [{ ...port, name: "http", protocol: "HTTP" }];
  const spec = { hosts: [hostName], location: "MESH_INTERNAL", ports, resolution, workloadSelector: { labels: { app } } };
  return { apiVersion: istio, kind: "ServiceEntry", metadata: { name, namespace }, spec };
}

function service(namespace: string, name: string, selector: Record<string, string>, ports: { readonly port: number; readonly targetPort: number }): KubeObject {
  const spec = { type: "ClusterIP", selector, sessionAffinity: "None", ports: [{ name: "http", protocol: "TCP", ...ports }] };
  return { apiVersion: "v1", kind: "Service", metadata: { name, namespace }, spec };
}
