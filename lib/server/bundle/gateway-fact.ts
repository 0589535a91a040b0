import type { BundleValue } from "@/lib/contract/answers/bundle";
import { type EastWestService, istiodGatewayOf } from "@/lib/domain/bundle/istiod-address";
import { closedGatewayWords, factSourceWords, noGatewayAddressWords, noGatewayWords, unreadFactWords } from "@/lib/format/bundle-words";
import { at, field, list, number, text } from "@/lib/server/kube/parse/json";
import { problemFact, unseenFact } from "./facts";
import type { Found } from "./found";

/** The gateway through which machines outside the cluster's network reach istiod, of the Services of istiod's namespace. */
export function gatewayFact(read: Found, namespace: string): BundleValue {
  if (!read.ok) return unseenFact(unreadFactWords({ place: `Services in ${namespace}`, reason: read.error.message }));
  const services = list(field(read.value, "items")).filter((item) => text(at(item, "metadata", "labels", "istio")) === "eastwestgateway");
  const gateway = istiodGatewayOf(services.map(serviceOf));
  if (gateway.kind === "none") return problemFact("no-gateway", noGatewayWords({ namespace }));
  const service = `Service ${namespace}/${gateway.service}`;
  if (gateway.kind === "no-address") return problemFact("no-gateway-address", noGatewayAddressWords({ service }));
  const told = { value: gateway.address, source: factSourceWords({ place: service, by: read.by }), place: service, readBy: read.by };
  if (gateway.kind === "open") return { state: "ok", ...told, problem: "" };
  return { state: "problem", ...told, problem: closedGatewayWords({ service }), fault: "closed-gateway" };
}

function serviceOf(item: unknown): EastWestService {
  const [first] = list(at(item, "status", "loadBalancer", "ingress"));
  const told = [field(first, "ip"), field(first, "hostname"), list(at(item, "spec", "externalIPs"))[0]].map(text);
  return {
    name: text(at(item, "metadata", "name")),
    addresses: told.filter((address) => address !== ""),
    ports: list(at(item, "spec", "ports")).flatMap((port) => number(field(port, "port")) ?? []),
  };
}
