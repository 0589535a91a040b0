import { listOf } from "./text/lists";

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  authorizationpolicies: ["AuthorizationPolicy", "AuthorizationPolicies"],
  peerauthentications: ["PeerAuthentication", "PeerAuthentications"],
  sidecars: ["Sidecar", "Sidecars"],
  destinationrules: ["DestinationRule", "DestinationRules"],
};

/** The kind of a policy by its plural: "PeerAuthentication". */
export function policyKind(plural: string): string {
  return KINDS[plural]?.[0] ?? plural;
}

/** The kind of several policies by its plural: "PeerAuthentications". */
export function policyKinds(plural: string): string {
  return KINDS[plural]?.[1] ?? plural;
}

/** That policies of these kinds are out of sight, in whole or in part. */
export function unseenPolicies(plurals: readonly string[]): string {
  return `${listOf(plurals.map(policyKinds))} are not all visible here: there may be more that touch it.`;
}
