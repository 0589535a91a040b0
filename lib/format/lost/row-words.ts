import type { UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { joinParts } from "@/lib/format/text/lists";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { capacityWords } from "./capacity-words";

interface Counted {
  readonly before: number;
  readonly after: number;
}

/** Who answers for a host before or after: machines, Pods and what is written by hand. Null = not visible. */
export interface EndpointsInput {
  readonly machines: (Counted & { readonly doubtedBefore: number; readonly doubtedAfter: number }) | null;
  readonly pods: Counted | null;
  readonly inline: Counted;
  /** Healthy addresses of EndpointSlices. */
  readonly addresses: number | null;
  /** The number of Pods after the loss whose locality is not known. */
  readonly placelessPods: number;
}

/** "12 machines, 2 unverified; 4 pods". */
export function endpointsTitle({ machines, pods, inline, addresses, placelessPods }: EndpointsInput, at: "before" | "after"): string {
  const doubted = (at === "before" ? machines?.doubtedBefore : machines?.doubtedAfter) ?? 0;
  const parts = [
    machines === null ? "machines are not visible" : `${plural(machines[at], "machine")}${doubted === 0 ? "" : `, ${formatNumber(doubted)} unverified`}`,
    pods === null ? "pods are not visible" : plural(pods[at], "pod"),
    at === "after" && placelessPods > 0 ? `the places of ${plural(placelessPods, "pod")} are not known` : "",
    addresses === null ? "EndpointSlices are not visible" : addresses === 0 ? "" : plural(addresses, "address", "addresses"),
    inline.before === 0 ? "" : `${plural(inline[at], "endpoint")} written by hand`,
  ];
  return joinParts(parts, "; ");
}

/** What is left by weight, for whoever cannot see the bar. */
export function weightTitle({ before, after }: Counted): string {
  return `${formatNumber(after)} of ${formatNumber(before)} by weight`;
}

interface DeadInput {
  readonly dead: number;
  readonly heldByLost: number;
}

/** Dead endpoints that callers are sent. */
export function deadWords({ dead, heldByLost }: DeadInput): string {
  return `Callers are sent ${plural(dead, "dead endpoint")}${heldWords({ dead, heldByLost })}.`;
}

/** The same of the machines of a group. */
export function groupDeadWords({ dead, heldByLost }: DeadInput): string {
  return `${plural(dead, "dead machine is", "dead machines are")} still listed${heldWords({ dead, heldByLost })}.`;
}

function heldWords({ dead, heldByLost }: DeadInput): string {
  const held = Math.min(dead, heldByLost);
  return held === 0 ? "" : `, ${formatNumber(held)} of which died together with the istiod replica that held ${oneOrMany(held, "it", "them")}`;
}

/** How many machines a group would lack of the size that it should have. */
export function expectedTitle({
  expected,
  expectedFrom,
  machines,
}: {
  readonly expected: number | null;
  readonly expectedFrom: string;
  readonly machines: Counted;
}): string {
  if (expected === null) return "Nobody knows how many there should be.";
  const missing = Math.max(0, expected - machines.after);
  const how = expectedFrom === "declared" || expectedFrom === "range" ? "are declared" : "were held";
  return `${formatNumber(expected)} ${how}; ${formatNumber(machines.after)} would be there${missing === 0 ? "" : `, ${formatNumber(missing)} fewer`}.`;
}

/** What a phone shows below the name of a host instead of columns: "Overloaded 1.3 × · traffic moves: no". */
export function underHost({
  capacity,
  move,
}: {
  readonly capacity: UtilizationAfterLoss;
  readonly move: { readonly kind: string; readonly says: string };
}): string {
  const words = capacityWords(capacity);
  return move.kind === "untouched" || move.kind === "nobody" ? words : `${words} · traffic moves: ${move.says}`;
}
