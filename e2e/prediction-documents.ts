import { readFileSync } from "node:fs";

/** A document of which both the page's prediction and the API server's answer are asked. */
export interface TriedDocument {
  readonly title: string;
  readonly kind: string;
  readonly object: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const ISTIO = "networking.istio.io/v1";
const LONG = (length: number) => "x".repeat(length);

const VALID: Readonly<Record<string, Fields>> = {
  WorkloadGroup: {
    apiVersion: ISTIO,
    spec: { metadata: { labels: { app: "web" } }, template: { serviceAccount: "web-vm", ports: { http: 80 } }, probe: { tcpSocket: { port: 80 } } },
  },
  WorkloadEntry: { apiVersion: ISTIO, spec: { address: "10.0.0.7", labels: { app: "web" }, ports: { http: 80 }, weight: 1 } },
  ServiceEntry: {
    apiVersion: ISTIO,
    spec: {
      hosts: ["web.example.com"],
      ports: [{ name: "http", number: 80, protocol: "HTTP" }],
      location: "MESH_INTERNAL",
      resolution: "STATIC",
      workloadSelector: { labels: { app: "web" } },
    },
  },
  Service: { apiVersion: "v1", spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: 8080 }] } },
};

const METADATA: readonly (readonly [string, unknown])[] = [
  ["metadata.name", "Bad_Name"],
  ["metadata.name", "-web"],
  ["metadata.labels", { team: "a" }],
  ["metadata.labels", { "bad key": "a" }],
  ["metadata.labels", { a: LONG(64) }],
  ["metadata.labels", { a: "é" }],
  ["metadata.unknown", 1],
  ["spec.unknown", 1],
  ["unknown", 1],
];

const WORKLOAD = (at: string): readonly (readonly [string, unknown])[] => [
  ...[0, 1, 65_535, 65_536, -1, "80", 1.5].map((port) => [`${at}.ports`, { http: port }] as const),
  ...[0, 4_294_967_295, 4_294_967_296, -1, "1"].map((weight) => [`${at}.weight`, weight] as const),
  ...[LONG(253), LONG(254), 7].map((account) => [`${at}.serviceAccount`, account] as const),
  ...[LONG(2_048), LONG(2_049), "net-a"].map((network) => [`${at}.network`, network] as const),
  ...["eu/a/b", LONG(2_049), 3].map((locality) => [`${at}.locality`, locality] as const),
  ...["10.0.0.1", "fd00::1", "web.example.com", "unix:///run/web.sock", "unix://relative", LONG(257), ""].map((address) => [`${at}.address`, address] as const),
  ...[{ app: "x" }, { "a b": "x" }, { a: LONG(64) }, { a: 1 }].map((labels) => [`${at}.labels`, labels] as const),
];

const CHANGES: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  WorkloadGroup: [
    ...METADATA,
    ...WORKLOAD("spec.template"),
    ...[{}, { httpGet: {} }, { httpGet: { port: 80 } }, { httpGet: { port: 0 } }, { httpGet: { port: 80, scheme: "FTP" } }].map(
      (probe) => ["spec.probe", probe] as const,
    ),
    ...[{ exec: { command: [] } }, { exec: { command: ["true"] } }, { exec: {} }, { grpc: { port: 80 } }].map((probe) => ["spec.probe", probe] as const),
    ["spec.probe", { tcpSocket: { port: 80 }, httpGet: { port: 80 } }],
    ["spec.probe", { tcpSocket: { port: 80 }, periodSeconds: -1 }],
    ["spec.probe", { tcpSocket: { port: 80 }, periodSeconds: 1.5 }],
    ["spec.metadata", { labels: { "a b": "c" } }],
    ["spec.metadata", { labels: { a: LONG(64) } }],
    ["spec.metadata", { annotations: { a: "b" }, other: 1 }],
    ["spec.template", undefined],
    ["spec", undefined],
  ],
  WorkloadEntry: [...METADATA, ...WORKLOAD("spec"), ["spec.address", undefined], ["spec", undefined]],
  ServiceEntry: [
    ...METADATA,
    ...[[], ["*"], ["*.example.com"], ["a.*.com"], ["a", "b"], ["http://a"], undefined].map((hosts) => ["spec.hosts", hosts] as const),
    ...["NONE", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS", "OTHER"].map((resolution) => ["spec.resolution", resolution] as const),
    ...["MESH_EXTERNAL", "SOMEWHERE"].map((location) => ["spec.location", location] as const),
    ...["HTTP", "TCP", "NOTHING", ""].map((protocol) => ["spec.ports", [{ name: "p", number: 80, protocol }]] as const),
    ["spec.ports", [{ name: "p", number: 0, protocol: "TCP" }]],
    [
      "spec.ports",
      [
        { name: "p", number: 80 },
        { name: "p", number: 81 },
      ],
    ],
    [
      "spec.ports",
      [
        { name: "p", number: 80 },
        { name: "q", number: 80 },
      ],
    ],
    ["spec.ports", [{ number: 80 }]],
    ["spec.endpoints", [{ address: "10.0.0.1" }]],
    ["spec.workloadSelector", {}],
    ["spec.workloadSelector", { labels: { "*": "a" } }],
    ["spec.workloadSelector", { labels: { a: "*" } }],
    ...[["."], ["*"], [".", "."], ["*", "a"], ["~", "."], ["A b"]].map((exportTo) => ["spec.exportTo", exportTo] as const),
    ...[["10.0.0.1"], ["10.0.0.0/8"], ["not an address"]].map((addresses) => ["spec.addresses", addresses] as const),
    ["spec", undefined],
  ],
  Service: [
    ...METADATA,
    ...[0, 1, 65_535, 65_536, "80"].map((port) => ["spec.ports", [{ name: "a", port }]] as const),
    ["spec.ports", [{ port: 80 }, { port: 81 }]],
    [
      "spec.ports",
      [
        { name: "a", port: 80 },
        { name: "a", port: 81 },
      ],
    ],
    ["spec.ports", [{ name: "Bad_Port", port: 80 }]],
    ["spec.ports", [{ name: "a", port: 80, targetPort: "http" }]],
    ["spec.type", "SOMETHING"],
    ["spec.selector", { "a b": "c" }],
  ],
};

/** Every recorded document, and each change of a valid one, alone and after another. */
export function triedDocuments(): readonly TriedDocument[] {
  return [...recorded(), ...Object.keys(VALID).flatMap(alone), ...Object.keys(VALID).flatMap(inPairs)];
}

function recorded(): readonly TriedDocument[] {
  const lines = readFileSync("lib/sandbox/recordings/admission.jsonl", "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { readonly title: string; readonly object: { readonly kind: string } })
    .map(({ title, object }) => ({ title, kind: object.kind, object: { ...object, apiVersion: ISTIO } }));
}

function alone(kind: string): readonly TriedDocument[] {
  return (CHANGES[kind] ?? []).map((change) => document(kind, [change]));
}

/** Some of all pairs, the same in every run. */
function inPairs(kind: string): readonly TriedDocument[] {
  const changes = CHANGES[kind] ?? [];
  return changes.flatMap((first, at) => {
    const second = changes[(at * 7 + 5) % changes.length];
    return second === undefined || second[0] === first[0] ? [] : [document(kind, [first, second])];
  });
}

function document(kind: string, changes: readonly (readonly [string, unknown])[]): TriedDocument {
  const valid = { ...VALID[kind], kind, metadata: { name: "tried", namespace: "shop" } };
  const object = changes.reduce<Fields>((held, [path, value]) => changed(held, path.split("."), value), valid);
  return { title: `${kind} ${changes.map(([path, value]) => `${path}=${JSON.stringify(value)?.slice(0, 60)}`).join(" ")}`, kind, object };
}

function changed(held: Fields, [key = "", ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length > 0) return { ...held, [key]: changed((held[key] ?? {}) as Fields, rest, value) };
  const { [key]: _, ...others } = held;
  return value === undefined ? others : { ...others, [key]: value };
}
