/** Kinds whose labels and annotations are checked for keys that Istio does not read. */
export type KeyCheckedKind = "WorkloadEntry" | "WorkloadGroup" | "Service" | "ServiceEntry";

export interface IstioKeyPlace {
  readonly key: string;
  /** `label`, `annotation`, or the path of the field that Istio reads instead. */
  readonly reads: string;
  readonly on: readonly KeyCheckedKind[];
}

const ENTRY: readonly KeyCheckedKind[] = ["WorkloadEntry"];
const SERVICES: readonly KeyCheckedKind[] = ["Service", "ServiceEntry"];

/**
 * Where Istio reads each key, by kind of object. Sources: the registry of Istio's API (`label/labels.gen.go`, `annotation/annotations.gen.go`, July
 * 2026). The registry lists keys of entries under Pod; for these the source is istiod's code (`serviceentry/conversion.go`,
 * `autoregistration/controller.go`, `ambient/workloads.go`; docs/istio.md#marks, #labels, #locality, #ambient). Keys for Pods only are absent.
 */
export const ISTIO_KEYS: readonly IstioKeyPlace[] = [
  { key: "istio.io/rev", reads: "label", on: ["WorkloadEntry", "WorkloadGroup", "ServiceEntry"] },
  { key: "security.istio.io/tlsMode", reads: "label", on: ENTRY },
  { key: "topology.istio.io/locality", reads: "label", on: ENTRY },
  { key: "istio-locality", reads: "label", on: ENTRY },
  { key: "istio.io/draining", reads: "label", on: ENTRY },
  { key: "networking.istio.io/tunnel", reads: "label", on: ENTRY },
  { key: "service.istio.io/canonical-name", reads: "label", on: ENTRY },
  { key: "service.istio.io/canonical-revision", reads: "label", on: ENTRY },
  { key: "service.istio.io/workload-name", reads: "label", on: ENTRY },
  { key: "topology.istio.io/network", reads: "spec.network", on: ENTRY },
  { key: "proxy.istio.io/health-checks-enabled", reads: "annotation", on: ENTRY },
  { key: "istio.io/autoRegistrationGroup", reads: "annotation", on: ENTRY },
  { key: "istio.io/workloadController", reads: "annotation", on: ENTRY },
  { key: "istio.io/connectedAt", reads: "annotation", on: ENTRY },
  { key: "istio.io/disconnectedAt", reads: "annotation", on: ENTRY },
  { key: "ambient.istio.io/redirection", reads: "annotation", on: ENTRY },
  { key: "istio.io/use-waypoint", reads: "label", on: [...ENTRY, ...SERVICES] },
  { key: "istio.io/use-waypoint-namespace", reads: "label", on: [...ENTRY, ...SERVICES] },
  { key: "istio.io/use-waypoint-canary", reads: "label", on: SERVICES },
  { key: "istio.io/use-waypoint-canary-namespace", reads: "label", on: SERVICES },
  { key: "istio.io/use-waypoint-canary-weight", reads: "annotation", on: SERVICES },
  { key: "istio.io/ingress-use-waypoint", reads: "label", on: SERVICES },
  { key: "istio.io/persistent-session", reads: "label", on: SERVICES },
  { key: "networking.istio.io/traffic-distribution", reads: "annotation", on: SERVICES },
  { key: "networking.istio.io/enable-autoallocate-ip", reads: "label", on: ["ServiceEntry"] },
  { key: "networking.istio.io/exportTo", reads: "spec.exportTo", on: ["ServiceEntry"] },
  { key: "networking.istio.io/exportTo", reads: "annotation", on: ["Service"] },
  { key: "alpha.istio.io/canonical-serviceaccounts", reads: "annotation", on: ["Service"] },
  { key: "alpha.istio.io/kubernetes-serviceaccounts", reads: "annotation", on: ["Service"] },
  { key: "traffic.istio.io/nodeSelector", reads: "annotation", on: ["Service"] },
  { key: "networking.istio.io/gatewayPort", reads: "label", on: ["Service"] },
  { key: "topology.istio.io/network", reads: "label", on: ["Service"] },
];

const READS = new Map(ISTIO_KEYS.flatMap(({ key, reads, on }) => on.map((holder) => [`${holder} ${key}`, reads] as const)));

/** The keys of the labels and annotations in one `metadata`. `at`: the path of the `metadata`. */
export interface MetadataKeys {
  readonly at: string;
  readonly labels: readonly string[];
  readonly annotations: readonly string[];
}

/**
 * Returns the keys that Istio does not read where they are written, as paths such as `metadata.annotations[istio.io/rev]`. A key that is also in its
 * right place is not returned, and neither is a label in place of which Istio reads a field.
 */
export function misplacedKeys({ at, labels, annotations }: MetadataKeys, holder: KeyCheckedKind): readonly string[] {
  const reads = (key: string) => READS.get(`${holder} ${key}`);
  const asAnnotation = annotations.filter((key) => {
    const place = reads(key);
    return place !== undefined && place !== "annotation" && !(place === "label" && labels.includes(key));
  });
  const asLabel = labels.filter((key) => reads(key) === "annotation" && !annotations.includes(key));
  return [...asAnnotation.map((key) => `${at}.annotations[${key}]`), ...asLabel.map((key) => `${at}.labels[${key}]`)];
}

/** Returns the key in a path of `misplacedKeys`, and the path from which Istio reads that key. */
export function splitMisplacedKeyPath(path: string, holder: KeyCheckedKind): { readonly key: string; readonly reads: string } {
  const [, at = "", key = ""] = /^(.*)\.(?:annotations|labels)\[(.*)\]$/.exec(path) ?? [];
  const reads = READS.get(`${holder} ${key}`) ?? "";
  return { key, reads: reads === "label" ? `${at}.labels` : reads === "annotation" ? `${at}.annotations` : reads };
}
