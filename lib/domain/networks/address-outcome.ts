/**
 * The answer of istiod to one caller for an entry without an address: a gateway of its network, no endpoint, or an endpoint with an empty address and the
 * port (docs/istio.md#empty-address). The effect of an empty address on the caller's proxy was not measured. `by-service`: its services differ.
 */
export const ADDRESS_OUTCOMES = ["gateway", "nothing", "empty-address", "by-service", "not-known"] as const;
export type AddressOutcome = (typeof ADDRESS_OUTCOMES)[number];

/** The outcome for callers in the network of the entry, for callers in other networks, and for callers without a network. */
export interface AddressReach {
  readonly own: AddressOutcome;
  readonly others: AddressOutcome;
  readonly none: AddressOutcome;
}

/** True if istiod sends no caller an endpoint, not even one with an empty address. */
export function hasNoEndpoint({ own, others, none }: AddressReach): boolean {
  return [own, others, none].every((outcome) => outcome === "nothing");
}
