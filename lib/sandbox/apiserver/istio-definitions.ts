import { istioSchema } from "./istio-schemas";
import type { KubeObject } from "./kube-object";

interface Names {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly columns: readonly object[];
  /** Default: networking.istio.io. */
  readonly group?: string;
  /** Default: all. */
  readonly versions?: readonly string[];
}

const security = "security.istio.io";
const age = column("Age", "date", ".metadata.creationTimestamp", "Time since the object was made");

const kinds: readonly Names[] = [
  {
    kind: "WorkloadGroup",
    plural: "workloadgroups",
    shortNames: ["wg"],
    columns: [age],
  },
  {
    kind: "WorkloadEntry",
    plural: "workloadentries",
    shortNames: ["we"],
    columns: [age, column("Address", "string", ".spec.address", "Where the workload is reached")],
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
  },
  {
    kind: "DestinationRule",
    plural: "destinationrules",
    shortNames: ["dr"],
    columns: [column("Host", "string", ".spec.host", "The host that the rule is about"), age],
  },
  { kind: "Gateway", plural: "gateways", shortNames: ["gw"], columns: [] },
  { kind: "Sidecar", plural: "sidecars", shortNames: [], columns: [] },
  {
    kind: "VirtualService",
    plural: "virtualservices",
    shortNames: ["vs"],
    columns: [
      column("Gateways", "string", ".spec.gateways", "Gateways and sidecars that use it"),
      column("Hosts", "string", ".spec.hosts", "Hosts it is about"),
      age,
    ],
  },
  { kind: "ProxyConfig", plural: "proxyconfigs", shortNames: [], columns: [], versions: ["v1beta1"] },
  {
    kind: "PeerAuthentication",
    plural: "peerauthentications",
    shortNames: ["pa"],
    columns: [column("Mode", "string", ".spec.mtls.mode", "Whether mutual TLS is demanded"), age],
    group: security,
    versions: ["v1", "v1beta1"],
  },
  {
    kind: "AuthorizationPolicy",
    plural: "authorizationpolicies",
    shortNames: ["ap"],
    columns: [column("Action", "string", ".spec.action", "What becomes of a request that matches"), age],
    group: security,
    versions: ["v1", "v1beta1"],
  },
];

/** CustomResourceDefinitions for the Istio kinds: names, versions, columns and schemas. */
export function istioDefinitions(): KubeObject[] {
  return kinds.map(definitionOf);
}

function definitionOf(names: Names): KubeObject {
  const group = names.group ?? "networking.istio.io";
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
      versions: (names.versions ?? ["v1", "v1beta1", "v1alpha3"]).map((name, index) => ({
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
