import fc from "fast-check";
import type { MachineChoices } from "@/lib/domain/bundle/machine-choices";

/** A machine without choices of its own. */
export const ANY_MACHINE: MachineChoices = { internalIp: "", externalIp: "", labels: [], locality: "", captureDns: true, autoRegister: true };

/** One call of `istioctl x workload entry configure`, and the group that it is made for. */
export interface BundleCase {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly revision: string;
  /** The group is given as a file, which fills what it leaves out; else by its name. */
  readonly byFile: boolean;
  readonly internalIp: string;
  readonly externalIp: string;
  /** "" = that of the gateway's Service. */
  readonly ingressIp: string;
  /** Null = that of the injector's ConfigMap. */
  readonly clusterId: string | null;
  readonly autoRegister: boolean;
  readonly captureDns: boolean;
  readonly seconds: number;
}

/** Mesh configurations by revision, and the cluster ID in the values of its injector. The revision without a name is that of the cluster itself. */
export const BUNDLE_REVISIONS: Readonly<Record<string, { readonly mesh: string; readonly clusterId: string }>> = {
  bare: { mesh: "{}", clusterId: "Kubernetes" },
  unset: { mesh: "defaultConfig: {}", clusterId: "" },
  canary: {
    mesh: 'trustDomain: corp.example\ndefaultConfig:\n  meshId: mesh-7\n  proxyMetadata: {ISTIO_META_DNS_CAPTURE: "false", FROM_MESH: "on", SHARED: mesh}\n',
    clusterId: "east",
  },
  rich: {
    mesh: 'trustDomain: cluster.local\ndefaultConfig:\n  discoveryAddress: istiod-rich.istio-system.svc:15012\n  statusPort: 15030\n  concurrency: 2\n  drainDuration: 45s\n  holdApplicationUntilProxyStarts: true\n  proxyMetadata: {QUOTED: "it\'s a $HOME"}\n',
    clusterId: "west-2",
  },
};

const words = fc.constantFrom("web", "api", "v1", "v2.1", "yes", "on", "1", "null", "A_b-c");
const labels = fc.dictionary(
  fc.constantFrom("app", "version", "tier", "app.kubernetes.io/name", "service.istio.io/canonical-name", "service.istio.io/canonical-revision", "team/part"),
  words,
  { maxKeys: 4 },
);
const proxyConfig = fc.constantFrom(
  "concurrency: 3\nproxyMetadata: {FROM_GROUP: 'yes', SHARED: group}\n",
  "statusPort: 15021\n",
  "statusPort: 15090\nmeshId: own\n",
  "discoveryAddress: istiod.elsewhere.svc:15012\n",
  "proxyMetadata: {WITH_SPACE: 'a b', WITH_QUOTE: \"it's\", EMPTY: ''}\ndrainDuration: 90s\n",
  "tracing: {sampling: 10, zipkin: {address: 'zipkin.tracing:9411'}}\n",
);
const annotations = fc.oneof(fc.constant({}), fc.record({ "proxy.istio.io/config": proxyConfig }), fc.constant({ "example.org/other": "kept" }));
const optional = { requiredKeys: [] };
const timings = {
  initialDelaySeconds: fc.integer({ min: 1, max: 9 }),
  periodSeconds: fc.integer({ min: 1, max: 30 }),
  failureThreshold: fc.integer({ min: 1, max: 5 }),
};
const http = fc.record({ path: fc.constantFrom("/ready", "/health?deep=1"), port: fc.constantFrom(8080, 9090) });
const probe = fc.oneof(
  fc.record({ httpGet: http, ...timings }, { requiredKeys: ["httpGet"] }),
  fc.record({ tcpSocket: fc.record({ port: fc.constant(5432) }), ...timings }, { requiredKeys: ["tcpSocket"] }),
  fc.record({ exec: fc.record({ command: fc.constant(["pg_isready", "-h", "localhost"]) }), ...timings }, { requiredKeys: ["exec"] }),
);
const template = fc.record(
  {
    serviceAccount: fc.constantFrom("vm", "vm", "vm", "default"),
    network: fc.constantFrom("vpc-1", "vpc-2"),
    locality: fc.constantFrom("eu-central-1/eu-central-1a", "us/b/c"),
    weight: fc.integer({ min: 1, max: 200 }),
    labels,
    ports: fc.dictionary(fc.constantFrom("http", "grpc", "tcp-db", "admin"), fc.constantFrom(8080, 9090, 5432, 15_021), { maxKeys: 3 }),
  },
  optional,
);
const spec = fc.record({ metadata: fc.record({ labels, annotations }, optional), template: template, probe }, { requiredKeys: ["template"] });
const address = fc.constantFrom("10.20.30.40", "fd00:10:96::1");
const addresses = fc.oneof(
  fc.record({ internalIp: address, externalIp: fc.constant("") }),
  fc.record({ internalIp: fc.constant(""), externalIp: address }),
  fc.constant({ internalIp: "", externalIp: "" }),
);

/** A random call. A file without an account is left out: istioctl then names one that the group does not have. */
export const arbitraryBundleCase: fc.Arbitrary<Omit<BundleCase, "name">> = fc
  .tuple(
    fc.record({
      annotations,
      spec,
      revision: fc.constantFrom("", ...Object.keys(BUNDLE_REVISIONS)),
      byFile: fc.boolean(),
      ingressIp: fc.constantFrom("", "203.0.113.77", "fd00:10:96::2"),
      clusterId: fc.constantFrom(null, null, "other"),
      autoRegister: fc.boolean(),
      captureDns: fc.boolean(),
      seconds: fc.constantFrom(600, 1_800, 3_600),
    }),
    addresses,
  )
  .map(([call, where]) => ({ ...call, ...where, byFile: call.byFile && call.spec.template.serviceAccount !== undefined }));

/** What a case shows, to count how much was seen. */
export function bundleFeatures({ annotations: own, spec: written, ...call }: BundleCase): readonly string[] {
  const { metadata, template: machine, probe: asked } = written as Partial<Record<string, Readonly<Record<string, unknown>>>>;
  const shown: Readonly<Record<string, boolean>> = {
    [`revision ${call.revision || "default"}`]: true,
    "internal address": call.internalIp !== "",
    "external address": call.externalIp !== "",
    "no address": call.internalIp === "" && call.externalIp === "",
    IPv6: `${call.internalIp}${call.externalIp}${call.ingressIp}`.includes(":"),
    "gateway of the Service": call.ingressIp === "",
    "cluster ID read": call.clusterId === null,
    "by file": call.byFile,
    "by name": !call.byFile,
    "auto-registered": call.autoRegister,
    "own DNS": !call.captureDns,
    "without metadata": metadata === undefined,
    "without account": machine?.serviceAccount === undefined,
    ports: Object.keys(machine?.ports ?? {}).length > 0,
    "labels in both places": Object.keys(machine?.labels ?? {}).length > 0 && Object.keys(metadata?.labels ?? {}).length > 0,
    network: machine?.network !== undefined,
    locality: machine?.locality !== undefined,
    probe: asked !== undefined,
    "proxy configuration": "proxy.istio.io/config" in own || Object.keys(metadata?.annotations ?? {}).includes("proxy.istio.io/config"),
  };
  return Object.keys(shown).filter((feature) => shown[feature] === true);
}
