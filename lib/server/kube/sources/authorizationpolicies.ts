import type { AuthorizationPolicy } from "@/lib/domain/authorization-policy";
import type { ParsedObject } from "@/lib/domain/flat-object";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseAuthorizationPolicy } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_SECURITY_API } from "@/lib/server/kube/resource";

/** AuthorizationPolicies: which of them touch a machine. What they allow is not read. */
export const authorizationPolicies: KubeSource<ParsedObject<AuthorizationPolicy>> = {
  resource: ISTIO_SECURITY_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parsedParser("authorizationpolicies", parseAuthorizationPolicy),
};
