/** A network as it is written in a sentence; machines, Pods or callers that name none have no network. */
export function networkName(network: string): string {
  return network === "" ? "no network" : network;
}

/** The network of callers, which may not be known (null). */
export function callersName(network: string | null): string {
  return network === null ? "a network not known" : networkName(network);
}
