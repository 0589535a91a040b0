import type { Origin } from "@/lib/domain/origin-of";
import type { Connection } from "@/lib/domain/verdict";
import { plural } from "./count";

/** One host that loses machines; `pods` null = they may not be listed. */
interface HostThen {
  readonly host: string;
  readonly before: number;
  readonly after: number;
  readonly pods: number | null;
  readonly inline: number;
}

/** What goes with a group; `entries` null = they may not be listed. */
interface GoneWithGroup {
  readonly entries: number | null;
  readonly staying: number;
  readonly connected: number;
}

/** One host after a deletion: "pay.shop: 1 machine of 3 is left, and 2 Pods". */
export function impactHostWords({ host, before, after, pods, inline }: HostThen): string {
  const others = [
    ...(pods === null ? ["Pods are not visible to you"] : pods === 0 ? [] : [plural(pods, "ready Pod")]),
    ...(inline === 0 ? [] : [`${inline} written into it`]),
  ];
  const rest = others.length === 0 ? "" : `; ${others.join(", ")}`;
  if (after === 0 && pods === 0 && inline === 0) return `${host}: nobody is left of ${plural(before, "machine")}; calls fail`;
  return `${host}: ${after} of ${plural(before, "machine")} left${rest}`;
}

/** Where machines that callers are sent go missing; "" = nowhere. */
export function impactZonesWords({ zones }: { readonly zones: readonly { readonly zone: string; readonly lost: number }[] }): string {
  if (zones.length === 0) return "";
  const told = zones.slice(0, 5).map(({ zone, lost }) => `${zone === "" ? "no locality" : zone} ${lost}`);
  return `Endpoints lost by place: ${told.join(", ")}${zones.length > 5 ? " and others" : ""}.`;
}

/** What happens to the machine of a deleted entry, and the way back (facts 3.4). */
export function entryFateWords({ connection, origin }: { readonly connection: Connection["kind"]; readonly origin: Origin }): string {
  if (origin !== "auto-registered") return "Nobody makes it again: it was written by hand. Take its YAML along first, to write it back.";
  if (connection === "connected" || connection === "overdue")
    return "Its machine stays connected and gets no new entry as long as it does: no host sends it anything until it connects anew. To bring it back, restart its agent.";
  return "istiod makes it again when its machine connects.";
}

/** What goes with a group, and the way back (facts 3.4). */
export function groupFateWords({ entries, staying, connected }: GoneWithGroup): readonly string[] {
  const gone =
    entries === null
      ? "Its entries are not visible to you: Kubernetes deletes those that it owns."
      : entries === 0
        ? "It owns no entries."
        : `Kubernetes deletes its ${plural(entries, "entry", "entries")} with it.`;
  return [
    gone,
    ...(staying === 0
      ? []
      : [`${plural(staying, "entry", "entries")} without its owner reference ${staying === 1 ? "stays" : "stay"} until istiod cleans up.`]),
    connected === 0
      ? "A machine that connects while there is no such group is refused: it gets no configuration."
      : `${plural(connected, "machine")} ${connected === 1 ? "stays" : "stay"} connected without an entry. Each is refused when it connects anew, and then gets no configuration.`,
    "To bring it back, take its YAML along first and make the group again: machines that are still connected then get their entries at once.",
  ];
}

/** Objects of which it is not known whether they lose something; "" = all are in sight. */
export function unseenImpactWords({ unseen }: { readonly unseen: readonly string[] }): string {
  const kinds = unseen.filter((kind) => kind !== "workload-pods");
  return kinds.length === 0 ? "" : `Not visible to you, and so not counted: ${kinds.join(" and ")}.`;
}

/** What a drain does, and what it does not (facts 4.6). */
export function drainWords({ origin }: { readonly origin: Origin }): readonly string[] {
  const does = "The label istio.io/draining takes the machine out of what callers are sent; its connection stays.";
  if (origin !== "auto-registered") return [does];
  return [
    does,
    "The drain lasts as long as this entry. If the machine is away longer than the grace period, istiod makes its entry anew, without the label, and it takes traffic again: then drain it again here. To keep it out for longer, stop its agent or put the label into its bundle.",
  ];
}

/** The label comes from the spec, which a drain does not touch. */
export function drainedBySpecWords(): string {
  return "The label istio.io/draining stands in spec.labels, where this control does not write. Edit the entry, or what made it.";
}

/** What stands at the field where a name is typed to confirm. */
export function typeNameWords({ name }: { readonly name: string }): string {
  return `Hosts lose endpoints. Type ${name} to delete it.`;
}
