import type { ParsedObject } from "@/lib/domain/flat-object";
import type { PeerAuthentication } from "@/lib/domain/selection/policies";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parsePeerAuthentication } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_SECURITY_API } from "@/lib/server/kube/resource";

/** PeerAuthentications: whether machines take plain text. */
export const peerAuthentications: KubeSource<ParsedObject<PeerAuthentication>> = {
  resource: ISTIO_SECURITY_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parsedParser("peerauthentications", parsePeerAuthentication),
};
