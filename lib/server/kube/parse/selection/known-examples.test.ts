import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";
import { BARE_SIDECAR_CALLER } from "@/lib/domain/selection/world";
import { destinationsOf } from "@/lib/testing/destinations";
import { aMesh } from "@/lib/testing/selection";
import { selectionWorldOf } from "@/lib/testing/server/raw-world";

/** Examples that texts about machines in a mesh print, and what they say of them. */
function answers(revision: string, ...documents: readonly string[]) {
  const objects = documents.map((text) => yaml(text) as Record<string, unknown>);
  const all = destinationsOf(selectionWorldOf(objects, aMesh({ revision })), { ...BARE_SIDECAR_CALLER, namespace: "elsewhere" });
  return Object.fromEntries(
    all.map(({ host, port, groups }) => [
      `${host}:${port}`,
      groups.flatMap(({ endpoints }) => endpoints.map((one) => `${one.address}:${one.port}${one.mark && ` ${one.mark}`}`)),
    ]),
  );
}

const entry = (metadata: string, spec: string) => `{kind: WorkloadEntry, metadata: {${metadata}}, spec: {${spec}}}`;

describe("examples of the texts", () => {
  it("product: one Service is a Pod and a machine, and requests go to both", () => {
    const pod = `{kind: Pod, metadata: {name: product-1, namespace: default, labels: {app: product, security.istio.io/tlsMode: istio}}, spec: {containers: []},
      status: {phase: Running, podIP: 10.1.0.1, conditions: [{type: Ready, status: "True"}]}}`;
    const service = "{kind: Service, metadata: {name: product, namespace: default}, spec: {selector: {app: product}, ports: [{name: http, port: 80}]}}";
    const vm = entry(
      "name: product-vm-1.2.3.4, namespace: default, labels: {app: product}",
      "address: 1.2.3.4, labels: {app: product}, serviceAccount: default",
    );
    expect(answers("default", pod, service, vm)).toEqual({ "product.default.svc.cluster.local:80": ["10.1.0.1:80 istio", "1.2.3.4:80 istio"] });
  });

  it("details: a ServiceEntry takes the machine with an IP address on its target port, and not the one with a name", () => {
    const byIp = entry("name: details-svc, namespace: x", "serviceAccount: details-legacy, address: 2.2.2.2, labels: {app: details-legacy, instance-id: vm1}");
    const byName = entry(
      "name: details-svc-dns, namespace: x",
      "serviceAccount: details-legacy, address: vm1.vpc01.corp.net, labels: {app: details-legacy, instance-id: vm1}",
    );
    const host = `{kind: ServiceEntry, metadata: {name: details-svc, namespace: x}, spec: {hosts: [details.bookinfo.com], location: MESH_INTERNAL, resolution: STATIC,
      ports: [{number: 80, name: http, protocol: HTTP, targetPort: 8080}], workloadSelector: {labels: {app: details-legacy}}}}`;
    expect(answers("default", byIp, byName, host)).toEqual({ "details.bookinfo.com:80": ["2.2.2.2:8080 istio"] });
  });

  it("analytics: the entry is for one revision, and another istiod does not see it", () => {
    const labels = "app: analytics, istio.io/rev: cp-v113x.istio-system, topology.istio.io/network: vm-network-1";
    const vm = entry(
      `name: analytics-v1-3.67.91.181-vm-network-1, namespace: smm-demo, labels: {${labels}}`,
      `address: 1.2.3.4, labels: {${labels}}, network: vm-network-1, serviceAccount: default`,
    );
    const service =
      "{kind: Service, metadata: {name: analytics, namespace: smm-demo}, spec: {selector: {app: analytics}, ports: [{name: http, port: 8080, targetPort: 8080}]}}";
    expect(answers("cp-v113x.istio-system", vm, service)).toEqual({ "analytics.smm-demo.svc.cluster.local:8080": ["1.2.3.4:8080 istio"] });
    expect(answers("default", vm, service)).toEqual({ "analytics.smm-demo.svc.cluster.local:8080": [] });
  });

  it("vmservice: the machines of a group answer on the target port", () => {
    const vm = entry(
      "name: python-http-10.0.0.7, namespace: vm-services, labels: {app: python-http}",
      "address: 10.0.0.7, labels: {app: python-http}, serviceAccount: my-vm",
    );
    const host = `{kind: ServiceEntry, metadata: {name: vm-workload-svc, namespace: vm-services}, spec: {hosts: [vmservice.example.com], location: MESH_INTERNAL, resolution: STATIC,
      ports: [{number: 80, name: http, protocol: HTTP, targetPort: 9090}], workloadSelector: {labels: {app: python-http}}}}`;
    expect(answers("default", vm, host)).toEqual({ "vmservice.example.com:80": ["10.0.0.7:9090 istio"] });
  });
});
