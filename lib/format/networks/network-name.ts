/** A network as it is written in a sentence; machines, Pods or callers that name none have no network. */
export function networkName(network: string): string {
  return network === "" ? "no network" : network;
}
