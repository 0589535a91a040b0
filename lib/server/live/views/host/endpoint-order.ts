import type { ServiceQuery } from "@/lib/contract/url/service-query";
import { compareText } from "@/lib/domain/object/compare-text";
import { STATES } from "@/lib/domain/verdict/verdict";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { EndpointCache, Member } from "./host-endpoints";

/** A Pod that does not answer stands among machines that fail, and one that does after all machines. */
const UNREADY_POD = STATES.indexOf("no-endpoint");
const READY_POD = STATES.length + 1;
const INLINE = STATES.length + 2;
/** A healthy address comes after the Pods, and every other address with the Pods that are not ready. */
const ADDRESS = STATES.length + 1.5;

type Asked = Pick<ServiceQuery, "words" | "sort">;

/** The members that have all words of a filter, as they are asked to be sorted: worst first, unless by a column. */
export function orderedMembers(members: readonly Member[], { words, sort }: Asked, fleet: FleetReader, cache: EndpointCache): readonly Member[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const kept = wanted.length === 0 ? members : members.filter((member) => hasWords(wanted, member, cache));
  const column = sort.replace(/^-/, "");
  const sign = sort.startsWith("-") ? -1 : 1;
  const keyed = kept.map((member) => ({ member, key: keyOf(member, column, fleet, cache), name: nameOf(member, fleet) }));
  return keyed.sort((a, b) => sign * compareKeys(a.key, b.key) || compareText(a.name, b.name)).map(({ member }) => member);
}

function compareKeys(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
}

function keyOf(member: Member, column: string, fleet: FleetReader, cache: EndpointCache): string | number {
  if (column === "" || column === "state") return rankOf(member, fleet, cache);
  const machine = cache.endpoint(member)?.machine;
  switch (column) {
    case "address":
      return machine?.address ?? "";
    case "zone":
      return machine?.locality ?? "";
    case "network":
      return machine?.network ?? "";
    case "weight":
      return machine?.weight ?? 0;
    default:
      return nameOf(member, fleet);
  }
}

function rankOf(member: Member, fleet: FleetReader, cache: EndpointCache): number {
  if (member.kind === "inline" || member.kind === "name") return INLINE;
  if (member.kind === "address") return cache.addressState(member.address) === "healthy" ? ADDRESS : UNREADY_POD;
  if (member.kind === "pod") return (cache.endpoint(member)?.reasons.length ?? 0) === 0 && member.pod.ready ? READY_POD : UNREADY_POD;
  const { state, vouched } = fleet.judged(member.ref);
  return STATES.indexOf(state) + (state === "healthy" && vouched ? 1 : 0);
}

/** The name of a member: of an inline endpoint its place in the object. */
function nameOf(member: Member, fleet: FleetReader): string {
  if (member.kind === "machine") return fleet.nameOf(member.ref);
  if (member.kind === "name") return "name";
  if (member.kind === "address") return member.address.machine.address;
  return member.kind === "pod" ? member.pod.name : `endpoint ${String(member.index + 1).padStart(4, "0")}`;
}

function hasWords(wanted: readonly string[], member: Member, cache: EndpointCache): boolean {
  const machine = cache.endpoint(member)?.machine;
  if (machine === undefined) return false;
  const text = [machine.name, machine.address, machine.locality, machine.network, machine.labels.get("version") ?? "", machine.kind].join(" ").toLowerCase();
  return wanted.every((word) => text.includes(word));
}
