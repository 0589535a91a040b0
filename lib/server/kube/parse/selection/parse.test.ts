import { describe, expect, it } from "vitest";
import { aMesh } from "@/lib/testing/selection";
import { selectionWorldOf } from "@/lib/testing/server/raw-world";
import { annotatedDistribution, distributionOf } from "./described";
import { parseKubernetesService } from "./kubernetes-service";
import { nodeLocalityOf } from "./node-locality";
import { parseAuthorizationPolicy, parseDestinationRule, parsePeerAuthentication, parseSidecar, parseVirtualService } from "./policies";
import { parseSelectablePod } from "./selectable-pod";
import { parseServiceEntry } from "./service-entry";

const METADATA = { name: "a", namespace: "shop", creationTimestamp: "2026-11-01T00:00:00Z" };
const IDENTITY = { name: "a", namespace: "shop", createdAt: Date.parse("2026-11-01T00:00:00Z") };
const of = (spec: unknown, metadata: object = {}) => ({ metadata: { ...METADATA, ...metadata }, spec });

describe("a Service", () => {
  it.each([
    ["an unwritten type is ClusterIP", of({}), { type: "ClusterIP", isHeadless: false, selector: [] }],
    ["clusterIP None is headless", of({ clusterIP: "None", clusterIPs: ["None"] }), { isHeadless: true, clusterAddresses: [] }],
    [
      "its cluster IPs of both families",
      of({ clusterIP: "10.96.0.1", clusterIPs: ["10.96.0.1", "fd00:96::1"] }),
      { clusterAddresses: ["10.96.0.1", "fd00:96::1"] },
    ],
    [
      "a key that Istio reads as an annotation, written as a label",
      of({}, { labels: { "networking.istio.io/exportTo": "a" } }),
      { misplacedKeys: ["metadata.labels[networking.istio.io/exportTo]"] },
    ],
    ["the cluster IP of an older API server", of({ clusterIP: "10.96.0.1" }), { clusterAddresses: ["10.96.0.1"] }],
    [
      "targets are numbers, names or unwritten",
      of({ ports: [{ port: 1, targetPort: 8 }, { port: 2, targetPort: "web" }, { port: 3 }] }),
      {
        ports: [
          { name: "", number: 1, protocol: "TCP", target: 8 },
          { name: "", number: 2, protocol: "TCP", target: "web" },
          { name: "", number: 3, protocol: "TCP", target: null },
        ],
      },
    ],
    ["exportTo is an annotation with commas", of({}, { annotations: { "networking.istio.io/exportTo": "a, b" } }), { exportTo: ["a", "b"] }],
    [
      "accounts may be added by annotation",
      of({}, { annotations: { "alpha.istio.io/kubernetes-serviceaccounts": "x" } }),
      {
        accounts: [],
        namespaceAccounts: ["x"],
      },
    ],
    [
      "local traffic, and unready ones published",
      of({ internalTrafficPolicy: "Local", publishNotReadyAddresses: true }),
      { isNodeLocal: true, publishesUnready: true },
    ],
  ])("%s", (_fact, raw, expected) => {
    expect(parseKubernetesService(raw)).toMatchObject({ ...IDENTITY, ...expected });
  });
});

describe("a ServiceEntry", () => {
  it.each([
    [
      "an unset resolution is NONE, an unset location external (docs/istio.md#serviceentry-fields)",
      of({ hosts: ["a"] }),
      { resolution: "NONE", isExternal: true, selector: null },
    ],
    ["a resolution of another time is NONE", of({ resolution: "MAGIC" }), { resolution: "NONE" }],
    ["a selector without labels is one", of({ workloadSelector: {} }), { selector: [] }],
    [
      "endpoints are workloads",
      of({ endpoints: [{ address: "10.0.0.1", ports: { http: 81 }, weight: 2 }] }),
      {
        endpoints: [{ address: "10.0.0.1", ports: [["http", 81]], weight: 2, labels: [], network: "", locality: "", serviceAccount: "" }],
      },
    ],
  ])("%s", (_fact, raw, expected) => {
    expect(parseServiceEntry(raw)).toMatchObject({ ...IDENTITY, ...expected });
  });
});

it("a Pod has the ports of its containers and of its native sidecars", () => {
  const ports = (name: string) => [{ name, containerPort: 80 }];
  const raw = {
    ...of({
      nodeName: "node-1",
      containers: [{ ports: ports("a") }],
      initContainers: [{ ports: ports("no") }, { restartPolicy: "Always", ports: ports("b") }],
    }),
    status: { phase: "Running", podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "True" }] },
  };
  const port = { port: 80, protocol: "TCP" };
  expect(parseSelectablePod(raw)).toMatchObject({
    ...IDENTITY,
    address: "10.1.0.1",
    ready: true,
    node: "node-1",
    ports: [
      { name: "a", ...port },
      { name: "b", ...port },
    ],
  });
});

describe("rules", () => {
  it("a DestinationRule: an empty distribute is none, a TLS block without a mode switches it off", () => {
    const policy = { tls: {}, loadBalancer: { localityLbSetting: { distribute: [] } }, portLevelSettings: [{ port: { number: 80 }, outlierDetection: {} }] };
    expect(parseDestinationRule(of({ host: "h", trafficPolicy: policy, subsets: [{ name: "v1", labels: { v: "1" } }] }))).toMatchObject({
      host: "h",
      policy: {
        tls: "DISABLE",
        outlier: null,
        balancer: { locality: { isEnabled: true, distribute: null } },
        ports: [{ port: 80, outlier: { minHealthPercent: 0, maxEjectionPercent: null } }],
      },
      subsets: [{ name: "v1", labels: [["v", "1"]], policy: null }],
      callers: null,
    });
  });

  it("a DestinationRule: reads that consistentHash is set", () => {
    const parsed = parseDestinationRule(of({ host: "h", trafficPolicy: { loadBalancer: { consistentHash: { useSourceIp: true } } } }));
    expect(parsed).toMatchObject({ policy: { balancer: { simple: "", isHashing: true } } });
  });

  it("a Sidecar: listeners with and without a port", () => {
    expect(parseSidecar(of({ egress: [{ port: { number: 80, protocol: "HTTP" }, hosts: ["./a"] }, { hosts: ["*/*"] }] }))).toMatchObject({
      callers: null,
      egress: [
        { port: 80, protocol: "HTTP", hosts: ["./a"] },
        { port: null, protocol: "", hosts: ["*/*"] },
      ],
    });
  });

  it("a PeerAuthentication: modes by port", () => {
    expect(
      parsePeerAuthentication(
        of({ selector: { matchLabels: { app: "a" } }, mtls: { mode: "STRICT" }, portLevelMtls: { 80: { mode: "DISABLE" }, 81: {}, http: {} } }),
      ),
    ).toMatchObject({
      selector: [["app", "a"]],
      mode: "STRICT",
      ports: [
        [80, "DISABLE"],
        [81, null],
      ],
    });
  });

  it.each([
    ["all of its namespace, where nothing is said: with no rule it allows nobody", {}, { selector: [], targets: [], action: "ALLOW", rules: 0 }],
    [
      "those with its labels, and how many rules it has",
      { selector: { matchLabels: { app: "a" } }, action: "DENY", rules: [{}, {}] },
      { selector: [["app", "a"]], action: "DENY", rules: 2 },
    ],
    [
      "what it names, in both spellings",
      { targetRef: { kind: "Gateway", name: "a", group: "g" }, targetRefs: [{ kind: "Service", name: "b" }] },
      {
        targets: [
          { group: "g", kind: "Gateway", name: "a" },
          { group: "", kind: "Service", name: "b" },
        ],
      },
    ],
  ])("an AuthorizationPolicy touches %s", (_claim, spec, expected) => {
    expect(parseAuthorizationPolicy(of(spec))).toMatchObject({ ...IDENTITY, ...expected });
  });

  it.each([
    ["one destination", [{ destination: { host: "a" } }], [1]],
    [
      "weights",
      [
        { destination: { host: "a" }, weight: 20 },
        { destination: { host: "b" }, weight: 80 },
      ],
      [0.2, 0.8],
    ],
    [
      "weights that make another sum than 100",
      [
        { destination: { host: "a" }, weight: 1 },
        { destination: { host: "b" }, weight: 3 },
      ],
      [0.25, 0.75],
    ],
    ["one weight only", [{ destination: { host: "a" }, weight: 100 }, { destination: { host: "b" } }], [1, 0]],
    ["no weight of two", [{ destination: { host: "a" } }, { destination: { host: "b" } }], [0, 0]],
  ])("a VirtualService: the shares of %s", (_of, route, shares) => {
    expect(parseVirtualService(of({ hosts: ["h"], http: [{ route, mirror: { host: "m" } }] }))).toMatchObject({
      destinations: [...shares, 0].map((share) => ({ share })),
    });
  });

  it("a VirtualService: every place that requests are sent to, mirrors too", () => {
    const route = { match: [{ sourceNamespace: "x" }], route: [{ destination: { host: "a", subset: "v1", port: { number: 80 } } }], mirror: { host: "b" } };
    expect(parseVirtualService(of({ hosts: ["h"], http: [route], tcp: [{ route: [{ destination: { host: "c" } }] }] }))).toMatchObject({
      destinations: [
        { host: "a", port: 80, subset: "v1", sources: ["x"] },
        { host: "b", port: null, subset: "", sources: ["x"] },
        { host: "c", port: null, subset: "", sources: [] },
      ],
    });
  });
});

describe("traffic distribution (docs/istio.md#traffic-distribution)", () => {
  const annotated = (value: string) => ({ annotations: { "networking.istio.io/traffic-distribution": value } });
  it.each([
    ["the field goes first", of({ trafficDistribution: "PreferSameNode" }, annotated("PreferClose")), "same-node"],
    ["else the annotation, in any case", of({ trafficDistribution: "prefersamenode" }, annotated("preferCLOSE")), "same-zone"],
    ["an unknown annotation means none", of({}, annotated("near")), "any"],
    ["neither: the namespace's", of({}), null],
  ])("%s", (_fact, raw, expected) => {
    expect(distributionOf(raw)).toBe(expected);
  });

  it("a ServiceEntry has the annotation alone", () => {
    expect(annotatedDistribution(of({ trafficDistribution: "PreferClose" }))).toBeNull();
  });
});

it.each([
  ["all parts with their slashes", { "topology.kubernetes.io/region": "r", "topology.kubernetes.io/zone": "z" }, "r/z/"],
  ["labels of old", { "failure-domain.beta.kubernetes.io/zone": "z" }, "/z/"],
  ["none", {}, ""],
])("a Node's place: %s", (_fact, labels, expected) => {
  expect(nodeLocalityOf({ metadata: { labels } })).toBe(expected);
});

describe("objects of strangers", () => {
  const PARSERS = [
    parseKubernetesService,
    parseServiceEntry,
    parseSelectablePod,
    parseDestinationRule,
    parseSidecar,
    parsePeerAuthentication,
    parseVirtualService,
    parseAuthorizationPolicy,
  ] as const;
  const HOSTILE: readonly unknown[] = [
    null,
    [],
    "text",
    { metadata: [], spec: "x" },
    of([]),
    of({ ports: "x", hosts: {}, subsets: 1, egress: "x", http: {}, selector: [], containers: {} }),
    of({ ports: [null, 1, [], {}], hosts: [1, null], endpoints: [{}], subsets: [null], egress: [1], http: [null, { route: "x", match: 3 }] }),
    of({ endpoints: [null] }),
    JSON.parse('{"metadata":{"name":"a","labels":{"__proto__":"x","constructor":"y"}},"spec":{"selector":{"__proto__":"x"},"portLevelMtls":{"__proto__":{}}}}'),
  ];

  it.each(HOSTILE.map((raw) => [JSON.stringify(raw), raw] as const))("%s: an answer or a reason, never an error", (_text, raw) => {
    for (const parse of PARSERS) expect(parse(raw)).toBeTypeOf("object");
    expect(selectionWorldOf([{ kind: "WorkloadEntry" }, { kind: "Service" }, raw], aMesh()).entries).toEqual([]);
  });

  it("a selector named __proto__ is a label like any other", () => {
    expect(parseKubernetesService(HOSTILE.at(-1))).toMatchObject({ selector: [["__proto__", "x"]] });
  });
});
