import type { NextAction } from "./next-action";
import type { Connection } from "./verdict";

/** What Istio does next with one machine. */
export interface NextOfOne {
  readonly connection: Connection["kind"];
  readonly next: NextAction;
}

/** What Istio does next with several machines alike: how many, and the action that is due first. */
export interface NextOfMany extends NextOfOne {
  readonly count: number;
}

/** Machines by what Istio does with them next, what is due first at the front; what has no time comes last. Where nothing is done, nothing is told. */
export function nextOfMany(machines: Iterable<NextOfOne>): readonly NextOfMany[] {
  const alike = new Map<string, NextOfMany>();
  for (const one of machines) {
    if (one.next.kind === "nothing" || one.next.kind === "renew") continue;
    const key = `${one.next.kind} ${one.connection} ${one.next.at === null}`;
    const before = alike.get(key);
    const first = before === undefined || dueOf(one) < dueOf(before) ? one : before;
    alike.set(key, { connection: first.connection, next: first.next, count: (before?.count ?? 0) + 1 });
  }
  return [...alike.values()].sort((a, b) => dueOf(a) - dueOf(b));
}

function dueOf({ next }: NextOfOne): number {
  return next.at ?? Number.MAX_SAFE_INTEGER;
}
