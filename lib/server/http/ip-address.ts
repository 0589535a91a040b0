import { isIP } from "node:net";

/** The eight groups of an IPv6 address, however it is written; null where it is none, or names a zone. */
function groupsOf(address: string): readonly number[] | null {
  const url = `http://[${address}]/`;
  if (isIP(address) !== 6 || !URL.canParse(url)) return null;
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail ?? ""].map((text) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16))));
  if (first === undefined || last === undefined) return null;
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** The IPv4 address that an IPv6 address stands for (RFC 4291, 2.5.5.2), however it is written; null where it stands for none. */
export function mappedIpv4(address: string): string | null {
  const [a, b, c, d, e, f, high = 0, low = 0] = groupsOf(address) ?? [];
  if (f !== 0xffff || a !== 0 || b !== 0 || c !== 0 || d !== 0 || e !== 0) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** The network that an address is counted by: of IPv6 its first 64 bits, as whoever has one address of these has all of them; any other text is itself. */
export function countedNetwork(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return mappedIpv4(address) ?? `${network.join(":")}::/64`;
}
