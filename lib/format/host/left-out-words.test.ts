import { expect, it } from "vitest";
import type { NotSentReason, SentOnOtherPort } from "@/lib/domain/selection/caller-service";
import { leftOutWords } from "./left-out-words";

const OTHER = { code: "on-other-port", asked: 8080, on: [80], name: "http", owner: { kind: "ServiceEntry", namespace: "lab", name: "old" } } as const;

it.each<[NotSentReason | SentOnOtherPort, string]>([
  [{ ...OTHER, isDefined: false }, "callers of port 8080 get no endpoint: it is on port 80, which ServiceEntry lab/old names http"],
  [{ ...OTHER, isDefined: true }, "callers of port 8080 do not get it: it is on port 80, which ServiceEntry lab/old names http"],
  [{ code: "port-name-missing", missing: "http" }, "it has no port named http"],
  [{ code: "port-not-served" }, "the object that takes it does not have this port"],
  [{ code: "round-robin-taken", by: "vm-1" }, "resolution DNS_ROUND_ROBIN has one place, and vm-1 has it"],
  [{ code: "name-taken-by-entry" }, "an entry of its name hides the Pod from ServiceEntries"],
  [{ code: "port-number-taken", by: "dns" }, "port dns of the same number comes first"],
  [{ code: "other-port-name", name: "web", wanted: "http" }, "the host calls this port http, the object that takes it web"],
  [{ code: "not-an-ip-address", address: "a.example" }, "its address a.example is no IP address"],
  [{ code: "not-in-subset", subset: "v2" }, "it is not in subset v2"],
  [{ code: "other-node", node: "" }, "internalTrafficPolicy is Local, and it is on no Node"],
  [{ code: "other-node", node: "n1" }, "internalTrafficPolicy is Local, and it is on Node n1"],
  [{ code: "unhealthy-not-sent" }, "it is not ready, and unready ones are not sent here"],
  [{ code: "draining" }, "it is draining"],
  [{ code: "socket-beside-gateways" }, "its address is a socket, and istiod drops sockets in a mesh with a network gateway"],
  [{ code: "no-address", network: "" }, "it has no address"],
  [{ code: "no-address", network: "vpc-2" }, "it has no address, and this caller gets no gateway of network vpc-2"],
  [
    { code: "not-marked-for-gateway", network: "vpc-2", because: "no-account" },
    "the gateway of its network vpc-2 passes mTLS only, and it has no service account",
  ],
  [
    { code: "not-marked-for-gateway", network: "vpc-2", because: "destination-rule" },
    "the gateway of its network vpc-2 passes mTLS only, and a DestinationRule sets the TLS mode",
  ],
  [{ code: "gateway-of-other-family", network: "vpc-2" }, "the gateway of network vpc-2 has addresses of another family"],
  [
    { code: "depends-on-families", network: "vpc-2" },
    "istiod sends it or not: the API does not show which gateways of network vpc-2 have a family of this caller",
  ],
  [{ code: "network-without-gateway", network: "vpc-3" }, "network vpc-3 has no gateway"],
  [{ code: "no-list", owner: null }, "callers get no list of endpoints: they connect to the address that they looked up"],
  [
    { code: "no-list", owner: { kind: "ServiceEntry", namespace: "shop", name: "a" } },
    "ServiceEntry shop/a defines the host name and gives callers no list of endpoints",
  ],
  [{ code: "locality-left-out", locality: "eu/a" }, "distribute sends nothing to eu/a"],
  [{ code: "locality-left-out", locality: "" }, "distribute sends nothing to endpoints without a locality"],
])("why a caller is not sent an endpoint: %o", (reason, words) => {
  expect(leftOutWords(reason)).toBe(words);
});
