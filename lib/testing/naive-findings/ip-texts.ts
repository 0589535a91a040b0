/** An IP address as 16 bytes: an IPv4 address is mapped into IPv6, so that both spellings of one address are equal. */
export type IpBytes = readonly number[];

const MAPPED = [...Array<number>(10).fill(0), 255, 255];

function ipv4(text: string): readonly number[] | null {
  const fields = text.split(".");
  const isField = (field: string) => /^(0|[1-9]\d{0,2})$/.test(field) && Number(field) < 256;
  return fields.length === 4 && fields.every(isField) ? fields.map(Number) : null;
}

/** The bytes of colon-separated groups. The last group may be an IPv4 address. */
function groups(text: string, isEnd: boolean): readonly number[] | null {
  if (text === "") return [];
  const all = text.split(":");
  const bytes = all.map((group, at) => {
    if (/^[0-9a-f]{1,4}$/i.test(group)) return [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255];
    return isEnd && at === all.length - 1 ? ipv4(group) : null;
  });
  return bytes.some((one) => one === null) ? null : bytes.flatMap((one) => one ?? []);
}

function ipv6(text: string): IpBytes | null {
  const [address = "", ...zone] = text.split("%");
  if (zone.length > 0 && zone.join("%") === "") return null;
  const [before = "", after, ...more] = address.split("::");
  if (more.length > 0) return null;
  const [front, back] = [groups(before, after === undefined), groups(after ?? "", true)];
  if (front === null || back === null) return null;
  const missing = 16 - front.length - back.length;
  // Two colons stand for at least one group of zeros.
  if (after === undefined ? missing !== 0 : missing < 2) return null;
  return [...front, ...Array<number>(missing).fill(0), ...back];
}

/** The bytes of an address as Go's `netip.ParseAddr` reads it, or null. The zone of an IPv6 address is ignored. */
export function ipBytes(text: string): IpBytes | null {
  if (text.includes(":")) return ipv6(text);
  const four = ipv4(text);
  return four === null ? null : [...MAPPED, ...four];
}

/** The four bytes of an IPv4 address, also of one that is mapped into IPv6. */
export const ipv4Bytes = (bytes: IpBytes): readonly number[] | null => (MAPPED.every((byte, at) => bytes[at] === byte) ? bytes.slice(12) : null);

export const isSameIp = (a: string, b: string): boolean => {
  const [one, other] = [ipBytes(a), ipBytes(b)];
  return one !== null && other !== null && one.join() === other.join();
};

/** A host name for Istio's webhook (docs/istio.md#webhook-entries). */
export function isHostName(text: string): boolean {
  const labels = text.replace(/\.$/, "").split(".");
  const isLabel = (label: string) => label.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(label);
  return text.length <= 255 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? "");
}

/** IPv4 networks and addresses as `address/bits`: true if the address is inside. */
export function isInNetwork(address: string, cidr: string): boolean {
  const [base = "", bits = ""] = cidr.split("/");
  const [one, net] = [ipBytes(address), ipBytes(base)];
  if (one === null || net === null) return false;
  const count = Number(bits) + (base.includes(":") ? 0 : 96);
  const binary = (bytes: IpBytes) => bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return binary(one).slice(0, count) === binary(net).slice(0, count);
}
