import { type AddressKind, addressKind } from "@/lib/domain/selection/ip-address";
import type { MeshService } from "@/lib/domain/selection/objects";
import { entryTlsMode, MUTUAL_TLS_MODE, TLS_MODE_LABEL } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { addMachine, type MutableMachineCounts, NO_MACHINES } from "./host-counts";
import { matchingOf, shareOfBearing } from "./host-matching";
import type { HostSpread, MachineClass } from "./host-reader";

type Told = Pick<FleetReader, "locality" | "endpoint" | "label" | "trait">;
type ClassKey = Omit<MachineClass, "counts">;

/** The class of a machine as one text, equal for machines of one class. */
function classText(fleet: Told, entry: EntryRef): string {
  const { address, network } = fleet.endpoint(entry);
  const tlsMode = entryTlsMode(fleet.label(entry, TLS_MODE_LABEL), fleet.trait(entry, "account"));
  return `${addressKind(address)}\n${tlsMode}\n${network}\n${fleet.locality(entry)}`;
}

function classOfText(text: string): ClassKey {
  const [address = "ip", tlsMode = "", network = "", ...locality] = text.split("\n");
  return { address: address as AddressKind, tlsMode, network, locality: locality.join("\n") };
}

/** The classes of some machines that a selector matches, counted one by one. */
export function classesOver(
  fleet: Told & Pick<FleetReader, "bearing">,
  machines: Iterable<EntryRef>,
  { selector, mesh }: { readonly selector: MeshService; readonly mesh: MeshSettings },
): readonly MachineClass[] {
  const matching = matchingOf(selector, mesh);
  const counts = new Map<string, MutableMachineCounts>();
  for (const entry of machines) {
    const text = classText(fleet, entry);
    const known = counts.get(text) ?? { ...NO_MACHINES };
    counts.set(text, known);
    addMachine(known, shareOfBearing(matching, fleet.bearing(entry, mesh), fleet.endpoint(entry).weight), 1);
  }
  return Array.from(counts, ([text, ours]) => ({ ...classOfText(text), counts: ours }));
}

/** The places of the machines of some classes, with the machines to which callers may send mutual TLS. */
export function spreadOf(classes: readonly MachineClass[]): readonly HostSpread[] {
  const found = new Map<string, HostSpread>();
  for (const { network, locality, tlsMode, counts } of classes) {
    const isMutual = tlsMode === MUTUAL_TLS_MODE;
    const key = `${isMutual}\n${network}\n${locality}`;
    found.set(key, { network, locality, isMutual, machines: (found.get(key)?.machines ?? 0) + counts.taken });
  }
  return [...found.values()];
}

/** Numbers the classes of machines, so that a number can be stored with each machine. There are as many as places and networks. */
export class ClassNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  constructor(private readonly fleet: Told) {}

  /** From 1 on. */
  of(entry: EntryRef): number {
    const text = classText(this.fleet, entry);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#texts.push(text);
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.length;
  }

  /** The classes with these numbers. */
  classes(counts: ReadonlyMap<number, MutableMachineCounts>): readonly MachineClass[] {
    return Array.from(counts, ([number, ours]) => ({ ...classOfText(this.#texts[number - 1] ?? ""), counts: { ...ours } }));
  }
}
