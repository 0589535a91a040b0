import type { ServiceDetail } from "@/lib/contract/views/service";
import type { HostNameOwnership } from "@/lib/domain/selection/ownership";
import { claimPhrase } from "@/lib/format/host/claim-words";
import type { HostObject } from "@/lib/server/hosts/host-reader";

/** The objects that define a host name, with their roles for one caller. Empty if there is one object only. */
export function claimsOf({ claims, winner }: HostNameOwnership, { selector }: HostObject, caller: string): ServiceDetail["claims"] {
  const isOwn = ({ origin }: (typeof claims)[number]["definition"]) =>
    origin.kind === selector.kind && origin.namespace === selector.namespace && origin.name === selector.name;
  if (claims.length < 2 && winner !== null) return [];
  return claims.map(({ definition, outcome, lostPorts }) => ({
    kind: definition.origin.kind,
    namespace: definition.namespace,
    name: definition.origin.name,
    outcome,
    isOwn: isOwn(definition),
    says: claimPhrase(outcome, caller, {
      lost: lostPorts.map(({ name, number }) => name || String(number)),
      isSomeLeft: lostPorts.length < definition.ports.length,
      hasList: winner?.discovery !== "ORIGINAL_DST" && winner?.discovery !== "ALIAS" && winner?.discovery !== "DYNAMIC_DNS",
    }),
  }));
}
