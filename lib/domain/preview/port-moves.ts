import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";
import type { Moved } from "./compare";

/** A place that a caller's port ends at, or (`found.port` null) the port's name that is missing for it, with how many machines have it before and after an edit. */
export interface PortMoves {
  readonly found: EndpointPort;
  readonly before: number;
  readonly after: number;
}

/** Where one port of a selector ends on the machines that it takes, by the index of the port in it before and after; null = it has no such port. */
export function portMovesOf(
  moved: readonly Pick<Moved<unknown>, "before" | "after">[],
  at: { readonly before: number | null; readonly after: number | null },
): readonly PortMoves[] {
  const places = new Map<string, { found: EndpointPort; before: number; after: number }>();
  const count = (found: EndpointPort | undefined, side: "before" | "after") => {
    if (found === undefined) return;
    const key = found.port === null ? `missing ${found.missing}` : `${found.port} ${found.rule}`;
    const place = places.get(key) ?? { found, before: 0, after: 0 };
    place[side]++;
    places.set(key, place);
  };
  for (const { before, after } of moved) {
    if (at.before !== null) count(before.ports[at.before], "before");
    if (at.after !== null) count(after.ports[at.after], "after");
  }
  return [...places.values()].sort((a, b) => b.after - a.after || b.before - a.before || (a.found.port ?? 0) - (b.found.port ?? 0));
}
