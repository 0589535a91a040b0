import fc from "fast-check";

/** Any object of each kind that takes part in selection, as a draft without a name and an age. */
export interface Draft {
  readonly kind: string;
  readonly namespace: string;
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string | undefined>>;
  readonly annotations?: Readonly<Record<string, string | undefined>>;
  readonly spec: object;
  readonly status?: object | undefined;
}

export const NAMESPACES = ["n1", "n2", "n3"] as const;
export const LOCALITIES = ["", "r1/z1", "r1/z1/s1", "r1/z1/s1/x", "r1/z2", "r2/z1", "/z1"] as const;
const NETWORKS = ["", "v1", "v2", "v3"] as const;
const HOSTS = ["a.test", "b.test", "k.n1.svc.cluster.local"] as const;

export const anyNamespace = fc.constantFrom(...NAMESPACES);
const usually = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 3) => fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });
const labels = fc.record({
  app: fc.constantFrom("a", "a", "b"),
  v: fc.constantFrom(undefined, "1", "2"),
  "istio.io/draining": usually(fc.constantFrom("", "yes"), undefined, 9),
  "security.istio.io/tlsMode": usually(fc.constantFrom("istio", "disabled", "other"), undefined, 9),
  "topology.istio.io/locality": usually(fc.constantFrom("r1.z2", "", "r2/z1"), undefined, 9),
  "topology.istio.io/network": usually(fc.constant("v2"), undefined, 12),
});
const revision = usually(fc.constantFrom("default", "canary"), undefined, 9);
const selectorLabels = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ app: "a" }) },
  { weight: 1, arbitrary: fc.constant({ app: "b" }) },
  { weight: 1, arbitrary: fc.constant({ app: "a", v: "1" }) },
  { weight: 1, arbitrary: fc.constant({ "topology.kubernetes.io/zone": "z1" }) },
  { weight: 1, arbitrary: fc.constant({ "topology.istio.io/cluster": "Kubernetes" }) },
  { weight: 1, arbitrary: fc.constant({}) },
);

export const anyEntry = fc
  .record({
    namespace: anyNamespace,
    address: fc.oneof(
      { weight: 8, arbitrary: fc.nat(250).map((last) => `10.0.0.${last}`) },
      { weight: 2, arbitrary: fc.constantFrom("vm.example.org", "unix:///run/a", "") },
    ),
    network: fc.constantFrom(...NETWORKS),
    locality: fc.constantFrom(...LOCALITIES),
    serviceAccount: fc.constantFrom(undefined, "web", "api"),
    weight: fc.constantFrom(undefined, 0, 1, 5),
    ports: fc.constantFrom(undefined, { http: 8080 }, { web: 9090 }, { http: 8081, web: 9091 }),
    specLabels: labels,
    metadataLabels: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: labels }),
    revision,
    gate: fc.constantFrom(undefined, undefined, "true", "false"),
    healthy: fc.constantFrom(undefined, "True", "False"),
  })
  .map((one) => ({
    kind: "WorkloadEntry",
    namespace: one.namespace,
    labels: { ...one.metadataLabels, "istio.io/rev": one.revision },
    annotations: { "proxy.istio.io/health-checks-enabled": one.gate },
    spec: {
      address: one.address || undefined,
      network: one.address === "" ? one.network || "v1" : one.network,
      locality: one.locality,
      serviceAccount: one.serviceAccount,
      weight: one.weight,
      ports: one.ports,
      labels: one.specLabels,
    },
    status: one.healthy === undefined ? undefined : { conditions: [{ type: "Healthy", status: one.healthy }] },
  }));

export const anyPod = fc
  .record({
    namespace: anyNamespace,
    labels,
    last: fc.nat(250),
    ready: fc.boolean(),
    phase: usually(fc.constant("Failed"), "Running", 9),
    port: fc.constantFrom("http", "web", "none"),
  })
  .map((one) => ({
    kind: "Pod",
    namespace: one.namespace,
    labels: one.labels,
    spec: { serviceAccountName: "default", nodeName: "node-1", containers: [{ ports: [{ name: one.port, containerPort: 7000 }] }] },
    status: { phase: one.phase, podIP: `10.1.0.${one.last}`, conditions: [{ type: "Ready", status: one.ready ? "True" : "False" }] },
  }));

const exportTo = usually(fc.constantFrom(["."], ["*"], ["~"], ["n2"], [".", "n3"]), undefined);
const distribution = usually(fc.constantFrom("PreferClose", "prefersamenode", "odd"), undefined, 5);
const session = usually(fc.constant("c"), undefined, 9);
const HTTP = { name: "http", number: 80, protocol: "HTTP" };
const inline = fc
  .array(
    fc.record({
      address: fc.constantFrom("10.9.0.1", "10.9.0.2"),
      network: fc.constantFrom(undefined, "v2"),
      serviceAccount: fc.constantFrom(undefined, "web"),
      labels: fc.constantFrom(undefined, { v: "1" }),
    }),
    { maxLength: 2 },
  )
  .map((endpoints) => ({ endpoints }));
export const anyServiceEntry = fc
  .record({
    namespace: anyNamespace,
    host: fc.constantFrom(...HOSTS),
    ports: fc.constantFrom([HTTP], [HTTP], [{ ...HTTP, targetPort: 8000 }], [{ ...HTTP, name: "web" }], [HTTP, { ...HTTP, name: "web", number: 81 }]),
    resolution: fc.constantFrom("STATIC", "STATIC", "STATIC", "DNS", "DNS_ROUND_ROBIN", undefined),
    location: fc.constantFrom("MESH_INTERNAL", "MESH_INTERNAL", undefined),
    who: fc.oneof({ weight: 5, arbitrary: selectorLabels.map((chosen) => ({ workloadSelector: { labels: chosen } })) }, { weight: 1, arbitrary: inline }),
    exportTo,
    revision,
    distribution,
    session,
  })
  .map((one) => ({
    kind: "ServiceEntry",
    namespace: one.namespace,
    labels: { "istio.io/rev": one.revision, "istio.io/persistent-session": one.session },
    annotations: { "networking.istio.io/traffic-distribution": one.distribution },
    spec: {
      hosts: [one.host],
      ports: one.ports,
      resolution: one.resolution,
      location: one.location,
      exportTo: one.exportTo,
      ...(one.resolution === undefined && "endpoints" in one.who ? {} : one.who),
    },
  }));

export const anyService = fc
  .record({
    namespace: anyNamespace,
    selector: selectorLabels,
    target: fc.constantFrom(undefined, 8000, "web"),
    headless: usually(fc.constant(true), false, 5),
    distribution,
    session,
    exportTo: usually(fc.constantFrom(".", "n2"), undefined, 5),
  })
  .map((one) => ({
    kind: "Service",
    namespace: one.namespace,
    name: "k",
    labels: { "istio.io/persistent-session": one.session },
    annotations: { "networking.istio.io/exportTo": one.exportTo },
    spec: {
      selector: one.selector,
      clusterIP: one.headless ? "None" : undefined,
      trafficDistribution: one.distribution,
      ports: [{ name: "http", port: 80, targetPort: one.target }],
    },
  }));

const place = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  {
    weight: 3,
    arbitrary: fc.record({
      enabled: fc.constantFrom(undefined, true, false),
      failover: fc.constantFrom(undefined, [{ from: "r1", to: "r2" }], [{ from: "r2", to: "r3" }]),
      failoverPriority: fc.constantFrom(
        undefined,
        undefined,
        ["topology.istio.io/network", "topology.kubernetes.io/region"],
        ["topology.kubernetes.io/zone"],
        ["v=1"],
      ),
      distribute: fc.constantFrom(undefined, undefined, [{ from: "r1/*", to: { "r1/z1/*": 70, r2: 30 } }], [{ from: "*", to: { "*": 100 } }]),
    }),
  },
);
const policy = fc
  .record({
    outlier: fc.constantFrom(undefined, {}, {}, { minHealthPercent: 50 }),
    tls: usually(fc.constantFrom({ mode: "DISABLE" }, { mode: "ISTIO_MUTUAL" }, { mode: "SIMPLE" }), undefined),
    place,
  })
  .map((one) => ({ outlierDetection: one.outlier, tls: one.tls, loadBalancer: one.place && { localityLbSetting: one.place } }));
export const anyRule = fc
  .record({
    namespace: fc.constantFrom(...NAMESPACES, "istio-system"),
    host: fc.constantFrom(...HOSTS, "*.test"),
    policy,
    subset: usually(policy, undefined),
    exportTo: usually(fc.constantFrom(["."], ["n1"]), undefined, 5),
  })
  .map((one) => ({
    kind: "DestinationRule",
    namespace: one.namespace,
    spec: { host: one.host, trafficPolicy: one.policy, exportTo: one.exportTo, subsets: [{ name: "v1", labels: { v: "1" }, trafficPolicy: one.subset }] },
  }));

export const anyAuthentication = fc
  .record({
    namespace: fc.constantFrom(...NAMESPACES, "istio-system"),
    mode: fc.constantFrom("STRICT", "DISABLE", "UNSET"),
    selector: fc.constantFrom(undefined, undefined, { app: "a" }),
    port: fc.constantFrom(undefined, { 80: { mode: "DISABLE" } }, { 8080: { mode: "STRICT" } }),
  })
  .map((one) => ({
    kind: "PeerAuthentication",
    namespace: one.namespace,
    spec: { mtls: { mode: one.mode }, selector: one.selector && { matchLabels: one.selector }, portLevelMtls: one.selector && one.port },
  }));

export const anySidecar = fc
  .record({
    namespace: fc.constantFrom(...NAMESPACES, "istio-system"),
    hosts: fc.subarray(["./*", "n1/*", "n2/a.test", "*/b.test", "*/*.test", "~n3/*"], { minLength: 1 }),
  })
  .map((one) => ({ kind: "Sidecar", namespace: one.namespace, spec: { egress: [{ hosts: one.hosts }] } }));
