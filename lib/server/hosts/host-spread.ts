import { ISTIO_TLS, TLS_MODE_LABEL } from "@/lib/domain/selection/machine";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HostSpread } from "./host-reader";

type Told = Pick<FleetReader, "locality" | "endpoint" | "label" | "trait">;

/** Where a machine is and how it is spoken to, as one text: of machines for which that is the same the text is, too. */
function spreadText(fleet: Told, entry: EntryRef): string {
  const tls = fleet.label(entry, TLS_MODE_LABEL) ?? (fleet.trait(entry, "account") === "" ? "" : ISTIO_TLS);
  return `${tls === ISTIO_TLS ? "1" : "0"}${fleet.endpoint(entry).network}\n${fleet.locality(entry)}`;
}

function spreadOfText(text: string, machines: number): HostSpread {
  const end = text.indexOf("\n");
  return { isMutual: text.startsWith("1"), network: text.slice(1, end), locality: text.slice(end + 1), machines };
}

/** How machines are spread, machine by machine. */
export function spreadOver(fleet: Told, machines: Iterable<EntryRef>): readonly HostSpread[] {
  const counts = new Map<string, number>();
  for (const entry of machines) {
    const text = spreadText(fleet, entry);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return Array.from(counts, ([text, count]) => spreadOfText(text, count));
}

/** Gives every way in which machines are spread a number, so that it can be kept with each machine. There are as many as places and networks. */
export class SpreadNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  constructor(private readonly fleet: Told) {}

  /** From 1 on. */
  of(entry: EntryRef): number {
    const text = spreadText(this.fleet, entry);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#texts.push(text);
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.length;
  }

  /** What was counted by these numbers. */
  told(counts: ReadonlyMap<number, number>): readonly HostSpread[] {
    return Array.from(counts, ([number, count]) => spreadOfText(this.#texts[number - 1] ?? "", count));
  }
}
