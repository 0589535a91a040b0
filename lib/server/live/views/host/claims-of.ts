import type { HostDetail } from "@/lib/contract/host";
import type { Ownership } from "@/lib/domain/selection/owners";
import { claimPhrase } from "@/lib/format/host/claim-words";
import type { HostObject } from "@/lib/server/hosts/host-reader";

/** Who claims the host, as one caller sees it: of a host that nobody else has, nothing. */
export function claimsOf({ claims, winner }: Ownership, { selector }: HostObject, caller: string): HostDetail["claims"] {
  const isOwn = ({ origin }: (typeof claims)[number]["definition"]) =>
    origin.kind === selector.kind && origin.namespace === selector.namespace && origin.name === selector.name;
  if (claims.length < 2 && winner !== null) return [];
  return claims.map(({ definition, outcome, lostPorts }) => ({
    kind: definition.origin.kind,
    namespace: definition.namespace,
    name: definition.origin.name,
    outcome,
    isOwn: isOwn(definition),
    says: claimPhrase(
      outcome,
      caller,
      lostPorts.map(({ name, number }) => name || String(number)),
    ),
  }));
}
