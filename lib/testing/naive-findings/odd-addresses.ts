import { clusterNetwork, hostKey, keyOf, type NaiveRule, type NaiveWorld } from "./facts";
import { type IpBytes, ipBytes, ipv4Bytes, isHostName, isSameIp } from "./ip-texts";

const LAST_IS_ONE = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1";

function isNoMachine(bytes: IpBytes): boolean {
  const four = ipv4Bytes(bytes);
  if (four === null) return bytes.join() === LAST_IS_ONE || bytes.every((byte) => byte === 0) || isSameIp("fd00:ec2::254", hex(bytes));
  return four[0] === 127 || four.join(".") === "0.0.0.0" || four.join(".") === "169.254.169.254";
}

const hex = (bytes: IpBytes) => Array.from({ length: 8 }, (_, at) => (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16)).join(":");

/** Loopback, unspecified, a metadata service, or a text that Istio cannot read. */
function leadsToNoMachine(address: string): boolean {
  if (address === "" || address.startsWith("unix://")) return false;
  const bytes = ipBytes(address);
  if (bytes !== null) return isNoMachine(bytes);
  const name = address.replace(/\.$/, "").toLowerCase();
  return !isHostName(address) || name === "localhost" || name.endsWith(".localhost");
}

/** Link-local addresses, and the bridge of Docker. */
function isOfOneNode(bytes: IpBytes): boolean {
  const four = ipv4Bytes(bytes);
  if (four === null) return bytes[0] === 0xfe && ((bytes[1] ?? 0) & 0xc0) === 0x80;
  return (four[0] === 169 && four[1] === 254) || four.join(".") === "172.17.0.1";
}

function leadsElsewhere(address: string, network: string, world: NaiveWorld): boolean {
  const bytes = ipBytes(address);
  if (bytes === null || leadsToNoMachine(address)) return false;
  if (isOfOneNode(bytes)) return true;
  const isOfAService = world.hosts.some((host) => host.kind === "Service" && (host.clusterAddresses ?? []).some((one) => isSameIp(one, address)));
  const ofCluster = clusterNetwork(address, world);
  return isOfAService && (network === "" || ofCluster === "" || network === ofCluster);
}

/** A finding for each address of a service's endpoints. If endpoints with one address differ in their network, the address has none. */
function endpoints(choose: (address: string, network: string, world: NaiveWorld) => boolean): NaiveRule {
  return (world) =>
    world.hosts.flatMap((host) => {
      if (host.kind !== "ServiceEntry" || host.selector !== null) return [];
      const networksOf = (address: string) => [...new Set(host.endpoints.filter((one) => one.address === address).map(({ network }) => network))];
      const addresses = [...new Set(host.endpoints.map(({ address }) => address))];
      const isFound = (address: string) => choose(address, networksOf(address).length === 1 ? (networksOf(address)[0] ?? "") : "", world);
      return addresses.filter(isFound).map(() => hostKey(host));
    });
}

export const NAIVE_ODD_ADDRESSES: Readonly<Record<string, NaiveRule>> = {
  STL127: (world) => world.entries.filter(({ address }) => leadsToNoMachine(address)).map(keyOf),
  STL128: (world) => world.entries.filter(({ address, network }) => leadsElsewhere(address, network, world)).map(keyOf),
  STL320: endpoints(leadsToNoMachine),
  STL321: endpoints(leadsElsewhere),
};
