import { addressFamily } from "@/lib/domain/selection/ip-address";

/** Is an IP address in a range such as `10.0.0.0/8` or `fd00::/8`? What is neither is in none. */
export function isInCidr(address: string, cidr: string): boolean {
  const [base = "", length = ""] = cidr.split("/");
  const family = addressFamily(base);
  if (family === null || addressFamily(address) !== family || !/^\d{1,3}$/.test(length)) return false;
  const bits = family === 4 ? 32 : 128;
  const kept = Number(length);
  if (kept > bits) return false;
  const dropped = BigInt(bits - kept);
  return numberOf(address, family) >> dropped === numberOf(base, family) >> dropped;
}

function numberOf(address: string, family: 4 | 6): bigint {
  if (family === 4) return address.split(".").reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);
  return groupsOf(address.split("%", 1)[0] ?? "").reduce((sum, part) => (sum << 16n) + part, 0n);
}

/** The eight groups of an IPv6 address, with what `::` leaves out. */
function groupsOf(address: string): readonly bigint[] {
  const [left = "", right] = address.split("::");
  const [before, after] = [halfOf(left), halfOf(right ?? "")];
  const gap = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, gap) }, () => 0n), ...after];
}

function halfOf(text: string): readonly bigint[] {
  if (text === "") return [];
  return text.split(":").flatMap((part) => {
    if (!part.includes(".")) return [BigInt(`0x${part}`)];
    const whole = numberOf(part, 4);
    return [whole >> 16n, whole & 0xffffn];
  });
}
