import { isIP } from "node:net";
import { type Judged, machinesAt } from "./judged";
import type { RawObject } from "./raw-objects";
import type { RawWatch } from "./raw-watch";

/** One Service or ServiceEntry and whom it takes, as a reader with kubectl and Istio's rules would judge it. */
export interface JudgedHost {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  /** The host names that it defines. */
  readonly hosts: readonly string[];
  readonly object: RawObject;
  /** Machines that it takes, whether or not they answer. */
  readonly machines: readonly Judged[];
  readonly pods: readonly RawObject[];
  readonly readyPods: number;
  /** Endpoints that a ServiceEntry writes itself. */
  readonly inline: number;
}

type Labels = Readonly<Record<string, string>>;

/** Every host that was there at a moment. */
export function hostsAt(raw: RawWatch, moment: number): readonly JudgedHost[] {
  const [machines, pods] = [machinesAt(raw, moment), raw.at("workload-pod", moment)];
  return [
    ...raw.at("service", moment).map((object) => judged("Service", object, machines, pods)),
    ...raw.at("serviceentry", moment).map((object) => judged("ServiceEntry", object, machines, pods)),
  ];
}

function judged(kind: JudgedHost["kind"], object: RawObject, machines: readonly Judged[], pods: readonly RawObject[]): JudgedHost {
  const { metadata, spec = {} } = object;
  const { namespace, name } = metadata;
  const wanted = kind === "Service" ? (spec.selector ?? {}) : (spec.workloadSelector?.labels ?? {});
  const isSelecting = Object.keys(wanted).length > 0 && spec.type !== "ExternalName" && spec.clusterIP !== "None";
  const takesName = kind === "ServiceEntry" && (spec.resolution ?? "").startsWith("DNS");
  const isTaken = (machine: Judged) => machine.namespace === namespace && has(labelsOf(machine.object), wanted) && (takesName || isAddress(machine.object));
  const isPodTaken = ({ metadata: pod, status }: RawObject) =>
    pod.namespace === namespace && has(pod.labels ?? {}, wanted) && !["Succeeded", "Failed"].includes(status?.phase ?? "");
  const taken = isSelecting ? pods.filter(isPodTaken) : [];
  return {
    ...{ kind, namespace, name, object, pods: taken },
    hosts: kind === "Service" ? [`${name}.${namespace}.svc.cluster.local`] : (spec.hosts ?? []),
    machines: isSelecting ? machines.filter(isTaken) : [],
    readyPods: taken.filter(isReady).length,
    inline: kind === "ServiceEntry" && spec.workloadSelector === undefined ? (spec.endpoints ?? []).length : 0,
  };
}

/** `metadata.labels` over `spec.labels`, and what the locality and the network add. */
function labelsOf({ metadata, spec }: RawObject): Labels {
  const written: Labels = { ...spec?.labels, ...metadata.labels };
  const [region = "", zone = "", subzone = ""] = (spec?.locality ?? "").split("/");
  const derived: Record<string, string> = {};
  if (region !== "") derived["topology.kubernetes.io/region"] = region;
  if (zone !== "") derived["topology.kubernetes.io/zone"] = zone;
  if (subzone !== "") derived["topology.istio.io/subzone"] = subzone;
  if (spec?.network && !written["topology.istio.io/network"]) derived["topology.istio.io/network"] = spec.network;
  return { ...written, ...derived };
}

function has(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

/** An IP address, or none: the gateway of its network then stands for it. */
function isAddress({ spec }: RawObject): boolean {
  const address = spec?.address ?? "";
  return address === "" || isIP(address) !== 0;
}

function isReady({ metadata, status }: RawObject): boolean {
  return metadata.deletionTimestamp === undefined && status?.conditions?.find(({ type }) => type === "Ready")?.status === "True";
}

/** Where a named port of a host ends on a machine: its own port of the name, else the target, else the number; null = nowhere (facts 4.3, 4.4). */
export function endOf(host: JudgedHost, machine: RawObject, number: number): number | null {
  const port = host.object.spec?.ports;
  const asked = Array.isArray(port) ? port.find((one) => (one.port ?? one.number) === number) : undefined;
  const own = machine.spec?.ports;
  const named = own === undefined || Array.isArray(own) ? {} : (own as Readonly<Record<string, number>>);
  if (asked === undefined) return null;
  if (typeof asked.targetPort === "string") return named[asked.targetPort] ?? null;
  return named[asked.name ?? ""] ?? asked.targetPort ?? number;
}
