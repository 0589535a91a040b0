/** Returns the family of an IP address as Go's netip parses it; null = not an IP address. Zones (`fe80::1%eth0`) are valid, leading zeros are not. */
export function addressFamily(text: string): 4 | 6 | null {
  if (isIPv4(text)) return 4;
  const zoneAt = text.indexOf("%");
  if (zoneAt === text.length - 1 && zoneAt >= 0) return null;
  return isIPv6(zoneAt < 0 ? text : text.slice(0, zoneAt)) ? 6 : null;
}

/** Uses no regular expression, because it runs for every changed machine. */
function isIPv4(text: string): boolean {
  let [dots, digits, value] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit === DOT) {
      if (digits === 0) return false;
      [dots, digits, value] = [dots + 1, 0, 0];
      continue;
    }
    // Go rejects leading zeros.
    if (digit < 0 || digit > 9 || (digits > 0 && value === 0)) return false;
    value = value * 10 + digit;
    digits++;
    if (value > 255) return false;
  }
  return dots === 3 && digits > 0;
}

const ZERO = "0".charCodeAt(0);
const DOT = ".".charCodeAt(0) - ZERO;

function isIPv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2 || text.length > 45) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const tail = groups.at(-1)?.at(-1) ?? "";
  const hasIPv4Tail = tail.includes(".");
  if (hasIPv4Tail && !isIPv4(tail)) return false;
  const written = groups.flat();
  const hex = hasIPv4Tail ? written.slice(0, -1) : written;
  const count = hex.length + (hasIPv4Tail ? 2 : 0);
  return hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}

/** Returns an IP address as 128 bits, with IPv4 mapped to IPv6: `127.0.0.1` equals `::ffff:127.0.0.1`. A zone (`%eth0`) does not count. */
export function ipBits(address: string): bigint {
  if (addressFamily(address) === 4) return IPV4_MAPPED_PREFIX | ipv4Bits(address);
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const [front, back] = [groupsOf(head), groupsOf(tail ?? "")];
  const between = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => 0n);
  return [...front, ...between, ...back].reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** The IPv6 prefix of mapped IPv4 addresses. */
export const IPV4_MAPPED_PREFIX = 0xffffn << 32n;

/** A block of IP addresses, parsed: the bits that its addresses share, and the number of the other bits. */
export interface ParsedAddressBlock {
  readonly prefix: bigint;
  readonly rest: bigint;
}

/** Parses the block that begins with `first`. `bits`: the length of its prefix, of 128. */
export function parseAddressBlock({ first, bits }: { readonly first: string; readonly bits: number }): ParsedAddressBlock {
  const rest = BigInt(128 - bits);
  return { prefix: ipBits(first) >> rest, rest };
}

/** Returns true if an IP address, as `ipBits` returns it, is in the block. */
export function isInAddressBlock(bits: bigint, { prefix, rest }: ParsedAddressBlock): boolean {
  return bits >> rest === prefix;
}

function groupsOf(half: string): readonly bigint[] {
  return half
    .split(":")
    .filter((group) => group !== "")
    .flatMap((group) => (group.includes(".") ? [ipv4Bits(group) >> 16n, ipv4Bits(group) & 0xffffn] : [BigInt(`0x${group}`)]));
}

function ipv4Bits(address: string): bigint {
  return address.split(".").reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

const SOCKET = "unix://";

/** The kind of an entry's address (docs/istio.md#address-kinds). */
export type AddressKind = "ip" | "host-name" | "socket" | "none";

/** Returns the kind of an address: an IP address, the path of a Unix socket, a host name, or none for an empty text. */
export function addressKind(address: string): AddressKind {
  if (address === "") return "none";
  if (address.startsWith(SOCKET)) return "socket";
  return addressFamily(address) === null ? "host-name" : "ip";
}

/** Returns the path in the address of a Unix socket. */
export function socketPath(address: string): string {
  return address.slice(SOCKET.length);
}
