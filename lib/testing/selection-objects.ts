import fc from "fast-check";

/** An object of a kind that takes part in selection, without an age and mostly without a name. */
export interface Draft {
  readonly kind: string;
  readonly namespace: string;
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string | undefined>>;
  readonly annotations?: Readonly<Record<string, string | undefined>>;
  readonly spec?: object;
  readonly status?: object | undefined;
  /** Further fields of a kind without a spec. */
  readonly fields?: object;
}

const NAMESPACES = ["n1", "n2", "n3"] as const;
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
  "topology.istio.io/locality": usually(fc.constantFrom("r1.z2", "", "r2.z1.s1"), undefined, 9),
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
      { weight: 1, arbitrary: fc.constantFrom("vm.example.org", "unix:///run/a") },
      { weight: 2, arbitrary: fc.constant("") },
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
      ports: one.address.startsWith("unix://") ? undefined : one.ports,
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
const WEB = { name: "web", number: 81, protocol: "HTTP" };
/** Ports that collide with each other by name, by number, or not at all. */
const PORTS = [
  [HTTP],
  [HTTP],
  [{ ...HTTP, targetPort: 8000 }],
  [{ ...HTTP, name: "web" }],
  [{ ...HTTP, number: 8080 }],
  [HTTP, WEB],
  [
    { ...HTTP, number: 81 },
    { ...WEB, number: 80 },
  ],
];
/** Addresses of a ServiceEntry: one more service for each of them, and none for a repeated one. */
const addresses = usually(
  fc.constantFrom(
    ["10.8.0.1"],
    ["10.8.0.1", "10.8.0.2"],
    ["10.8.0.1", "2001:db8::1"],
    ["10.8.1.0/24", "10.8.0.1"],
    ["10.8.0.1", "10.8.0.1/32"],
    ["10.8.0.1", "10.8.0.2", "2001:db8::1"],
  ),
  undefined,
  2,
);
const inlineEndpoint = fc.record({
  address: fc.constantFrom("10.9.0.1", "10.9.0.1", "10.9.0.2", "", ""),
  network: fc.constantFrom(undefined, "v1", "v2"),
  serviceAccount: fc.constantFrom(undefined, "web"),
  ports: usually(fc.constant({ http: 8090 }), undefined, 5),
  labels: fc.constantFrom(undefined, { v: "1" }),
});
const inline = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(inlineEndpoint, { maxLength: 2 })
      .map((all) => all.map((one) => ({ ...one, address: one.address || undefined, network: one.address === "" ? (one.network ?? "v2") : one.network }))),
  },
  { weight: 1, arbitrary: fc.constant([{ address: "vm.example.org" }]) },
  { weight: 1, arbitrary: fc.constant([{ address: "unix:///run/b", serviceAccount: "web" }]) },
);
/** A selector, inline endpoints, or neither. */
const members = fc.oneof(
  { weight: 10, arbitrary: selectorLabels.map((chosen) => ({ workloadSelector: { labels: chosen } })) },
  { weight: 1, arbitrary: fc.constant({ workloadSelector: {} }) },
  { weight: 3, arbitrary: inline.map((endpoints) => ({ endpoints })) },
  { weight: 2, arbitrary: fc.constant({}) },
);

interface EntrySpec {
  readonly ports: readonly object[];
  readonly resolution: string | undefined;
  readonly members: {
    readonly workloadSelector?: object;
    readonly endpoints?: readonly { readonly address?: string | undefined; readonly ports?: object | undefined }[];
  };
  readonly addresses: readonly string[] | undefined;
}

/** The part of a spec that the API server and the webhook accept for its resolution. */
function accepted({ ports, resolution, members: { workloadSelector, endpoints }, addresses: written }: EntrySpec): object {
  const isDns = resolution?.startsWith("DNS") === true;
  const most = resolution === "DNS_ROUND_ROBIN" ? 1 : 2;
  const isAccepted = ({ address = "", ports: own }: { readonly address?: string | undefined; readonly ports?: object | undefined }) => {
    if (address.startsWith("unix://")) return !isDns && ports.length === 1;
    if (own !== undefined && !JSON.stringify(ports).includes('"http"')) return false;
    return isDns ? address !== "" : address !== "vm.example.org";
  };
  return {
    ports,
    resolution,
    addresses: isDns ? written?.filter((one) => !one.includes("/")) : written,
    workloadSelector,
    ...(endpoints === undefined || resolution === undefined ? {} : { endpoints: endpoints.filter(isAccepted).slice(0, most) }),
  };
}

const resolution = fc.oneof({ weight: 6, arbitrary: fc.constant("STATIC") }, { weight: 3, arbitrary: fc.constantFrom("DNS", "DNS_ROUND_ROBIN", undefined) });
const specOfEntry = fc.record({ ports: fc.constantFrom(...PORTS), resolution, members, addresses });

export const anyServiceEntry = fc
  .record({
    namespace: anyNamespace,
    host: fc.constantFrom(...HOSTS),
    spec: specOfEntry,
    location: fc.constantFrom("MESH_INTERNAL", "MESH_INTERNAL", "MESH_EXTERNAL", undefined),
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
    spec: { hosts: [one.host], ...accepted(one.spec), location: one.location, exportTo: one.exportTo },
  }));

/** Two ServiceEntries with one host name in one namespace. The second differs in its ports and at most in one thing more. */
export const anyTwins = fc
  .record({
    namespace: anyNamespace,
    host: fc.constantFrom(...HOSTS),
    first: specOfEntry,
    ports: fc.constantFrom(...PORTS),
    change: usually(fc.record({ members, addresses }), undefined, 1),
    resolution: usually(resolution, "same", 2),
    exportTo: usually(fc.constant(["."]), undefined, 5),
  })
  .map(({ namespace, host, first, ports, change, resolution: other, exportTo: second }) => {
    const resolutionOf = other === "same" ? first.resolution : other;
    const twin = (spec: object, to?: readonly string[]) => ({
      kind: "ServiceEntry",
      namespace,
      spec: { hosts: [host], ...spec, location: "MESH_INTERNAL", exportTo: to },
    });
    return [twin(accepted(first)), twin(accepted({ ...first, ...change, ports, resolution: resolutionOf }), second)];
  });

export const anyService = fc
  .record({
    namespace: anyNamespace,
    selector: fc.oneof({ weight: 3, arbitrary: selectorLabels }, { weight: 1, arbitrary: fc.constant(undefined) }),
    target: fc.constantFrom(undefined, 8000, "web"),
    headless: usually(fc.constant(true), false, 5),
    unready: usually(fc.constant(true), undefined, 15),
    alias: usually(fc.constant("ExternalName"), undefined, 15),
    field: usually(fc.constantFrom("PreferClose", "PreferSameNode"), undefined, 5),
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
      ...(one.alias === undefined ? {} : { type: one.alias, externalName: "other.example.org" }),
      selector: one.selector,
      clusterIP: one.headless && one.alias === undefined ? "None" : undefined,
      trafficDistribution: one.field,
      publishNotReadyAddresses: one.unready,
      ports: [{ name: "http", port: 80, targetPort: one.target }],
    },
  }));

const condition = fc.constantFrom(undefined, undefined, true, false);
/** `POD` as an address or reference is replaced by a Pod of the world. */
export const POD = "POD";
const sliceEndpoint = fc
  .record({
    addresses: fc.array(fc.oneof({ weight: 3, arbitrary: fc.nat(250).map((last) => `10.2.0.${last}`) }, { weight: 1, arbitrary: fc.constant(POD) }), {
      minLength: 1,
      maxLength: 2,
    }),
    conditions: usually(fc.record({ ready: condition, serving: condition, terminating: condition }), undefined, 1),
    target: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      { kind: "Pod", name: POD },
      { kind: "Pod", name: "missing" },
      { kind: "VirtualMachine", name: POD },
    ),
  })
  .map(({ addresses: written, conditions, target }) => ({ addresses: [...new Set(written)], conditions, targetRef: target }));

/** An EndpointSlice that the controller of Kubernetes did not write, mostly of the Service `k`. */
export const anySlice = fc
  .record({
    namespace: anyNamespace,
    service: usually(fc.constantFrom(undefined, "other"), "k", 12),
    multicluster: usually(fc.constant("k"), undefined, 9),
    writer: usually(fc.constant("another-controller"), undefined, 5),
    type: usually(fc.constantFrom("IPv6", "FQDN"), "IPv4", 6),
    ports: fc.constantFrom(
      [{ name: "http", port: 5000 }],
      [{ name: "http", port: 5000 }],
      [{ name: "http", port: 80 }],
      [{ name: "web", port: 5001 }],
      [
        { name: "web", port: 5001 },
        { name: "http", port: 5000 },
      ],
      [{ port: 5002 }],
    ),
    endpoints: fc.array(sliceEndpoint, { maxLength: 3 }),
  })
  .map(({ namespace, service, multicluster, writer, type, ports, endpoints }) => ({
    kind: "EndpointSlice",
    namespace,
    labels: {
      "kubernetes.io/service-name": service,
      "multicluster.kubernetes.io/service-name": multicluster,
      "endpointslice.kubernetes.io/managed-by": writer,
    },
    fields: { addressType: type, ports, endpoints },
  }));

/** A `localityLbSetting`, of a rule or of the mesh. The webhook refuses `distribute` together with failover. */
export const anyLocalitySetting = fc.oneof(
  {
    weight: 2,
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
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      distribute: fc.constantFrom(
        [{ from: "r1/*", to: { "r1/z1/*": 70, "r2/*": 30 } }],
        [{ from: "r2/*", to: { "r3/*": 100 } }],
        [{ from: "*", to: { "*": 100 } }],
        [
          { from: "r1/z1/*", to: { "r1/z1/s1": 100 } },
          { from: "r1/z2/*", to: { "r1/*": 100 } },
        ],
      ),
    }),
  },
);
const place = fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: anyLocalitySetting });
const policy = fc
  .record({
    outlier: fc.constantFrom(undefined, {}, {}, { minHealthPercent: 50 }),
    tls: usually(fc.constantFrom({ mode: "DISABLE" }, { mode: "ISTIO_MUTUAL" }, { mode: "SIMPLE" }), undefined),
    place,
  })
  .map((one) => ({ outlierDetection: one.outlier, tls: one.tls, loadBalancer: one.place ? { localityLbSetting: one.place } : { simple: "RANDOM" } }));
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
