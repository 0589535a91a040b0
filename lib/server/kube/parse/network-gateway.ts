import type { GatewayListener, KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { at, field, list, number, text } from "./json";

/** A Gateway of the Kubernetes Gateway API with the label `topology.istio.io/network`, as it was seen. */
export interface NetworkGatewayObject extends Identity, StoredObjectMetadata {
  readonly unreadable: null;
  readonly gateway: KubernetesGateway;
}

const TLS_PORT = "15443";
const ADDRESS_TYPES: readonly string[] = ["IPAddress", "Hostname"];
/** The API allows 16 addresses and 64 listeners. */
const AT_MOST = 64;

/**
 * What makes a gateway between networks of a Gateway (docs/istio.md#gateways; `pilot/pkg/serviceregistry/kube/controller/network.go`, `kube/conversion.go`
 * IsAutoPassthrough).
 */
export function parseNetworkGateway(raw: unknown, { namespace, name, ...rest }: Identity, cluster: string): NetworkGatewayObject {
  const labels = at(raw, "metadata", "labels");
  const asked = field(labels, "networking.istio.io/gatewayPort");
  const passing = { isNamed: field(labels, "topology.istio.io/network") !== undefined, port: asked === undefined ? TLS_PORT : text(asked) };
  const listeners = list(at(raw, "spec", "listeners"));
  const gateway = {
    ...{ namespace, name, network: text(field(labels, "topology.istio.io/network")) },
    addresses: [...new Set(list(at(raw, "spec", "addresses")).flatMap(addressOf))].slice(0, AT_MOST),
    listeners: listeners
      .flatMap((listener) => listenerOf(listener, passing))
      .filter(isFirst)
      .slice(0, AT_MOST),
    passing: listeners.flatMap((listener) => passingOf(listener, passing)).slice(0, AT_MOST),
    ...programmedBy(raw, name),
    allowsListenerSets: allowsListenerSets(at(raw, "spec", "allowedListeners", "namespaces")),
  };
  return { cluster, ...rest, namespace, name, unreadable: null, gateway };
}

/** Without a type istiod does not read it, whatever the API takes it for. */
function addressOf(address: unknown): readonly string[] {
  const value = text(field(address, "value"));
  return value !== "" && ADDRESS_TYPES.includes(text(field(address, "type"))) ? [value] : [];
}

/** Passes mutual TLS on, by the option that says so or by its port, whatever `tls.mode` is; or takes HBONE; or (none) neither. */
function listenerOf(listener: unknown, passing: { readonly isNamed: boolean; readonly port: string }): readonly GatewayListener[] {
  const port = number(field(listener, "port"));
  if (port === null) return [];
  const tls = at(listener, "tls");
  const isMarked = text(at(tls, "options", "gateway.istio.io/listener-protocol")) === "auto-passthrough";
  const passes = typeof tls === "object" && tls !== null && (isMarked || (passing.isNamed && String(port) === passing.port));
  const takesTunnels = text(field(listener, "protocol")) === "HBONE";
  return [...(passes ? [{ port, isTunnel: false }] : []), ...(takesTunnels ? [{ port, isTunnel: true }] : [])];
}

/** Class of Gateways whose Service has the name of the Gateway. The others append the class. */
const EAST_WEST_CLASS = "istio-east-west";

/**
 * The class, and the Services whose Pods get the listeners: of a managed Gateway the one that istiod makes, else those that its addresses name
 * (`pilot/pkg/config/kube/gateway/conversion.go`, extractGatewayServices; measured).
 */
function programmedBy(raw: unknown, name: string): Pick<KubernetesGateway, "className" | "services"> {
  const className = text(at(raw, "spec", "gatewayClassName"));
  const addresses = list(at(raw, "spec", "addresses"));
  const isNamed = (address: unknown) => ["Hostname", ""].includes(text(field(address, "type")));
  const isManaged = addresses.length === 0 || (addresses.length === 1 && text(field(addresses[0], "type")) !== "Hostname");
  if (!isManaged)
    return {
      className,
      services: addresses
        .filter(isNamed)
        .map((address) => text(field(address, "value")))
        .slice(0, AT_MOST),
    };
  const own = text(at(raw, "metadata", "annotations", "gateway.istio.io/name-override"));
  return { className, services: [own || (className === EAST_WEST_CLASS ? name : `${name}-${className}`)] };
}

/** Without `from` the selector decides, and without both no ListenerSet is allowed (`pilot/pkg/config/kube/gatewaycommon`, NamespaceAcceptedByAllowListeners). */
function allowsListenerSets(namespaces: unknown): boolean {
  const from = field(namespaces, "from");
  return from === undefined ? field(namespaces, "selector") !== undefined : ["All", "Same", "Selector"].includes(text(from));
}

/** The mode decides, too: the network gateways above ignore it, and the proxy of the gateway does not (`pilot/pkg/config/kube/gateway/conversion.go`, buildTLS). */
function passingOf(listener: unknown, passing: Parameters<typeof listenerOf>[1]): KubernetesGateway["passing"] {
  const port = listenerOf(listener, passing).find(({ isTunnel }) => !isTunnel)?.port;
  if (port === undefined || text(at(listener, "tls", "mode")) !== "Passthrough") return [];
  return [{ port, host: text(field(listener, "hostname")) || "*" }];
}

function isFirst(listener: GatewayListener, index: number, all: readonly GatewayListener[]): boolean {
  return all.findIndex(({ port, isTunnel }) => port === listener.port && isTunnel === listener.isTunnel) === index;
}
