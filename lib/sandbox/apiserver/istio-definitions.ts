import { istioSchema } from "./istio-schemas";
import type { KubeObject } from "./kube-object";

/** One kind of Istio. Its definition, its rights of users and its address for the control plane derive from it. */
interface IstioKind {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly columns: readonly object[];
  readonly group: string;
  /** The best first. */
  readonly versions: readonly string[];
  /** The dashboard does not show it, so that its users need no right to read it. */
  readonly isUnread?: true;
}

const networking = { group: "networking.istio.io", versions: ["v1", "v1beta1", "v1alpha3"] } as const;
const security = { group: "security.istio.io", versions: ["v1", "v1beta1"] } as const;
const age = column("Age", "date", ".metadata.creationTimestamp", "Time since the object was made");

/** Every kind of Istio that the API server has. Add a kind here only. */
export const ISTIO_KINDS: readonly IstioKind[] = [
  {
    kind: "WorkloadGroup",
    plural: "workloadgroups",
    shortNames: ["wg"],
    columns: [age],
    ...networking,
  },
  {
    kind: "WorkloadEntry",
    plural: "workloadentries",
    shortNames: ["we"],
    columns: [age, column("Address", "string", ".spec.address", "Where the workload is reached")],
    ...networking,
  },
  {
    kind: "ServiceEntry",
    plural: "serviceentries",
    shortNames: ["se"],
    columns: [
      column("Hosts", "string", ".spec.hosts", "Host names of the service"),
      column("Location", "string", ".spec.location", "Inside or outside the mesh"),
      column("Resolution", "string", ".spec.resolution", "How its endpoints are found"),
      age,
    ],
    ...networking,
  },
  {
    kind: "DestinationRule",
    plural: "destinationrules",
    shortNames: ["dr"],
    columns: [column("Host", "string", ".spec.host", "The host that the rule is about"), age],
    ...networking,
  },
  { kind: "Gateway", plural: "gateways", shortNames: ["gw"], columns: [], ...networking },
  { kind: "Sidecar", plural: "sidecars", shortNames: [], columns: [], ...networking },
  {
    kind: "VirtualService",
    plural: "virtualservices",
    shortNames: ["vs"],
    columns: [
      column("Gateways", "string", ".spec.gateways", "Gateways and sidecars that use it"),
      column("Hosts", "string", ".spec.hosts", "Hosts it is about"),
      age,
    ],
    ...networking,
  },
  { kind: "ProxyConfig", plural: "proxyconfigs", shortNames: [], columns: [], ...networking, versions: ["v1beta1"], isUnread: true },
  {
    kind: "PeerAuthentication",
    plural: "peerauthentications",
    shortNames: ["pa"],
    columns: [column("Mode", "string", ".spec.mtls.mode", "Whether mutual TLS is demanded"), age],
    ...security,
  },
  {
    kind: "AuthorizationPolicy",
    plural: "authorizationpolicies",
    shortNames: ["ap"],
    columns: [column("Action", "string", ".spec.action", "What becomes of a request that matches"), age],
    ...security,
  },
];

/** CustomResourceDefinitions for the Istio kinds: names, versions, columns and schemas. */
export function istioDefinitions(): KubeObject[] {
  return ISTIO_KINDS.map(definitionOf);
}

function definitionOf(names: IstioKind): KubeObject {
  const { group } = names;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${names.plural}.${group}`,
      labels: { app: "istio-pilot", chart: "istio", heritage: "Tiller", release: "istio" },
      annotations: { "helm.sh/resource-policy": "keep" },
    },
    spec: {
      group,
      names: {
        kind: names.kind,
        listKind: `${names.kind}List`,
        plural: names.plural,
        singular: names.kind.toLowerCase(),
        ...(names.shortNames.length > 0 ? { shortNames: names.shortNames } : {}),
        categories: ["istio-io", group.replaceAll(".", "-")],
      },
      scope: "Namespaced",
      versions: names.versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        ...(names.columns.length > 0 ? { additionalPrinterColumns: names.columns } : {}),
        schema: { openAPIV3Schema: istioSchema(names.kind) },
        subresources: { status: {} },
      })),
    },
  };
}

function column(name: string, type: string, jsonPath: string, description: string): object {
  return { name, type, jsonPath, description };
}
