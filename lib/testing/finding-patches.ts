import type { OwnerReference, WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingRemedy } from "@/lib/domain/findings/rule";
import type { Probe, WorkloadGroup } from "@/lib/domain/group/workload-group";
import { type LabelSet, sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { MeshService, ServiceEntryPort } from "@/lib/domain/selection/objects";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import type { FindingObjects } from "./findings-world";

type Json = Readonly<Record<string, unknown>>;
/** What a field of a patch makes of an object; each path that a rule writes has one here. */
type Writers<T> = Readonly<Record<string, (value: unknown, before: T) => Partial<T>>>;

const text = (value: unknown) => (value === null ? "" : String(value));

/** A merge patch over labels or annotations: null takes a key away. */
function mergedPairs(before: LabelSet, patch: unknown): LabelSet {
  const pairs = new Map(before);
  for (const [key, value] of Object.entries(patch as Json)) {
    if (value === null) pairs.delete(key);
    else pairs.set(key, String(value));
  }
  return sortedLabelSet(pairs);
}

function portPairs(patch: unknown, before: WorkloadEntry["ports"]): WorkloadEntry["ports"] {
  const ports = new Map(before);
  for (const [name, port] of Object.entries((patch ?? {}) as Json)) {
    if (port === null) ports.delete(name);
    else ports.set(name, Number(port));
  }
  return [...ports].sort(([a], [b]) => (a < b ? -1 : 1));
}

const ANNOTATIONS: Readonly<Record<string, (value: string | null) => Partial<WorkloadEntry>>> = {
  "istio.io/autoRegistrationGroup": (value) => ({ registrationGroup: value ?? "" }),
  "istio.io/workloadController": (value) => ({ controller: value ?? "" }),
  "istio.io/connectedAt": (value) => ({ connectedAt: value === null ? null : parseTimestamp(value) }),
  "istio.io/disconnectedAt": (value) => ({ disconnectedAt: value === null ? null : parseTimestamp(value) }),
  "proxy.istio.io/health-checks-enabled": (value) => ({ gate: value }),
};

function annotated(patch: unknown): Partial<WorkloadEntry> {
  const fields = Object.entries(patch as Json).map(([key, value]) => {
    const write = ANNOTATIONS[key];
    if (write === undefined) throw new Error(`no test knows the annotation ${key} of an entry`);
    return write(value === null ? null : String(value));
  });
  return Object.assign({}, ...fields);
}

const ENTRY: Writers<WorkloadEntry> = {
  "metadata.labels": (value, { metadataLabels }) => ({ metadataLabels: mergedPairs(metadataLabels, value) }),
  "metadata.annotations": annotated,
  "metadata.ownerReferences": (value) => ({ owner: (value as readonly (OwnerReference & { readonly controller: true })[])[0] ?? null }),
  "spec.labels": (value, { specLabels }) => ({ specLabels: mergedPairs(specLabels, value) }),
  "spec.address": (value) => ({ address: text(value) }),
  "spec.network": (value) => ({ network: text(value) }),
  "spec.locality": (value) => ({ locality: text(value) }),
  "spec.serviceAccount": (value) => ({ serviceAccount: text(value) }),
  "spec.weight": (value) => ({ weight: value === null ? null : Number(value) }),
  "spec.ports": (value, { ports }) => ({ ports: portPairs(value, ports) }),
};

type Template = WorkloadGroup["template"];
const TEMPLATE: Writers<Template> = {
  labels: (value, { labels }) => ({ labels: mergedPairs(labels, value) }),
  address: (value) => ({ address: text(value) }),
  network: (value) => ({ network: text(value) }),
  locality: (value) => ({ locality: text(value) }),
  serviceAccount: (value) => ({ serviceAccount: text(value) }),
  weight: (value) => ({ weight: value === null ? null : Number(value) }),
  ports: (value, { ports }) => ({ ports: portPairs(value, ports) }),
};

const GROUP: Writers<WorkloadGroup> = {
  "metadata.labels": (value, { revision }) => ({ revision: valueOfLabel(mergedPairs([["istio.io/rev", revision]], value), "istio.io/rev") ?? "" }),
  "metadata.annotations": (value, { expectedSize }) => ({ expectedSize: (value as Record<string, string | null>)["stolos.dev/expected-size"] ?? expectedSize }),
  "spec.metadata": (value, before) => {
    const { labels = {}, annotations = {} } = value as { labels?: Json; annotations?: Json };
    return { entryLabels: mergedPairs(before.entryLabels, labels), entryAnnotations: mergedPairs(before.entryAnnotations, annotations) };
  },
  "spec.template": (value, { template }) => ({ template: written(TEMPLATE, template, value as Json, "") }),
  "spec.probe": (value, { probe }) => ({ probe: value === null || probe === null ? null : probeAfter(probe, value as Json) }),
};

const METHODS = ["httpGet", "tcpSocket", "exec", "grpc"] as const satisfies readonly Probe["method"][];

/** A probe whose method is taken away, set or left as it is; of what a method says, its port. */
function probeAfter(probe: Probe, patch: Json): Probe {
  const kept = patch[probe.method] === null ? "none" : probe.method;
  const method = METHODS.find((one) => patch[one] !== undefined && patch[one] !== null) ?? kept;
  const port = (patch[method] as { readonly port?: number } | undefined)?.port ?? probe.port;
  return { ...probe, method, port };
}

/** PreferClose is the only distribution that a rule writes, and a list of namespaces the only other annotation. */
function annotatedSelector(patch: unknown): Partial<MeshService> {
  const { "networking.istio.io/exportTo": exportTo, "networking.istio.io/traffic-distribution": distribution, ...others } = patch as Json;
  if (Object.keys(others).length > 0 || (distribution ?? "PreferClose") !== "PreferClose") throw new Error(`no test knows ${JSON.stringify(patch)} of a host`);
  return {
    ...(exportTo === undefined ? {} : { exportTo: String(exportTo).split(",") }),
    ...(distribution === undefined ? {} : { distribution: "same-zone" as const }),
  };
}

function entryPort({ name, number, protocol, targetPort }: Json): ServiceEntryPort {
  return { name: text(name), number: Number(number), protocol: text(protocol), target: targetPort === undefined ? null : Number(targetPort) };
}

const RULE: Writers<DestinationRule> = {
  "spec.trafficPolicy": (value, { policy }) => {
    const { outlierDetection, ...others } = value as { outlierDetection: { maxEjectionPercent: number } };
    if (Object.keys(others).length > 0 || policy === null) throw new Error("no test knows what this makes of a traffic policy");
    const before = policy.outlier ?? { minHealthPercent: 0 };
    return { policy: { ...policy, outlier: { ...before, maxEjectionPercent: outlierDetection.maxEjectionPercent } } };
  },
};

const SELECTOR: Writers<MeshService> = {
  "metadata.labels": (value, { labels }) => ({ labels: mergedPairs(labels, value) }),
  "spec.resolution": (value) => ({ resolution: value }) as Partial<MeshService>,
  "spec.location": (value) => ({ isExternal: value !== "MESH_INTERNAL" }) as Partial<MeshService>,
  "spec.exportTo": (value) => ({ exportTo: value as string[] }),
  "spec.hosts": (value) => ({ hosts: value as string[] }) as Partial<MeshService>,
  "spec.selector": (value, { selector }) => ({ selector: mergedPairs(selector ?? [], value) }),
  "spec.workloadSelector": (value, { selector }) => ({ selector: value === null ? null : mergedPairs(selector ?? [], (value as Json).labels) }),
  "metadata.annotations": annotatedSelector,
  "spec.trafficDistribution": () => ({ distribution: "same-zone" }),
  "spec.ports": (value) => ({ ports: (value as Json[]).map(entryPort) }) as Partial<MeshService>,
  "spec.clusterIP": (value) => ({ isHeadless: value === "None" }) as Partial<MeshService>,
};

/** The same objects after a merge patch of one of them; a field that no test knows is an error, never left out. Commands cannot be tried here. */
export function patched(objects: FindingObjects, patch: FindingRemedy | undefined): FindingObjects {
  if (patch === undefined || "command" in patch) throw new Error("there is no merge patch");
  const apply = <T extends { readonly namespace: string; readonly name: string }>(all: readonly T[] | undefined, writers: Writers<T>): readonly T[] => {
    const found = all?.some((one) => isMeant(one, patch)) ?? false;
    if (!found) throw new Error(`there is no ${patch.kind} ${patch.namespace}/${patch.name} to patch`);
    return (all ?? []).map((one) => (isMeant(one, patch) ? patchedObject(writers, one, patch.body as Json) : one));
  };
  switch (patch.kind) {
    case "WorkloadEntry":
      return { ...objects, entries: apply(objects.entries, ENTRY) };
    case "WorkloadGroup":
      return { ...objects, groups: apply(objects.groups, GROUP) };
    case "Service":
    case "ServiceEntry": {
      const others = objects.hosts?.filter(({ kind }) => kind !== patch.kind) ?? [];
      return {
        ...objects,
        hosts: [
          ...others,
          ...apply(
            objects.hosts?.filter(({ kind }) => kind === patch.kind),
            SELECTOR,
          ),
        ],
      };
    }
    case "DestinationRule":
      return { ...objects, policies: { ...objects.policies, rules: apply(objects.policies?.rules, RULE) } };
    default:
      throw new Error(`no test can patch a ${patch.kind}`);
  }
}

function isMeant(
  one: { readonly namespace: string; readonly name: string },
  { namespace, name }: { readonly namespace: string; readonly name: string },
): boolean {
  return one.namespace === namespace && one.name === name;
}

function patchedObject<T>(writers: Writers<T>, object: T, body: Json): T {
  return Object.entries(body).reduce((after, [part, fields]) => written(writers, after, fields as Json, `${part}.`), object);
}

function written<T>(writers: Writers<T>, object: T, fields: Json, prefix: string): T {
  const after = { ...object };
  for (const [name, value] of Object.entries(fields)) {
    const write = writers[`${prefix}${name}`];
    if (write === undefined) throw new Error(`no test knows ${prefix}${name}`);
    Object.assign(after as object, write(value, after));
  }
  return after;
}
