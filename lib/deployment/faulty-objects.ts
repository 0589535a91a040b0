const HEADER = {
  WorkloadEntry: "networking.istio.io/v1",
  WorkloadGroup: "networking.istio.io/v1",
  ServiceEntry: "networking.istio.io/v1",
  DestinationRule: "networking.istio.io/v1",
  Service: "v1",
};

type Kind = keyof typeof HEADER;

/** One object as JSON, in a namespace that has the code of a rule. */
function object(kind: Kind, code: string, name: string, { metadata, ...rest }: { readonly metadata?: object; readonly [field: string]: unknown }): string {
  return JSON.stringify({ apiVersion: HEADER[kind], kind, metadata: { name, namespace: code, ...metadata }, ...rest });
}

const entry = (code: string, name: string, spec: object, more: object = {}) =>
  object("WorkloadEntry", code, name, { spec: { address: "10.9.0.1", ...spec }, ...more });
const group = (code: string, name: string, spec: object, metadata: object = {}) =>
  object("WorkloadGroup", code, name, { metadata, spec: { template: {}, ...spec } });
const service = (code: string, name: string, spec: object) =>
  object("Service", code, name, { spec: { ports: [{ name: "http", port: 80, protocol: "TCP", targetPort: 80 }], type: "ClusterIP", ...spec } });
const serviceEntry = (code: string, name: string, spec: object, metadata: object = {}) =>
  object("ServiceEntry", code, name, {
    metadata,
    spec: {
      hosts: [`${name}.${code}.example`],
      location: "MESH_INTERNAL",
      resolution: "STATIC",
      ports: [{ name: "http", number: 80, protocol: "HTTP" }],
      ...spec,
    },
  });
const selects = (labels: object) => ({ workloadSelector: { labels } });
const app = { app: "shop" };
const registered = (name: string) => ({ annotations: { "istio.io/autoRegistrationGroup": name } });
const owner = (name: string, uid: string) => [{ apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name, uid, controller: true }];

/** For each rule that offers a patch: the objects of a namespace in which it finds something. */
export const FAULTY_OBJECTS = [
  group("stl102", "drift", { template: { ports: { http: 8080 }, labels: app } }),
  entry("stl102", "drift-1", { ports: { http: 9090 }, labels: app }, { metadata: { ...registered("drift"), labels: app } }),
  group("stl103", "bundle", { template: { labels: { ...app, version: "v1" } } }),
  entry("stl103", "bundle-1", { labels: { ...app, version: "v2" } }, { metadata: registered("bundle") }),
  entry("stl105", "ignored", {}, { status: { conditions: [{ type: "Healthy", status: "True" }] } }),
  entry("stl106", "unreadable", {}, { metadata: { annotations: { "proxy.istio.io/health-checks-enabled": "yes" } } }),
  group("stl112", "unowned", {}),
  entry("stl112", "unowned-1", {}, { metadata: registered("unowned") }),
  group("stl113", "replaced", {}, { uid: "00000000-0000-4000-8000-000000000113" }),
  entry("stl113", "replaced-1", {}, { metadata: { ...registered("replaced"), ownerReferences: owner("replaced", "00000000-0000-4000-8000-000000000999") } }),
  group("stl114", "owner", {}, { uid: "00000000-0000-4000-8000-000000000114" }),
  entry("stl114", "renamed-1", {}, { metadata: { ...registered("annotation"), ownerReferences: owner("owner", "00000000-0000-4000-8000-000000000114") } }),
  entry("stl122", "old-revision", {}, { metadata: { labels: { "istio.io/rev": "old" } } }),
  entry("stl124", "without-account", { serviceAccount: "missing" }),
  group("stl126", "drained", {}),
  entry("stl126", "drained-1", {}, { metadata: { ...registered("drained"), labels: { "istio.io/draining": "true" } } }),
  group("stl201", "a-name-that-is-longer-than-the-sixty-three-letters-of-a-label-value", {}),
  group("stl208", "two-values", { metadata: { labels: { team: "a" } }, template: { labels: { team: "b" } } }),
  group("stl209", "refused", { template: { labels: { place: "eu/west" } } }),
  group("stl210", "probe", { probe: { periodSeconds: 5 } }),
  group("stl211", "renames", { metadata: { annotations: { "istio.io/autoRegistrationGroup": "other" } } }),
  group("stl212", "gate", { metadata: { annotations: { "proxy.istio.io/health-checks-enabled": "true" } } }),
  group("stl213", "labels-entries", { metadata: { labels: { "istio.io/rev": "old" } } }),
  group("stl214", "labelled", {}, { labels: { "istio.io/rev": "old" } }),
  group("stl215", "without-account", { template: { serviceAccount: "missing" } }),
  service("stl302", "misses", { selector: { ...app, tier: "web" } }),
  entry("stl302", "near", { labels: { ...app, tier: "db" } }),
  serviceEntry("stl303", "unused", selects({ other: "label" })),
  entry("stl303", "far", { labels: app }),
  serviceEntry("stl304", "static", selects(app)),
  entry("stl304", "named", { address: "vm.example", labels: app }),
  serviceEntry("stl307", "none", { resolution: "NONE", ...selects(app) }),
  entry("stl307", "skipped", { labels: app }),
  serviceEntry("stl308", "round-robin", { resolution: "DNS_ROUND_ROBIN", ...selects(app) }),
  ...["a", "b"].map((name) => entry("stl308", name, { address: `${name}.example`, labels: app })),
  serviceEntry("stl309", "external", { location: "MESH_EXTERNAL", ...selects(app) }),
  entry("stl309", "in-mesh", { labels: app, serviceAccount: "default" }),
  serviceEntry("stl310", "late", { hosts: ["taken.example"], ...selects(app) }, { creationTimestamp: "2026-01-02T00:00:00Z" }),
  entry("stl310", "loser", { labels: app }),
  serviceEntry("stl310-owner", "early", { hosts: ["taken.example"], ...selects(app) }, { creationTimestamp: "2026-01-01T00:00:00Z" }),
  entry("stl310-owner", "winner", { labels: app }),
  serviceEntry("stl316", "selects", selects({ ...app, tier: "web" })),
  entry("stl316", "selected", { labels: { ...app, tier: "web" } }),
  entry("stl316", "unselected", { labels: app }),
  serviceEntry("stl390", "old-revision", selects(app), { labels: { "istio.io/rev": "old" } }),
  entry("stl390", "member", { labels: app }),
  serviceEntry("stl401", "ejects", selects(app)),
  ...["a", "a", "b"].map((zone, at) => entry("stl401", `vm-${at}`, { address: `10.9.1.${at + 1}`, labels: app, locality: `eu/eu-${zone}` })),
  object("DestinationRule", "stl401", "ejects", { spec: { host: "ejects.stl401.example", trafficPolicy: { outlierDetection: { consecutive5xxErrors: 5 } } } }),
  serviceEntry("stl404", "pool", selects(app)),
  ...["a", "b"].map((zone, at) => entry("stl404", `vm-${at}`, { address: `10.9.2.${at + 1}`, labels: app, locality: `eu/eu-${zone}` })),
  group("stl406", "placed", { template: { locality: "eu/eu-a" } }),
  entry("stl406", "placed-1", {}, { metadata: registered("placed") }),
  entry("stl407", "four-parts", { locality: "eu/eu-a/rack/slot" }),
  entry("stl503", "labelled", { serviceAccount: "default", labels: { "topology.istio.io/network": "two" } }),
  serviceEntry("stl505", "external", { location: "MESH_EXTERNAL", ...selects(app) }),
  entry("stl505", "behind", { network: "gcp-frankfurt", labels: app, serviceAccount: "default" }),
].join("\n---\n");
