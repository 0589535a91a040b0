import { parseAllDocuments } from "yaml";
import type { RawObject } from "@/lib/testing/selection-worlds";

/** Situations that users of Istio reported in public threads, each with objects of its own. The key names the situation. */
const SITUATIONS = {
  "one host name on two ports": `
{kind: WorkloadEntry, metadata: {name: vm}, spec: {address: 10.40.1.1, labels: {app: store}}}
---
{kind: ServiceEntry, metadata: {name: first}, spec: {hosts: [store.example], ports: [{number: 8080, name: http-a, protocol: HTTP}], location: MESH_INTERNAL, resolution: STATIC, workloadSelector: {labels: {app: store}}}}
---
{kind: ServiceEntry, metadata: {name: second}, spec: {hosts: [store.example], ports: [{number: 9090, name: http-b, protocol: HTTP}], location: MESH_INTERNAL, resolution: STATIC, workloadSelector: {labels: {app: store}}}}
`,
  "one host name with two selectors": `
{kind: WorkloadEntry, metadata: {name: api-vm}, spec: {address: 10.40.2.1, labels: {app: api}, serviceAccount: default}}
---
{kind: WorkloadEntry, metadata: {name: web-vm}, spec: {address: 10.40.2.2, labels: {app: web}, serviceAccount: default}}
---
{kind: ServiceEntry, metadata: {name: api}, spec: {hosts: [library.example], ports: [{number: 8080, name: one, protocol: HTTP, targetPort: 9080}], location: MESH_INTERNAL, resolution: STATIC, workloadSelector: {labels: {app: api}}}}
---
{kind: ServiceEntry, metadata: {name: web}, spec: {hosts: [library.example], ports: [{number: 9080, name: two, protocol: HTTP, targetPort: 9080}], location: MESH_INTERNAL, resolution: STATIC, workloadSelector: {labels: {app: web}}}}
`,
  "one host name exported to two teams": `
{kind: WorkloadEntry, metadata: {name: vm}, spec: {address: 10.40.3.1, labels: {app: joint}}}
---
{kind: ServiceEntry, metadata: {name: by-dns}, spec: {exportTo: [web], hosts: [joint.example.com], location: MESH_EXTERNAL, ports: [{number: 443, name: tls, protocol: TLS}], resolution: DNS}}
---
{kind: ServiceEntry, metadata: {name: by-vms}, spec: {exportTo: [depot], hosts: [joint.example.com], location: MESH_EXTERNAL, ports: [{number: 443, name: tls, protocol: TLS}], resolution: STATIC, workloadSelector: {labels: {app: joint}}}}
`,
  "an entry with a host name under DNS": `
{kind: WorkloadEntry, metadata: {name: named}, spec: {address: bin.example.org, labels: {app: bin}}}
---
{kind: ServiceEntry, metadata: {name: bin}, spec: {exportTo: ["*"], hosts: [bin.example.org], location: MESH_EXTERNAL, ports: [{name: http, number: 80, protocol: HTTP}], resolution: DNS, workloadSelector: {labels: {app: bin}}}}
`,
  "a Service and a ServiceEntry of one name": `
{apiVersion: v1, kind: Service, metadata: {name: app}, spec: {clusterIP: 10.96.40.5, selector: {app: app}, ports: [{name: http, appProtocol: http, port: 8000, targetPort: http}]}}
---
{kind: WorkloadEntry, metadata: {name: app-vm}, spec: {address: 10.40.5.1, labels: {app: app}, ports: {http: 8000}}}
---
{kind: WorkloadEntry, metadata: {name: app-named}, spec: {address: app.corp.example, labels: {app: app}}}
---
{kind: ServiceEntry, metadata: {name: app}, spec: {hosts: [app.shop.svc.cluster.local], location: MESH_INTERNAL, ports: [{number: 8000, name: http, protocol: HTTP, targetPort: 8000}], resolution: DNS, workloadSelector: {labels: {app: app}}}}
`,
  "weight 0": `
{kind: ServiceEntry, metadata: {name: out}, spec: {hosts: [out.example], ports: [{name: tls, number: 443, protocol: TLS}], resolution: DNS, workloadSelector: {labels: {app: out}}}}
---
{kind: WorkloadEntry, metadata: {name: out-0}, spec: {address: host-1.out.example, labels: {app: out}}}
---
{kind: WorkloadEntry, metadata: {name: out-1}, spec: {address: host-2.out.example, labels: {app: out}, weight: 0}}
`,
  "entries without an address behind a gateway": `
{kind: WorkloadEntry, metadata: {name: behind, labels: {app: hello, security.istio.io/tlsMode: istio}}, spec: {labels: {app: hello, security.istio.io/tlsMode: istio}, locality: us/us-b, network: far}}
---
{kind: WorkloadEntry, metadata: {name: nowhere}, spec: {labels: {app: hello}, locality: us/us-c, network: lost}}
---
{kind: ServiceEntry, metadata: {name: hello}, spec: {addresses: [253.46.2.1], exportTo: [web, shop], hosts: [hello.example], location: MESH_INTERNAL, ports: [{name: http, number: 8080, protocol: HTTP, targetPort: 5000}], resolution: STATIC, workloadSelector: {labels: {app: hello}}}}
---
{apiVersion: v1, kind: Service, metadata: {name: east-west, namespace: istio-system, labels: {topology.istio.io/network: far}}, spec: {type: LoadBalancer, selector: {istio: gw}, ports: [{name: tls, port: 15443}], externalIPs: [192.0.2.7]}}
`,
  "a Pod and an entry with one address": `
{apiVersion: v1, kind: Pod, metadata: {name: twin, labels: {app: twin}}, spec: {nodeName: node-1, serviceAccountName: default, containers: [{name: c, ports: [{name: http, containerPort: 8080}]}]}, status: {phase: Running, podIP: 10.40.9.1, conditions: [{type: Ready, status: "True"}]}}
---
{kind: WorkloadEntry, metadata: {name: twin}, spec: {address: 10.40.9.1, labels: {app: twin, kind: vm}, serviceAccount: default}}
---
{apiVersion: v1, kind: Service, metadata: {name: twin}, spec: {clusterIP: 10.96.40.9, selector: {app: twin}, ports: [{name: http, port: 80, targetPort: 8080}]}}
`,
  "one machine with two entries": `
{kind: WorkloadEntry, metadata: {name: orders}, spec: {address: 10.40.10.1, ports: {http: 8081}, labels: {app: orders}, serviceAccount: orders}}
---
{kind: WorkloadEntry, metadata: {name: billing}, spec: {address: 10.40.10.1, ports: {http: 8082}, labels: {app: billing}, serviceAccount: billing}}
---
{kind: ServiceEntry, metadata: {name: orders}, spec: {hosts: [orders.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{name: http, number: 80, protocol: HTTP}], workloadSelector: {labels: {app: orders}}}}
---
{kind: ServiceEntry, metadata: {name: billing}, spec: {hosts: [billing.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{name: http, number: 80, protocol: HTTP}], workloadSelector: {labels: {app: billing}}}}
`,
  "a port for each address": `
{kind: ServiceEntry, metadata: {name: inline}, spec: {hosts: [ports.example], location: MESH_EXTERNAL, resolution: STATIC, ports: [{number: 8080, name: http-a, protocol: HTTP}, {number: 9080, name: http-b, protocol: HTTP}], endpoints: [{address: 10.40.12.1, ports: {http-a: 8080}}, {address: 10.40.12.2, ports: {http-b: 9080}}]}}
---
{kind: WorkloadEntry, metadata: {name: only-a}, spec: {address: 10.40.12.3, labels: {app: many}, ports: {a: 7001}}}
---
{kind: WorkloadEntry, metadata: {name: only-b}, spec: {address: 10.40.12.4, labels: {app: many}, ports: {b: 7002}}}
---
{kind: ServiceEntry, metadata: {name: many}, spec: {hosts: [many.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 8001, name: a, protocol: TCP}, {number: 8002, name: b, protocol: TCP}], workloadSelector: {labels: {app: many}}}}
`,
  "a hand-written entry with the labels of a group": `
{kind: WorkloadGroup, metadata: {name: ratings}, spec: {metadata: {labels: {app: ratings}}, template: {serviceAccount: ratings}}}
---
{kind: WorkloadEntry, metadata: {name: ratings}, spec: {address: 10.40.14.1, labels: {app: ratings, version: v3}, serviceAccount: ratings, network: vm-net}}
`,
  "a host name of another namespace, taken over": `
{apiVersion: v1, kind: Service, metadata: {name: checkout, namespace: depot}, spec: {clusterIP: 10.96.40.20, selector: {app: checkout}, ports: [{name: http, port: 80}]}}
---
{kind: WorkloadEntry, metadata: {name: vm, namespace: depot}, spec: {address: 10.40.20.1, labels: {app: checkout}}}
---
{kind: ServiceEntry, metadata: {name: pac}, spec: {addresses: [100.113.0.1], exportTo: ["."], hosts: [checkout.depot.svc.cluster.local], location: MESH_INTERNAL, ports: [{name: http, number: 8081, protocol: TCP}], resolution: STATIC}}
`,
  "addresses with resolution NONE": `
{kind: ServiceEntry, metadata: {name: redis}, spec: {addresses: [10.40.22.1/32, 10.40.22.2/32], hosts: [redis.default], location: MESH_INTERNAL, ports: [{name: tcp-redis, number: 6379, protocol: TCP}], resolution: NONE}}
---
{kind: WorkloadEntry, metadata: {name: redis-1}, spec: {address: 10.40.22.1, labels: {app: redis}, serviceAccount: default}}
`,
  "gateways without an IP address": `
{apiVersion: v1, kind: Service, metadata: {name: by-name, labels: {topology.istio.io/network: net-lb}}, spec: {type: LoadBalancer, clusterIP: 10.96.40.23, ports: [{name: tls, port: 15443}]}, status: {loadBalancer: {ingress: [{hostname: gw.elb.example.com}]}}}
---
{apiVersion: v1, kind: Service, metadata: {name: by-node, labels: {topology.istio.io/network: net-np}}, spec: {type: NodePort, clusterIP: 10.96.40.24, ports: [{name: tls, port: 15443, nodePort: 31443}]}}
---
{kind: WorkloadEntry, metadata: {name: behind-lb}, spec: {address: 10.40.23.1, network: net-lb, labels: {app: behind}, serviceAccount: default}}
---
{kind: WorkloadEntry, metadata: {name: behind-np}, spec: {address: 10.40.23.2, network: net-np, labels: {app: behind}, serviceAccount: default}}
---
{kind: ServiceEntry, metadata: {name: behind}, spec: {hosts: [behind.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 80, name: http, protocol: HTTP}], workloadSelector: {labels: {app: behind}}}}
`,
  "a waypoint that does not exist": `
{kind: WorkloadEntry, metadata: {name: amb, labels: {app: amb, istio.io/use-waypoint: wp, networking.istio.io/tunnel: http}}, spec: {address: 10.40.24.1, labels: {app: amb}, serviceAccount: default}, status: {conditions: [{type: istio.io/WaypointBound, status: "False", reason: MissingWaypoint, message: no such waypoint}]}}
---
{kind: ServiceEntry, metadata: {name: amb, labels: {istio.io/use-waypoint: wp}}, spec: {hosts: [amb.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 80, name: http, protocol: HTTP}], workloadSelector: {labels: {app: amb}}}, status: {conditions: [{type: istio.io/WaypointBound, status: "False", reason: MissingWaypoint, message: no such waypoint}]}}
`,
  "an entry without an address and no gateway": `
{kind: WorkloadEntry, metadata: {name: bare}, spec: {network: other, labels: {app: bare}}}
---
{kind: ServiceEntry, metadata: {name: bare}, spec: {hosts: [bare.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 80, name: http, protocol: HTTP}], workloadSelector: {labels: {app: bare}}}}
`,
  "two TCP services on one port": `
{kind: ServiceEntry, metadata: {name: one}, spec: {hosts: [one.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 5432, name: tcp, protocol: TCP}], endpoints: [{address: 10.40.27.1}]}, status: {addresses: [{host: one.example, value: 240.240.0.1}]}}
---
{kind: ServiceEntry, metadata: {name: two}, spec: {hosts: [two.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 5432, name: tcp, protocol: TCP}], endpoints: [{address: 10.40.27.2}]}}
`,
  "services with inline endpoints only": `
{kind: ServiceEntry, metadata: {name: synced, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: sync, uid: u-1}]}, spec: {hosts: [synced.example], location: MESH_INTERNAL, resolution: STATIC, ports: [{number: 80, name: http, protocol: HTTP}], endpoints: [{address: 10.40.28.1}, {address: 10.40.28.2}]}}
`,
  // istio/istio#49345
  "a selector with resolution NONE": `
{apiVersion: v1, kind: Pod, metadata: {name: ratings, labels: {app: plain-ratings}}, spec: {nodeName: node-1, serviceAccountName: default, containers: [{name: c}]}, status: {phase: Running, podIP: 10.40.30.1, conditions: [{type: Ready, status: "True"}]}}
---
{kind: WorkloadEntry, metadata: {name: ratings-vm}, spec: {address: 10.40.30.2, labels: {app: plain-ratings}}}
---
{kind: ServiceEntry, metadata: {name: se-0}, spec: {hosts: [plain.example.com], ports: [{number: 80, name: port-1, protocol: HTTP, targetPort: 9080}], resolution: NONE, workloadSelector: {labels: {app: plain-ratings}}}}
`,
  // istio/istio#36468
  "a machine by its host name under a cluster name": `
{kind: WorkloadEntry, metadata: {name: my-app}, spec: {serviceAccount: default, address: myapp.example.com, labels: {app: myapp}}}
---
{kind: ServiceEntry, metadata: {name: my-app}, spec: {hosts: [myapp.shop.svc.cluster.local], location: MESH_INTERNAL, ports: [{number: 443, name: https, protocol: HTTPS, targetPort: 8003}], resolution: DNS, workloadSelector: {labels: {app: myapp}}}}
`,
  // istio/istio#33774
  "a port map by the name of the Service's port": `
{kind: WorkloadEntry, metadata: {name: echo-vm}, spec: {address: 10.40.31.1, labels: {app: echo}, ports: {grpc: 17070}}}
---
{apiVersion: v1, kind: Service, metadata: {name: echo}, spec: {clusterIP: 10.96.40.31, selector: {app: echo}, ports: [{name: grpc, port: 7070, targetPort: 7070}, {name: http, port: 8090, targetPort: 8090}]}}
`,
  // istio/istio#38642
  "a port map of a service for gateways only": `
{kind: WorkloadEntry, metadata: {name: mapped}, spec: {address: 10.40.32.1, labels: {foo: bar}, ports: {http-1234: 5678}}}
---
{kind: ServiceEntry, metadata: {name: mapped}, spec: {addresses: [254.154.115.171], exportTo: [depot], hosts: [mapped.global], location: MESH_INTERNAL, ports: [{name: http-1234, number: 1234, protocol: HTTP, targetPort: 1234}], resolution: STATIC, workloadSelector: {labels: {foo: bar}}}}
`,
  // istio/istio#37772
  "two machines behind one Service": `
{kind: WorkloadEntry, metadata: {name: vm-app-1-a}, spec: {address: 10.40.33.1, labels: {app: vm-app-1, instance-id: vm-app-1-a}, serviceAccount: default}}
---
{kind: WorkloadEntry, metadata: {name: vm-app-1-b}, spec: {address: 10.40.33.2, labels: {app: vm-app-1, instance-id: vm-app-1-b}, serviceAccount: default}}
---
{apiVersion: v1, kind: Service, metadata: {name: vm-app-1}, spec: {clusterIP: 10.96.40.33, selector: {app: vm-app-1}, ports: [{name: http, port: 8080}]}}
---
{apiVersion: v1, kind: Service, metadata: {name: vm-app-1-a}, spec: {clusterIP: 10.96.40.34, selector: {instance-id: vm-app-1-a}, ports: [{name: http, port: 8080}]}}
`,
  // istio/istio#25189
  "a machine outside the mesh": `
{kind: WorkloadEntry, metadata: {name: unmeshed}, spec: {address: 10.40.35.1, labels: {app: unmeshed}}}
---
{kind: ServiceEntry, metadata: {name: unmeshed}, spec: {hosts: [unmeshed.example.com], location: MESH_EXTERNAL, resolution: STATIC, ports: [{number: 80, name: http, protocol: HTTP}], workloadSelector: {labels: {app: unmeshed}}}}
`,
  // istio/istio#37008
  "all calls of a zone to a machine in another region": `
{apiVersion: v1, kind: Pod, metadata: {name: upgrade, labels: {app: upgrade, topology.istio.io/locality: jp1.jp1b}}, spec: {nodeName: node-1, serviceAccountName: default, containers: [{name: c}]}, status: {phase: Running, podIP: 10.40.36.1, conditions: [{type: Ready, status: "True"}]}}
---
{kind: WorkloadEntry, metadata: {name: upgrade-vm}, spec: {address: 10.40.36.2, ports: {http: 80}, locality: jp2/jp2z, labels: {app: upgrade}}}
---
{kind: ServiceEntry, metadata: {name: upgrade}, spec: {hosts: [upgrade.example.com], location: MESH_INTERNAL, ports: [{number: 80, name: http, protocol: HTTP, targetPort: 8080}], resolution: STATIC, workloadSelector: {labels: {app: upgrade}}}}
---
{kind: DestinationRule, metadata: {name: upgrade}, spec: {host: upgrade.example.com, trafficPolicy: {loadBalancer: {simple: ROUND_ROBIN, localityLbSetting: {enabled: true, distribute: [{from: jp1/jp1b, to: {jp2/jp2z: 100}}]}}, outlierDetection: {consecutive5xxErrors: 1}}}}
`,
  // istio/istio#35410
  "an endpoint without a locality under distribute": `
{kind: ServiceEntry, metadata: {name: zoned}, spec: {location: MESH_EXTERNAL, hosts: [zoned.example.com], ports: [{number: 80, name: http, protocol: HTTP, targetPort: 443}], resolution: DNS, endpoints: [{address: far.example.com}]}}
---
{kind: DestinationRule, metadata: {name: zoned}, spec: {host: zoned.example.com, trafficPolicy: {loadBalancer: {localityLbSetting: {enabled: true, distribute: [{from: "gw/*", to: {"gw/0": 50, "gw/1": 50}}]}}}}}
`,
  // istio/istio#56855
  "a machine in a network of its own": `
{kind: WorkloadEntry, metadata: {name: lab-vm}, spec: {address: 10.40.38.1, network: vm-network, labels: {app: lab}, serviceAccount: default}}
---
{apiVersion: v1, kind: Service, metadata: {name: lab}, spec: {clusterIP: 10.96.40.38, selector: {app: lab}, ports: [{name: http, port: 80, targetPort: 8080}]}}
---
{apiVersion: v1, kind: Service, metadata: {name: kube-gateway, namespace: istio-system, labels: {topology.istio.io/network: vpc-1}}, spec: {type: LoadBalancer, clusterIP: 10.96.40.39, ports: [{name: tls, port: 15443}], externalIPs: [192.0.2.38]}}
`,
  // istio/istio#27935
  "an unready Pod behind a ServiceEntry": `
{apiVersion: v1, kind: Pod, metadata: {name: starting, labels: {app: exporter}}, spec: {nodeName: node-1, serviceAccountName: default, containers: [{name: c}]}, status: {phase: Running, podIP: 10.40.39.1, conditions: [{type: Ready, status: "False"}]}}
---
{kind: WorkloadEntry, metadata: {name: exporter-vm}, spec: {address: 10.40.39.2, labels: {app: exporter}}}
---
{kind: ServiceEntry, metadata: {name: exporter}, spec: {hosts: [sample.global], location: MESH_INTERNAL, ports: [{name: http, number: 80, protocol: http}], resolution: STATIC, workloadSelector: {labels: {app: exporter}}}}
`,
} as const;

export type Situation = keyof typeof SITUATIONS;

/** The objects of a situation, in the namespace `shop` unless they name another one. Each is a second younger than the one before. */
export function situationObjects(situation: Situation): readonly RawObject[] {
  return parseAllDocuments(SITUATIONS[situation]).map((document, at) => {
    const raw = document.toJS() as Partial<RawObject>;
    const creationTimestamp = new Date(Date.parse("2026-01-01T00:00:00Z") + at * 1_000).toISOString();
    const metadata = Object.assign({ name: "", namespace: "shop", creationTimestamp }, raw.metadata);
    return Object.assign({ apiVersion: "networking.istio.io/v1", kind: "", spec: {} }, raw, { metadata });
  });
}
