// Written by lib/deployment/generated-rights.test.ts from lib/server/cluster/kinds.
import type { WatchedKind } from "@/lib/domain/source/scope";

/** The API group of each watched kind; "" = core. */
export const KIND_GROUPS: Readonly<Record<WatchedKind, string>> = {
  workloadgroups: "networking.istio.io",
  workloadentries: "networking.istio.io",
  pods: "",
  deployments: "apps",
  configmaps: "",
  services: "",
  "gateways.gateway.networking.k8s.io": "gateway.networking.k8s.io",
  nodes: "",
  namespaces: "",
  serviceentries: "networking.istio.io",
  destinationrules: "networking.istio.io",
  sidecars: "networking.istio.io",
  virtualservices: "networking.istio.io",
  gateways: "networking.istio.io",
  peerauthentications: "security.istio.io",
  authorizationpolicies: "security.istio.io",
  serviceaccounts: "",
  endpointslices: "discovery.k8s.io",
};

/** The collection of each kind of object whose changes the history records from a table, by its name in the history. */
export const RECORDED_COLLECTIONS = {
  service: "/api/v1/services",
  serviceentry: "/apis/networking.istio.io/v1/serviceentries",
  destinationrule: "/apis/networking.istio.io/v1/destinationrules",
  sidecar: "/apis/networking.istio.io/v1/sidecars",
  virtualservice: "/apis/networking.istio.io/v1/virtualservices",
  peerauthentication: "/apis/security.istio.io/v1/peerauthentications",
  authorizationpolicy: "/apis/security.istio.io/v1/authorizationpolicies",
} as const;
