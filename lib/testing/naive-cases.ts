import type { RawCaller, RawGateway, RawObject, RawWorld } from "./selection-worlds";

/**
 * Small worlds for statements about endpoints: namespaces n1 to n3, host names a.test and b.test.
 * Every one of them was applied to an istiod 1.31, which sent what the second reading computes for the callers of `CALLERS`.
 */
type Spec = Readonly<Record<string, unknown>>;
interface Meta {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Seconds after the first object. */
  readonly age?: number;
}

const START = Date.parse("2026-01-01T00:00:00Z");

function object(kind: string, name: string, { namespace = "n1", labels, annotations, age = 0 }: Meta, rest: Spec): RawObject {
  const creationTimestamp = new Date(START + age * 1_000).toISOString().replace(".000Z", "Z");
  return JSON.parse(JSON.stringify({ kind, metadata: { name, namespace, labels, annotations, creationTimestamp }, ...rest })) as RawObject;
}

/** A machine with the label `app: a` and an account, at 10.0.0.1 without a network unless stated. */
const machine = (name: string, spec: Spec = {}, meta: Meta = {}, rest: Spec = {}): RawObject =>
  object("WorkloadEntry", name, meta, { spec: { address: "10.0.0.1", labels: { app: "a" }, serviceAccount: "web", ...spec }, ...rest });

const HTTP = { name: "http", number: 80, protocol: "HTTP" };
/** A STATIC ServiceEntry for a.test with the port 80/http that selects `app: a` unless stated. */
const serviceEntry = (name: string, spec: Spec = {}, meta: Meta = {}): RawObject => {
  const selects = "endpoints" in spec || "workloadSelector" in spec ? {} : { workloadSelector: { labels: { app: "a" } } };
  return object("ServiceEntry", name, meta, {
    spec: { hosts: ["a.test"], ports: [HTTP], resolution: "STATIC", location: "MESH_INTERNAL", ...selects, ...spec },
  });
};

const service = (spec: Spec = {}, meta: Meta = {}): RawObject =>
  object("Service", "k", meta, { spec: { selector: { app: "a" }, ports: [{ name: "http", port: 80 }], ...spec } });

const destinationRule = (spec: Spec, meta: Meta = {}): RawObject => object("DestinationRule", "rule", meta, { spec: { host: "a.test", ...spec } });

const peerAuthentication = (spec: Spec, meta: Meta = {}): RawObject => object("PeerAuthentication", "policy", meta, { spec });

/** A Pod with an account and a container port 7000/http, at 10.1.0.1 and ready unless stated. */
const pod = (name: string, status: Spec = {}, meta: Meta = {}): RawObject =>
  object(
    "Pod",
    name,
    { labels: { app: "a" }, ...meta },
    {
      spec: { serviceAccountName: "default", nodeName: "node-0", containers: [{ name: "app", image: "app", ports: [{ name: "http", containerPort: 7000 }] }] },
      status: { phase: "Running", podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "True" }], ...status },
    },
  );

/** A hand-made EndpointSlice of the Service k with the port 5000/http, unless stated. */
const slice = (name: string, endpoints: readonly Spec[], rest: Spec = {}, meta: Meta = {}): RawObject =>
  object(
    "EndpointSlice",
    name,
    { labels: { "kubernetes.io/service-name": "k" }, ...meta },
    {
      ...{ addressType: "IPv4", ports: [{ name: "http", port: 5000 }], endpoints },
      ...rest,
    },
  );

const NOT_READY = { conditions: [{ type: "Ready", status: "False" }] };
const at = (address: string, rest: Spec = {}): Spec => ({ addresses: [address], ...rest });
const ofPod = (name: string, namespace = "n1"): Spec => ({ targetRef: { kind: "Pod", name, namespace } });
/** Every combination of `ready`, `serving` and `terminating`; null = not set. */
const conditions = [null, true, false].flatMap((ready) =>
  [null, true, false].flatMap((serving) => [null, true, false].map((terminating) => ({ ready, serving, terminating }))),
);
const eachCondition = conditions.map((one, index) =>
  at(`10.2.0.${index}`, { conditions: Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)) }),
);
const MARKED = { app: "b", "security.istio.io/tlsMode": "istio" };
const lenders = [
  pod("up", {}, { labels: MARKED }),
  pod("unready", { podIP: "10.1.0.2", ...NOT_READY }, { labels: MARKED }),
  pod("failed", { podIP: "10.1.0.3", phase: "Failed", ...NOT_READY }, { labels: MARKED }),
  pod("done", { podIP: "10.1.0.4", phase: "Succeeded", ...NOT_READY }, { labels: MARKED }),
  pod("pending", { podIP: undefined, phase: "Pending", conditions: [] }, { labels: MARKED }),
  pod("drained", { podIP: "10.1.0.5" }, { labels: { ...MARKED, "istio.io/draining": "yes" } }),
  pod("v2", { podIP: "10.1.0.6" }, { labels: { ...MARKED, "topology.istio.io/network": "v2", "topology.istio.io/locality": "r1.z1" } }),
  pod("far", { podIP: "10.1.0.7" }, { labels: MARKED, namespace: "n2" }),
];
const SESSIONS = { labels: { "istio.io/persistent-session": "c" } };

const V1: RawGateway = { network: "v1", address: "192.0.2.1" };
const V2: RawGateway = { network: "v2", address: "192.0.2.21" };
const V3: RawGateway = { network: "v3", address: "2001:db8::3" };

/** Callers in n1 without network, in n1 and v1, in n1 and v2, in n2 and v1, in n3. */
export const CALLERS = {
  none: { namespace: "n1", network: "", locality: "" },
  v1: { namespace: "n1", network: "v1", locality: "r1/z1" },
  v2: { namespace: "n1", network: "v2", locality: "r2/z1" },
  n2: { namespace: "n2", network: "v1", locality: "" },
  n3: { namespace: "n3", network: "v1", locality: "" },
} as const satisfies Readonly<Record<string, RawCaller>>;

const world = (objects: readonly RawObject[], rest: Partial<RawWorld> = {}): RawWorld => ({
  objects,
  gateways: [],
  podNetwork: "v1",
  nodeLocality: "",
  views: Object.values(CALLERS),
  ...rest,
});

const beside = [machine("d", { network: "v1" }), machine("g", { address: "10.0.0.2", network: "v2" })];
const WEB = { name: "web", number: 80, protocol: "HTTP" };
const ADMIN = { name: "admin", number: 81, protocol: "HTTP" };
const local = { trafficPolicy: { loadBalancer: { localityLbSetting: { distribute: [{ from: "r1/*", to: { "r1/*": 100 } }] } } } };
const apart = [machine("near", { locality: "r1/z1" }), machine("far", { address: "10.0.0.2", locality: "r2/z1" })];

export const CASES = {
  addresses: world([...beside, serviceEntry("s", { addresses: ["10.8.1.0/24", "10.8.0.1"] })], { gateways: [V2] }),
  repeatedAddress: world([machine("d"), serviceEntry("s", { addresses: ["10.8.0.1", "10.8.0.1/32", "2001:db8::1"] })]),
  withoutAddress: world([machine("m", { address: undefined, network: "v2" }), serviceEntry("s")]),
  withoutAddressDns: world([machine("m", { address: undefined, network: "v2" }), serviceEntry("s", { resolution: "DNS" })]),
  withoutAddressOtherGateway: world([machine("m", { address: undefined, network: "v2" }), serviceEntry("s")], { gateways: [V1] }),
  withoutAddressGateway: world([machine("m", { address: undefined, network: "v2" }), serviceEntry("s")], { gateways: [V2] }),
  inlineWithoutAddress: world([serviceEntry("s", { endpoints: [{ network: "v2" }, { network: "v2", serviceAccount: "web" }] })], { gateways: [V2] }),
  withoutMark: world([machine("m", { network: "v2", serviceAccount: undefined }), serviceEntry("s")], { gateways: [V2] }),
  otherFamily: world([machine("m", { network: "v3" }), serviceEntry("s")], { gateways: [V3] }),
  otherPortName: world([machine("m"), serviceEntry("s"), serviceEntry("t", { ports: [WEB] }, { age: 9 })]),
  otherPortNameDns: world([
    machine("m"),
    serviceEntry("s", { resolution: "DNS" }),
    serviceEntry("t", { resolution: "DNS", ports: [{ ...WEB, targetPort: 88 }] }, { age: 9 }),
  ]),
  otherPortNumber: world([machine("m"), serviceEntry("s"), serviceEntry("t", { ports: [{ ...HTTP, number: 8080 }] }, { age: 9 })]),
  otherPortNumberDns: world([
    machine("m"),
    serviceEntry("s", { resolution: "DNS" }),
    serviceEntry("t", { resolution: "DNS", ports: [{ ...HTTP, number: 8080 }], workloadSelector: { labels: {} } }, { age: 9 }),
  ]),
  addedPort: world([machine("m"), serviceEntry("s"), serviceEntry("t", { ports: [HTTP, ADMIN] }, { age: 9 })]),
  addedPortOtherSelector: world([
    machine("m", { labels: { app: "a", v: "1" } }),
    serviceEntry("s"),
    serviceEntry("t", { ports: [HTTP, ADMIN], workloadSelector: { labels: { v: "1" } } }, { age: 9 }),
  ]),
  twoNamespaces: world([
    machine("m"),
    machine("m", { address: "10.0.0.2" }, { namespace: "n2" }),
    serviceEntry("s", {}, { age: 9 }),
    serviceEntry("s", {}, { namespace: "n2" }),
  ]),
  exportedByName: world([
    machine("m"),
    machine("m", { address: "10.0.0.2" }, { namespace: "n2" }),
    serviceEntry("s"),
    serviceEntry("s", { exportTo: [".", "n3"] }, { namespace: "n2", age: 9 }),
  ]),
  hiddenOlder: world([machine("m"), serviceEntry("s", { exportTo: ["."] }), serviceEntry("t", { ports: [HTTP, ADMIN] }, { age: 9 })]),
  serviceAndEntry: world([machine("m"), service({}, { age: 9 }), serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"], ports: [HTTP, ADMIN] })]),
  entryOverService: world([
    machine("m"),
    machine("m", { address: "10.0.0.2" }, { namespace: "n2" }),
    service(),
    serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"] }, { namespace: "n2" }),
  ]),
  nameItself: world([machine("m"), serviceEntry("s", { resolution: "DNS", workloadSelector: undefined, ports: [{ ...HTTP, targetPort: 88 }] })]),
  nameItselfRound: world([serviceEntry("s", { resolution: "DNS_ROUND_ROBIN", workloadSelector: undefined, addresses: ["10.8.0.1", "10.8.0.2"] })]),
  emptySelector: world([
    machine("m"),
    machine("b", { address: "10.0.0.2", labels: { app: "b" } }),
    serviceEntry("s", { resolution: "DNS", workloadSelector: {} }),
  ]),
  nothingSelected: world([machine("b", { labels: { app: "b" } }), serviceEntry("s"), serviceEntry("t", { hosts: ["b.test"], resolution: "DNS" })]),
  inlineSocket: world([serviceEntry("s", { endpoints: [{ address: "unix:///run/a" }] })]),
  inlineSocketGateway: world([serviceEntry("s", { endpoints: [{ address: "unix:///run/a" }] })], { gateways: [V1] }),
  selectedNames: world([
    machine("socket", { address: "unix:///run/a" }),
    machine("name", { address: "vm.example.org" }),
    serviceEntry("s"),
    serviceEntry("t", { hosts: ["b.test"], resolution: "DNS" }),
  ]),
  roundRobin: world([machine("m"), machine("n", { address: "10.0.0.2" }), serviceEntry("s", { resolution: "DNS_ROUND_ROBIN" })]),
  withoutResolution: world([machine("m"), serviceEntry("s", { resolution: undefined })]),
  hidden: world([machine("m"), serviceEntry("s", { exportTo: ["n2"] })]),
  states: world([
    machine("checked", {}, { annotations: { "proxy.istio.io/health-checks-enabled": "true" } }),
    machine("drained", { address: "10.0.0.2" }, { labels: { "istio.io/draining": "yes" } }),
    machine("canary", { address: "10.0.0.3" }, { labels: { "istio.io/rev": "canary" } }),
    machine("well", { address: "10.0.0.4" }),
    serviceEntry("s"),
  ]),
  namedTarget: world([
    machine("m", { ports: { web: 9090 } }),
    machine("n", { address: "10.0.0.2" }),
    service({ ports: [{ name: "http", port: 80, targetPort: "web" }] }),
  ]),
  headless: world([machine("m"), service({ clusterIP: "None" })]),
  subsets: world([
    machine("m", { labels: { app: "a", v: "1" } }),
    machine("n", { address: "10.0.0.2" }),
    serviceEntry("s"),
    destinationRule({ subsets: [{ name: "v1", labels: { v: "1" } }] }),
  ]),
  distribute: world([...apart, serviceEntry("s"), destinationRule(local)]),
  closedByRule: world([machine("m", { network: "v2" }), serviceEntry("s"), destinationRule({ trafficPolicy: { tls: { mode: "SIMPLE" } } })], {
    gateways: [V2],
  }),
  openedByRule: world(
    [machine("m", { network: "v2", serviceAccount: undefined }), serviceEntry("s"), destinationRule({ trafficPolicy: { tls: { mode: "ISTIO_MUTUAL" } } })],
    { gateways: [V2] },
  ),
  markedByLabel: world(
    [machine("m", { network: "v2", serviceAccount: undefined, labels: { app: "a", "security.istio.io/tlsMode": "istio" } }), serviceEntry("s")],
    { gateways: [V2] },
  ),
  unmarkedByPolicy: world([machine("m", { network: "v2" }), serviceEntry("s"), peerAuthentication({ mtls: { mode: "DISABLE" } })], { gateways: [V2] }),
  external: world([machine("m", { network: "v2" }), serviceEntry("s", { location: undefined })], { gateways: [V2] }),
  sliceConditions: world([service({ selector: undefined }), slice("e", eachCondition)]),
  sliceConditionsWithSessions: world([service({ selector: undefined }, SESSIONS), slice("e", eachCondition)]),
  sliceConditionsWithoutService: world([
    serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"], endpoints: [{ address: "10.9.0.1" }] }),
    slice("e", eachCondition),
  ]),
  sliceConditionsWithRule: world([
    service({ selector: undefined }),
    slice("e", eachCondition),
    destinationRule({ host: "k.n1.svc.cluster.local", trafficPolicy: { outlierDetection: { minHealthPercent: 50 } } }),
  ]),
  slicePodsByName: world(
    [
      ...lenders,
      service({ selector: undefined }),
      slice("e", [
        ...lenders.map(({ metadata: { name, namespace } }, index) => at(`10.2.0.${index}`, ofPod(name, namespace))),
        at("10.2.0.9", ofPod("missing")),
        at("10.2.0.10", { targetRef: { kind: "VirtualMachine", name: "up", namespace: "n1" } }),
      ]),
    ],
    { gateways: [V1] },
  ),
  slicePodsByAddress: world(
    [
      ...lenders,
      service({ selector: undefined }),
      slice(
        "e",
        [1, 2, 3, 4, 5, 6, 7, 8].map((last) => at(`10.1.0.${last}`)),
      ),
    ],
    { gateways: [V1, V2] },
  ),
  slicePorts: world([
    service({
      selector: undefined,
      ports: [
        { name: "http", port: 80 },
        { name: "web", port: 81 },
      ],
    }),
    slice("both", [at("10.2.0.1")], {
      ports: [
        { name: "web", port: 5001 },
        { name: "http", port: 5000 },
      ],
    }),
    slice("other", [at("10.2.0.2")], { ports: [{ name: "admin", port: 5001 }] }),
    slice("unnamed", [at("10.2.0.3")], { ports: [{ port: 5002 }] }),
    slice("none", [at("10.2.0.4")], { ports: [] }),
    slice("unnumbered", [at("10.2.0.5")], { ports: [{ name: "http" }] }),
  ]),
  slicePortWithoutName: world([
    service({ selector: undefined, ports: [{ port: 80 }] }),
    slice("e", [at("10.2.0.1")], { ports: [{ port: 5002 }] }),
    slice("f", [at("10.2.0.2")]),
  ]),
  sliceLabels: world([
    service({ selector: undefined }),
    slice("unlabelled", [at("10.2.0.1")], {}, { labels: {} }),
    slice("imported", [at("10.2.0.2")], {}, { labels: { "kubernetes.io/service-name": "k", "multicluster.kubernetes.io/service-name": "k" } }),
    slice("managed", [at("10.2.0.3")], {}, { labels: { "kubernetes.io/service-name": "k", "endpointslice.kubernetes.io/managed-by": "another" } }),
    slice("elsewhere", [at("10.2.0.4")], {}, { namespace: "n2" }),
  ]),
  sliceFamilies: world([
    service({ selector: undefined }),
    slice("names", [at("a.example.org")], { addressType: "FQDN" }),
    slice("six", [at("2001:db8::1")], { addressType: "IPv6" }),
    slice("several", [{ addresses: ["10.2.0.1", "10.2.0.2"] }]),
  ]),
  sliceRepeated: world([
    service({ selector: undefined }),
    slice("e", [
      at("10.2.0.1", { conditions: { ready: false } }),
      at("10.2.0.1"),
      at("10.2.0.2"),
      at("10.2.0.2", { conditions: { ready: false, terminating: false } }),
    ]),
  ]),
  sliceBesidePods: world([
    pod("p"),
    machine("m"),
    service(),
    slice("e", [at("10.2.0.1"), at("10.2.0.2", { conditions: { ready: false, terminating: false } })]),
  ]),
  sliceBesideEntry: world([
    machine("m"),
    service({ selector: undefined }),
    serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"] }),
    slice("e", [at("10.2.0.1")]),
  ]),
  sliceOfDnsOwner: world([
    service({ selector: undefined }, { annotations: { "networking.istio.io/exportTo": "n3" } }),
    serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"], resolution: "DNS", endpoints: [{ address: "10.9.0.1" }] }),
    slice("e", [at("10.2.0.1")]),
  ]),
  slicePortOfOwner: world([
    service({ selector: undefined }, { annotations: { "networking.istio.io/exportTo": "n3" } }),
    serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"], ports: [HTTP, { ...ADMIN, name: "web" }], endpoints: [{ address: "10.9.0.1" }] }),
    slice("e", [at("10.2.0.1")], { ports: [{ name: "web", port: 5001 }] }),
  ]),
  sliceOfHeadless: world([service({ selector: undefined, clusterIP: "None" }), slice("e", [at("10.2.0.1")])]),
  sliceOfLocal: world([pod("p"), service({ internalTrafficPolicy: "Local" }), slice("e", [at("10.2.0.1")])]),
  sliceSubsets: world([
    ...lenders,
    service({ selector: undefined }),
    slice("e", [at("10.1.0.1"), at("10.2.0.1")]),
    destinationRule({
      host: "k.n1.svc.cluster.local",
      subsets: [
        { name: "pods", labels: { app: "b" } },
        { name: "cluster", labels: { "topology.istio.io/cluster": "Kubernetes" } },
        { name: "network", labels: { "topology.istio.io/network": "v1" } },
      ],
    }),
  ]),
  alias: world([machine("m"), service({ type: "ExternalName", externalName: "other.example.org" }), serviceEntry("s", { hosts: ["k.n1.svc.cluster.local"] })]),
  unreadyPods: world([pod("p", NOT_READY), service({ publishNotReadyAddresses: true })]),
  privateBehindGateway: world([machine("m", { network: "v2" }), serviceEntry("s", { exportTo: ["."] })], { gateways: [V2] }),
} as const satisfies Readonly<Record<string, RawWorld>>;

/** Worlds with settings of the mesh or gateways of `meshNetworks`. */
export const MESH_CASES = {
  distributeInMesh: { ...world([...apart, serviceEntry("s")]), mesh: { locality: { distribute: [{ from: "r1/*", to: { "r1/*": 100 } }] } } },
  withoutAutoMtls: { ...world([...beside, serviceEntry("s")], { gateways: [V2] }), mesh: { autoMtls: false } },
  dnsListed: world([...beside, serviceEntry("s", { resolution: "DNS" })], { gateways: [{ ...V2, source: "meshNetworks" }] }),
  dnsService: world([...beside, serviceEntry("s", { resolution: "DNS" })], { gateways: [V2] }),
  dnsServiceKnown: world([...beside, serviceEntry("s", { resolution: "DNS" })], { gateways: [V2], sendsDnsToServiceGateways: true }),
} as const satisfies Readonly<Record<string, RawWorld>>;
