import type { MachineReachProperties } from "@/lib/domain/selection/machine-endpoints";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import type { SelectedMachineCounts } from "@/lib/domain/services/service-status";
import type { Scope } from "@/lib/domain/source/scope";
import type { Total } from "@/lib/server/derive/totals";
import type { EntryRef } from "@/lib/server/fleet/entry-change";

/** A Service or a ServiceEntry as it stands in a fleet: of one version of it always the same object. */
export interface HostObject {
  readonly cluster: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly selector: MeshService;
  /** The host names that it defines: of a Service one, in full. */
  readonly hosts: readonly string[];
  /** Its annotation `stolos.dev/mute-findings` verbatim, "" where there is none. */
  readonly mutedFindings: string;
  /** The report of istiod in its status, as `parseIstiodStatus` reads it; "" = none. */
  readonly istiodStatus: string;
  /** The object that owns it, else the tool that manages it; "" = neither is written, or it was not recorded. */
  readonly managedBy: string;
}

/** The machines that a selector takes. */
export interface MachineCounts extends SelectedMachineCounts {
  /** The sum of the weights of those that Istio sends. */
  readonly weight: number;
}

/** Machines that a selector takes and that are alike in where they are and whether callers may send them mutual TLS, counted. */
export interface HostSpread {
  readonly network: string;
  /** As istiod keeps it: a fourth part stands in it. "" = it does not say. */
  readonly locality: string;
  readonly isMutual: boolean;
  readonly machines: number;
}

/** Selected machines that a caller gets in the same way, with counts. The endpoint engine runs once per class. */
export interface MachineClass extends MachineReachProperties {
  readonly counts: MachineCounts;
}

/** The Pods that a selector takes. `ready`: those that callers are sent as healthy, each of which weighs 1. */
export interface PodCounts {
  readonly taken: number;
  readonly ready: number;
  readonly weight: number;
}

/** The endpoints that a ServiceEntry writes itself, where they count: one with a selector has none (docs/istio.md#serviceentry-selector). */
export interface InlineCounts {
  readonly count: number;
  readonly weight: number;
}

/** What a selector takes, counted as of now: they move on, with `version`, so whoever keeps counts copies them. */
export interface HostCounts extends Readonly<Total> {
  readonly machines: MachineCounts;
  /** Null = the Pods of its namespace are not visible. */
  readonly pods: PodCounts | null;
  readonly inline: InlineCounts;
}

export type HostKind = MeshService["kind"];

/**
 * `listed`: the members that callers of the object are sent as a list; none if it has no list (`sendsNoEndpointList`). `stored`: those whose endpoints istiod stores,
 * which callers can get from another object of the host name.
 */
export type MemberView = "listed" | "stored";

/**
 * Who is taken by which Service or ServiceEntry, in a fleet of any kind. It knows no viewer but in `all`: whoever asks for one passes on only
 * what is in sight (`counts-in-sight.ts`).
 */
export interface HostReader {
  /** The visible hosts that select in a namespace of machines or have EndpointSlices there, or have inline endpoints. */
  all(scope: Scope): readonly HostObject[];
  find(cluster: string, kind: HostKind, namespace: string, name: string): HostObject | null;
  byUid(cluster: string, uid: string): HostObject | null;
  /** The machines that its selector takes, whatever their health, in no order. */
  machines(host: HostObject, view?: MemberView): Iterable<EntryRef>;
  /** Where these machines are, counted; in no order. It costs the places, not the machines. */
  spread(host: HostObject): readonly HostSpread[];
  /** The same machines by what decides whether a caller gets them, in no order; null while a new version of the selector is being counted. */
  classes(host: HostObject, view?: MemberView): readonly MachineClass[] | null;
  /** The Pods that its selector takes, ready or not, in no order. */
  pods(host: HostObject, view?: MemberView): readonly StoredPod[];
  counts(host: HostObject, view?: MemberView): HostCounts;
  /** Is all of it counted that it takes? Until then the counts of the version before are told. */
  isSettled(host: HostObject): boolean;
  /** Who takes this machine. */
  selecting(entry: EntryRef, view?: MemberView): readonly HostObject[];
  /** All that select in one namespace: whose nearest misses its machines are. */
  candidates(cluster: string, namespace: string): readonly HostObject[];
  /** Hears of every object that is another one now (by its last version, where it is gone), or whose counts are others. */
  subscribe(listener: (host: HostObject) => void): () => void;
}
