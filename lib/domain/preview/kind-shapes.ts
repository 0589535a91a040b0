import type { DocumentShape } from "./shape";

/** The kinds that Stolos can edit, with the API versions that the API server accepts (docs/istio.md#definitions). */
export const EDITABLE_KINDS = {
  Service: { group: "", versions: ["v1"], resource: "services" },
  ServiceEntry: { group: "networking.istio.io", versions: ["v1", "v1beta1", "v1alpha3"], resource: "serviceentries" },
  WorkloadEntry: { group: "networking.istio.io", versions: ["v1", "v1beta1", "v1alpha3"], resource: "workloadentries" },
  WorkloadGroup: { group: "networking.istio.io", versions: ["v1", "v1beta1", "v1alpha3"], resource: "workloadgroups" },
} as const;

export type EditableKind = keyof typeof EDITABLE_KINDS;

/** The editable kinds by their plural in the URL of an object. */
export const EDITABLE_KIND_BY_RESOURCE = {
  services: "Service",
  serviceentries: "ServiceEntry",
  workloadentries: "WorkloadEntry",
  workloadgroups: "WorkloadGroup",
} as const;

/** Returns true for the name of a kind that Stolos can edit. */
export function isEditableKind(text: string): text is EditableKind {
  return Object.hasOwn(EDITABLE_KINDS, text);
}

function apiVersionsOf(kind: EditableKind): readonly string[] {
  const { group, versions } = EDITABLE_KINDS[kind];
  return versions.map((version) => (group === "" ? version : `${group}/${version}`));
}

const TEXT: DocumentShape = { type: "a text" };
const WHOLE: DocumentShape = { type: "a whole number" };
const FLAG: DocumentShape = { type: "true or false" };
const ANY: DocumentShape = { type: "anything" };
const UINT32: DocumentShape = { type: "a whole number", least: 0, most: 4_294_967_295 };
const COUNT: DocumentShape = { type: "a whole number", least: 0, most: 2_147_483_647 };
const PAIRS: DocumentShape = { type: "pairs", of: TEXT };
const PAIRS_256: DocumentShape = { type: "pairs", of: TEXT, most: 256 };
const TEXTS: DocumentShape = { type: "a list", of: TEXT };

/** The spec of an entry, the template of a group, or an endpoint that is written in a ServiceEntry (docs/istio.md#entry-fields). */
const WORKLOAD: DocumentShape = {
  type: "an object",
  fields: {
    address: { type: "a text", longest: 256 },
    ports: { type: "pairs", of: UINT32, most: 128 },
    labels: PAIRS_256,
    network: { type: "a text", longest: 2_048 },
    locality: { type: "a text", longest: 2_048 },
    weight: UINT32,
    serviceAccount: { type: "a text", longest: 253 },
  },
};

/** The probe of a group (docs/istio.md#group-fields). */
const PROBE: DocumentShape = {
  type: "an object",
  fields: {
    ...{ initialDelaySeconds: COUNT, timeoutSeconds: COUNT, periodSeconds: COUNT, successThreshold: COUNT, failureThreshold: COUNT },
    httpGet: {
      type: "an object",
      required: ["port"],
      fields: {
        ...{ path: TEXT, host: TEXT, scheme: TEXT, port: UINT32 },
        httpHeaders: { type: "a list", of: { type: "an object", fields: { name: TEXT, value: TEXT } } },
      },
    },
    tcpSocket: { type: "an object", required: ["port"], fields: { host: TEXT, port: UINT32 } },
    exec: { type: "an object", required: ["command"], fields: { command: { type: "a list", of: { type: "a text", shortest: 1 } } } },
    grpc: { type: "an object", fields: { service: TEXT, port: UINT32 } },
  },
};

const WORKLOAD_GROUP: DocumentShape = {
  type: "an object",
  required: ["template"],
  fields: { metadata: { type: "an object", fields: { labels: PAIRS_256, annotations: PAIRS_256 } }, template: WORKLOAD, probe: PROBE },
};

/** The spec of a ServiceEntry (docs/istio.md#serviceentry-fields). */
const SERVICE_ENTRY: DocumentShape = {
  type: "an object",
  required: ["hosts"],
  fields: {
    hosts: { type: "a list", of: TEXT, least: 1, most: 256 },
    addresses: { type: "a list", of: { type: "a text", longest: 64 }, most: 256 },
    ports: {
      type: "a list",
      most: 256,
      key: "name",
      of: {
        type: "an object",
        required: ["name", "number"],
        fields: { name: { type: "a text", longest: 256 }, number: UINT32, protocol: { type: "a text", longest: 256 }, targetPort: UINT32 },
      },
    },
    location: { type: "a text", values: ["MESH_EXTERNAL", "MESH_INTERNAL"] },
    resolution: { type: "a text", values: ["NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"] },
    endpoints: { type: "a list", of: WORKLOAD, most: 4_096 },
    workloadSelector: { type: "an object", fields: { labels: { type: "pairs", of: { type: "a text", longest: 63 }, most: 256 } } },
    ...{ exportTo: TEXTS, subjectAltNames: TEXTS },
  },
};

/** The spec of a Service with all fields of its API. Values are checked only in the fields that decide its endpoints. */
const SERVICE: DocumentShape = {
  type: "an object",
  fields: {
    selector: PAIRS,
    type: { type: "a text", values: ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"] },
    ports: {
      type: "a list",
      of: {
        type: "an object",
        required: ["port"],
        fields: {
          ...{ name: TEXT, appProtocol: TEXT, nodePort: WHOLE, port: WHOLE, targetPort: { type: "a text or a whole number" } },
          protocol: { type: "a text", values: ["TCP", "UDP", "SCTP"] },
        },
      },
    },
    ...{ clusterIP: TEXT, externalName: TEXT, publishNotReadyAddresses: FLAG, trafficDistribution: TEXT },
    internalTrafficPolicy: { type: "a text", values: ["Cluster", "Local"] },
    ...{ allocateLoadBalancerNodePorts: FLAG, clusterIPs: TEXTS, externalIPs: TEXTS, externalTrafficPolicy: TEXT, healthCheckNodePort: WHOLE },
    ...{ ipFamilies: TEXTS, ipFamilyPolicy: TEXT, loadBalancerClass: TEXT, loadBalancerIP: TEXT, loadBalancerSourceRanges: TEXTS },
    ...{ sessionAffinity: TEXT, sessionAffinityConfig: ANY },
  },
};

const SPECS: Readonly<Record<EditableKind, DocumentShape>> = {
  Service: SERVICE,
  ServiceEntry: SERVICE_ENTRY,
  WorkloadEntry: WORKLOAD,
  WorkloadGroup: WORKLOAD_GROUP,
};

const METADATA: DocumentShape = {
  type: "an object",
  fields: {
    ...{ name: TEXT, namespace: TEXT, labels: PAIRS, annotations: PAIRS, generateName: TEXT, uid: TEXT, resourceVersion: TEXT, generation: WHOLE },
    ...{ creationTimestamp: ANY, deletionTimestamp: ANY, deletionGracePeriodSeconds: WHOLE, selfLink: TEXT },
    ...{ finalizers: TEXTS, ownerReferences: ANY, managedFields: ANY },
  },
};

/** Returns the shape of a whole object. `status` can have any value: istiod or the cluster writes it, and an edit of Stolos does not change it. */
export function documentShapeOfKind(kind: EditableKind): DocumentShape {
  const fields = { apiVersion: { type: "a text", values: apiVersionsOf(kind) }, kind: TEXT, metadata: METADATA, spec: SPECS[kind], status: ANY } as const;
  return { type: "an object", fields, required: ["apiVersion", "metadata", "spec"] };
}
