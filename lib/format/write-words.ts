import { DELETION_OUTCOMES, type DeletionOutcome, type EntryOrigin } from "@/lib/domain/entry/origin";
import { listOf } from "./text/lists";
import { oneOrMany, plural } from "./text/numbers";
import { verb } from "./text/tense";

/** One host that loses machines; `pods` null = they may not be listed. */
interface HostThen {
  readonly host: string;
  readonly before: number;
  readonly after: number;
  readonly pods: number | null;
  readonly inline: number;
  /** Healthy addresses of EndpointSlices; null = they may not be listed. */
  readonly addresses: number | null;
}

/** What goes with a group; `entries` null = they may not be listed. */
interface GoneWithGroup {
  readonly entries: number | null;
  readonly staying: number;
  readonly connected: number;
}

/** One host after a deletion: "pay.shop: 1 machine of 3 is left, and 2 Pods". */
export function impactHostWords({ host, before, after, pods, inline, addresses }: HostThen): string {
  const others = [
    ...(pods === null ? ["Pods are not visible to you"] : pods === 0 ? [] : [plural(pods, "ready Pod")]),
    ...(addresses === null ? ["EndpointSlices are not visible to you"] : addresses === 0 ? [] : [plural(addresses, "address", "addresses")]),
    ...(inline === 0 ? [] : [`${inline} written into it`]),
  ];
  const rest = others.length === 0 ? "" : `; ${others.join(", ")}`;
  if (after === 0 && pods === 0 && inline === 0 && addresses === 0) return `${host}: nobody is left of ${plural(before, "machine")}; calls fail`;
  return `${host}: ${after} of ${plural(before, "machine")} left${rest}`;
}

/** Where machines that callers are sent go missing; "" = nowhere. */
export function impactZonesWords({ zones }: { readonly zones: readonly { readonly zone: string; readonly lost: number }[] }): string {
  if (zones.length === 0) return "";
  const told = zones.slice(0, 5).map(({ zone, lost }) => `${zone === "" ? "no locality" : zone} ${lost}`);
  return `Endpoints lost by place: ${told.join(", ")}${zones.length > 5 ? " and others" : ""}.`;
}

/** What happens to the machine of a deleted entry, and the way back (docs/istio.md#connect). */
export function entryFateWords(fate: DeletionOutcome): string {
  return FATES[fate];
}

const FATES: Readonly<Record<DeletionOutcome, string>> = {
  refused:
    "There is no WorkloadGroup of the name that it registers with: its machine gets no entry, and is refused when it connects anew. To bring it back, make the group first.",
  "without-entry":
    "Its machine stays connected and gets no new entry as long as it does: no host sends it anything until it connects anew. To bring it back, restart its agent.",
  "by-hand": "Nobody makes it again: it was written by hand. Take its YAML along first, to write it back.",
  "not-known": "Whether istiod makes it again is not known: it cannot be told whether its machine is connected, or registers by itself.",
  "registers-anew": "istiod makes it again when its machine connects.",
};

const FATES_OF_SEVERAL: Readonly<Record<DeletionOutcome, string>> = {
  refused: "refused when the machine connects anew: there is no WorkloadGroup of the name that it registers with",
  "without-entry": "connected without an entry: no host sends it anything until it connects anew, as after a restart of its agent",
  "by-hand": "written by hand, and made again by nobody: take the YAML along first",
  "not-known": "not known whether istiod makes it again",
  "registers-anew": "made again by istiod when the machine connects",
};

/** What happens to the machines of several deleted entries, worst first: "2 · written by hand, …". */
export function severalFatesWords(fates: readonly DeletionOutcome[]): readonly string[] {
  return DELETION_OUTCOMES.flatMap((fate) => {
    const count = fates.filter((one) => one === fate).length;
    return count === 0 ? [] : [`${count} · ${FATES_OF_SEVERAL[fate]}`];
  });
}

/** What stands at the field where a number is typed to confirm that several entries go. */
export function typeCountWords({ count }: { readonly count: number }): string {
  return `Hosts lose endpoints. Type ${count}, the number of entries, to delete ${oneOrMany(count, "it", "them")}.`;
}

/** Chosen entries that nobody sees any more: there is nothing left to delete. */
export function severalMissingWords({ count }: { readonly count: number }): string {
  return `${plural(count, "chosen entry is", "chosen entries are")} not there any more.`;
}

/** What came of a deletion of several. `refused`: how many were, or of which it is not known. */
export function severalDoneWords({ accepted, refused }: { readonly accepted: number; readonly refused: number }): string {
  const rest = refused === 0 ? "" : ` ${refused} not deleted: each says why.`;
  return `${accepted} accepted; the page follows the cluster.${rest}`;
}

/** Hosts that lose endpoints and are not listed; "" = none. */
export function moreHostsWords({ moreHosts }: { readonly moreHosts: number }): string {
  return moreHosts === 0 ? "" : `${plural(moreHosts, "more host")} ${verb(moreHosts, "lose")} endpoints.`;
}

/** What goes with a group, and the way back (docs/istio.md#group-deletion). */
export function groupFateWords({ entries, staying, connected }: GoneWithGroup): readonly string[] {
  const gone =
    entries === null
      ? "Its entries are not visible to you: Kubernetes deletes those that it owns."
      : entries === 0
        ? "It owns no entries."
        : `Kubernetes deletes its ${plural(entries, "entry", "entries")} with it.`;
  return [
    gone,
    ...(staying === 0 ? [] : [`${plural(staying, "entry", "entries")} without its owner reference ${verb(staying, "stay")} until istiod cleans up.`]),
    connected === 0
      ? "A machine that connects while there is no such group is refused: it gets no configuration."
      : `${plural(connected, "machine")} ${verb(connected, "stay")} connected without an entry. Each is refused when it connects anew, and then gets no configuration.`,
    "To bring it back, take its YAML along first and make the group again: machines that are still connected then get their entries at once.",
  ];
}

/** Objects of which it is not known whether they lose something; "" = all are in sight. */
export function unseenImpactWords({ unseen }: { readonly unseen: readonly string[] }): string {
  const kinds = unseen.filter((kind) => kind !== "workload-pods");
  return kinds.length === 0 ? "" : `Not visible to you, and so not counted: ${listOf(kinds)}.`;
}

/** What a drain does, and what it does not (docs/istio.md#draining). */
export function drainWords({ origin }: { readonly origin: EntryOrigin }): readonly string[] {
  const does = "The label istio.io/draining takes the machine out of what callers are sent; its connection stays.";
  if (origin !== "auto-registered") return [does];
  return [
    does,
    "The drain lasts as long as this entry. If the machine is away longer than the grace period, istiod makes its entry anew, without the label, and it takes traffic again: its page then offers to drain it again. To keep it out for longer, stop its agent or put the label into its bundle.",
  ];
}

/** A drain that was lost, as of `at` (a moment in words): which machine, when, and why it was out. */
export function lostDrainWords({ name, reason, at }: { readonly name: string; readonly reason: string; readonly at: string }): string {
  const why = reason === "" ? "No reason was kept." : `The reason was: ${reason}`;
  return `${name} was drained until its entry went at ${at}. istiod made the entry anew without the drain, so that callers are sent the machine again. ${why}`;
}

/** The label comes from the spec, which a drain does not touch. */
export function drainedBySpecWords(): string {
  return "The label istio.io/draining stands in spec.labels, where this control does not write. Edit the entry, or what made it.";
}

/** What stands at the field where a name is typed to confirm. */
export function typeNameWords({ name }: { readonly name: string }): string {
  return `Hosts lose endpoints. Type ${name} to delete it.`;
}
