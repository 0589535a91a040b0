import type { KubeObject } from "./kube-object";

/** CustomResourceDefinition of the Kubernetes Gateway API's Gateway, as far as gateways between networks go: further fields are kept as they come. */
export function gatewayApiDefinitions(): KubeObject[] {
  return [
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: {
        name: "gateways.gateway.networking.k8s.io",
        annotations: {
          "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/gateway-api/pull/2997",
          "gateway.networking.k8s.io/bundle-version": "v1.3.0",
          "gateway.networking.k8s.io/channel": "standard",
        },
      },
      spec: {
        group: "gateway.networking.k8s.io",
        names: { kind: "Gateway", listKind: "GatewayList", plural: "gateways", singular: "gateway", shortNames: ["gtw"], categories: ["gateway-api"] },
        scope: "Namespaced",
        versions: ["v1", "v1beta1"].map((name, index) => ({
          ...{ name, served: true, storage: index === 0 },
          additionalPrinterColumns: [
            { name: "Class", type: "string", jsonPath: ".spec.gatewayClassName" },
            { name: "Address", type: "string", jsonPath: ".status.addresses[*].value" },
            { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
          ],
          schema: { openAPIV3Schema: gatewaySchema },
          subresources: { status: {} },
        })),
      },
    },
  ];
}

const text = (maxLength: number) => ({ type: "string", maxLength });
const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

const listener = {
  type: "object",
  properties: {
    name: { ...text(253), minLength: 1 },
    port: { type: "integer", format: "int32", minimum: 1, maximum: 65_535 },
    protocol: { ...text(255), minLength: 1 },
    hostname: text(253),
    tls: anything,
    allowedRoutes: anything,
  },
  required: ["name", "port", "protocol"],
};

const spec = {
  type: "object",
  properties: {
    gatewayClassName: { ...text(253), minLength: 1 },
    addresses: { type: "array", maxItems: 16, items: { type: "object", properties: { type: text(253), value: text(253) } } },
    listeners: { type: "array", minItems: 1, maxItems: 64, items: listener, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    infrastructure: anything,
  },
  required: ["gatewayClassName", "listeners"],
};

const gatewaySchema = {
  type: "object",
  properties: { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" }, spec, status: anything },
  required: ["spec"],
};
