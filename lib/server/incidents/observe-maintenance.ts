import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { maintenanceScopeKey } from "@/lib/domain/incidents/maintenance";
import { type AnnouncedMaintenance, parseMaintenance } from "@/lib/domain/incidents/maintenance-annotation";
import type { MaintenanceWindow, Observation } from "@/lib/domain/incidents/observation";
import type { World } from "@/lib/domain/mesh/world";
import type { FleetListener } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

type WindowScope = Pick<MaintenanceWindow, "cluster" | "namespace" | "group">;

interface MaintenanceObserverParts {
  readonly fleet: FleetReader;
  readonly now: () => number;
  readonly observe: (cluster: string, observation: Observation) => void;
}

/**
 * Observes the maintenance windows that annotations of groups and namespaces announce. A window whose annotation is removed, or can no longer be parsed, ends now.
 * An object that Stolos can no longer list or read keeps its window. A cluster counts from `scan` on.
 */
export class MaintenanceObserver implements FleetListener {
  readonly stop: () => void;
  readonly #windows = new Map<string, MaintenanceWindow>();
  readonly #scanned = new Set<string>();
  /** The namespaces of each cluster when they were last compared. */
  readonly #namespaces = new Map<string, World["places"]["namespaces"]>();

  constructor(private readonly parts: MaintenanceObserverParts) {
    this.stop = parts.fleet.subscribe(this);
  }

  /** Takes the windows that an earlier process observed. Before the scan of their cluster. */
  restore(windows: readonly MaintenanceWindow[]): void {
    for (const window of windows) this.#windows.set(maintenanceScopeKey(window), window);
  }

  /** Observes all windows of a cluster: at the start, and after a pause. */
  scan(cluster: string): void {
    const { fleet } = this.parts;
    this.#scanned.add(cluster);
    for (const group of fleet.groups()) if (group.place.cluster === cluster) this.group(group);
    for (const window of this.#windowsIn(cluster)) {
      const { namespace, group } = window;
      if (group !== null && fleet.group(cluster, namespace, group) === null) this.#compareGroup(window, null);
    }
    this.world(cluster);
  }

  /** The cluster is not configured any more. */
  forget(cluster: string): void {
    this.#scanned.delete(cluster);
    this.#namespaces.delete(cluster);
    for (const window of this.#windowsIn(cluster)) this.#windows.delete(maintenanceScopeKey(window));
  }

  group({ place: { cluster, namespace }, name, object }: FleetGroup): void {
    if (name !== "" && this.#scanned.has(cluster)) this.#compareGroup({ cluster, namespace, group: name }, object);
  }

  world(cluster: string): void {
    const { namespaces } = this.parts.fleet.worldOf(cluster).places;
    if (!this.#scanned.has(cluster) || namespaces.kind === "denied" || this.#namespaces.get(cluster) === namespaces) return;
    this.#namespaces.set(cluster, namespaces);
    for (const [namespace, { maintenance }] of namespaces.value) this.#compare({ cluster, namespace, group: null }, maintenance ?? null);
    for (const window of this.#windowsIn(cluster)) if (window.group === null && !namespaces.value.has(window.namespace)) this.#compare(window, null);
  }

  #windowsIn(cluster: string): readonly MaintenanceWindow[] {
    return [...this.#windows.values()].filter((window) => window.cluster === cluster);
  }

  #compareGroup(scope: WindowScope, object: WorkloadGroup | null): void {
    const isKnown = object === null ? this.parts.fleet.isListed?.(scope.cluster, "workloadgroups", scope.namespace) !== false : object.unreadable === null;
    if (isKnown) this.#compare(scope, object?.maintenance ?? null);
  }

  #compare({ cluster, namespace, group }: WindowScope, text: string | null): void {
    const at = this.parts.now();
    const key = maintenanceScopeKey({ cluster, namespace, group });
    const before = this.#windows.get(key);
    const parsed = text === null ? null : parseMaintenance(text);
    if (parsed?.kind === "window") {
      if (before !== undefined && isSame(before, parsed.window)) return;
      const window: MaintenanceWindow = { kind: "maintenance", cluster, namespace, group, ...parsed.window };
      this.#windows.set(key, window);
      // A window that was over at the start of Stolos has no effect.
      if (before !== undefined || window.until > at) this.parts.observe(cluster, { at, notBefore: null, ...window });
    } else if (before !== undefined) {
      this.#windows.delete(key);
      if (before.until > at) this.parts.observe(cluster, { at, notBefore: null, ...before, until: at });
    }
  }
}

function isSame(a: AnnouncedMaintenance, b: AnnouncedMaintenance): boolean {
  return a.from === b.from && a.until === b.until && a.reason === b.reason;
}
