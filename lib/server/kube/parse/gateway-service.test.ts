import { expect, it } from "vitest";
import { parseGatewayService } from "./gateway-service";

const ID = { uid: "u", namespace: "istio-system", name: "gw", resourceVersion: "7" };
const LABELS = { "topology.istio.io/network": "vpc-1", istio: "eastwestgateway" };
const service = (labels: object, ports: readonly unknown[], more: object = {}, ingress: unknown = [{ ip: "203.0.113.10" }], annotations: object = {}) =>
  parseGatewayService({ metadata: { labels, annotations }, spec: { ports, ...more }, status: { loadBalancer: { ingress } } }, ID, "eu").gateway;
const tls = { name: "tls", port: 15_443 };

it.each<[string, object, object]>([
  ["its port for sidecars", service(LABELS, [tls]), { network: "vpc-1", addresses: ["203.0.113.10"], tlsPort: 15_443, tunnelPort: null, isEastWest: true }],
  ["a port that its label names", service({ ...LABELS, "networking.istio.io/gatewayPort": "31400" }, [tls, { port: 31_400 }]), { tlsPort: 31_400 }],
  ["a label that names a port it has not", service({ ...LABELS, "networking.istio.io/gatewayPort": "31400" }, [tls]), { tlsPort: null }],
  ["a label that names no port", service({ ...LABELS, "networking.istio.io/gatewayPort": "many" }, [tls]), { tlsPort: 15_443 }],
  ["a tunnel's port", service(LABELS, [{ port: 15_008 }]), { tlsPort: null, tunnelPort: 15_008 }],
  [
    "a host name, and addresses of its own",
    service(LABELS, [tls], { externalIPs: ["198.51.100.1"] }, [{ hostname: "gw.example.net" }]),
    { addresses: ["gw.example.net", "198.51.100.1"] },
  ],
  ["no address yet", service(LABELS, [tls], {}, null), { addresses: [] }],
  [
    "the labels of its Pods",
    service(LABELS, [tls], { selector: { istio: "eastwestgateway" } }),
    { selector: [["istio", "eastwestgateway"]], serverPorts: [15_443] },
  ],
  ["the type NodePort", service(LABELS, [tls], { type: "NodePort" }, null), { addresses: [], nodeAddresses: "possible" }],
  [
    "the type NodePort and a node selector",
    service(LABELS, [tls], { type: "NodePort" }, null, { "traffic.istio.io/nodeSelector": "{}" }),
    { addresses: [], nodeAddresses: "used" },
  ],
  [
    "the type NodePort, a node selector and an external IP",
    service(LABELS, [tls], { type: "NodePort", externalIPs: ["198.51.100.1"] }, null, { "traffic.istio.io/nodeSelector": "{}" }),
    { addresses: ["198.51.100.1"], nodeAddresses: "none" },
  ],
  ["a node selector that the type LoadBalancer has", service(LABELS, [tls], {}, null, { "traffic.istio.io/nodeSelector": "{}" }), { nodeAddresses: "none" }],
  ["a target port", service(LABELS, [{ ...tls, targetPort: 8443 }]), { serverPorts: [15_443, 8443] }],
  ["a target port that is another of its ports", service(LABELS, [{ ...tls, targetPort: 8443 }, { port: 8443 }]), { serverPorts: [15_443] }],
  ["a target port by name", service(LABELS, [{ ...tls, targetPort: "tls" }]), { serverPorts: [15_443] }],
  ["no label of Istio's charts", service({ "topology.istio.io/network": "vpc-1" }, [tls]), { isEastWest: false }],
])("a gateway's Service is read with %s", (_what, gateway, expected) => expect(gateway).toMatchObject(expected));

it.each([null, {}, { metadata: 7, spec: [], status: "x" }, { spec: { ports: "x", externalIPs: [7, null, ""] } }])("nothing of %j makes a gateway", (raw) => {
  expect(parseGatewayService(raw, ID, "eu")).toMatchObject({ cluster: "eu", ...ID, gateway: { network: "", addresses: [], tlsPort: null, tunnelPort: null } });
});
