/** The longest name of an object; a longer one keeps its end (docs/istio.md#entry-names). */
const LONGEST_NAME = 253;
/** The longest value of a label: istioctl writes the group's name into one. */
export const LONGEST_LABEL = 63;

/** An address as it may be: stands for the machine's own in an example. */
const EXAMPLE_ADDRESS = "10.20.1.14";
const LONGEST_ADDRESS = "255.255.255.255".length;

/** The name that a machine's entry gets, by example: GROUP-ADDRESS, and -NETWORK where the machine names one. The front of what is too long is lost. */
export function exampleEntryName(group: string, network: string): string {
  return whole(group, EXAMPLE_ADDRESS, network).slice(-LONGEST_NAME);
}

/** May the front of the group's name be lost? */
export function mayLoseFront(group: string, network: string): boolean {
  return whole(group, "x".repeat(LONGEST_ADDRESS), network).length > LONGEST_NAME;
}

/** Can no entry of this network be made, because its name would hold what no name of an object may? */
export function spoilsEntryNames(network: string): boolean {
  return network !== "" && !/^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(network);
}

function whole(group: string, address: string, network: string): string {
  return [group, address, network].filter((part) => part !== "").join("-");
}
