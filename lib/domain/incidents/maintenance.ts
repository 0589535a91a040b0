import type { MachineFacts, MaintenanceWindow } from "./observation";

/** The maintenance windows of groups and namespaces, by scope. */
export class MaintenanceWindows {
  readonly #windows = new Map<string, MaintenanceWindow>();

  constructor(stored: readonly MaintenanceWindow[] = []) {
    for (const window of stored) this.set(window);
  }

  get stored(): readonly MaintenanceWindow[] {
    return [...this.#windows.values()];
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  set(window: MaintenanceWindow): void {
    this.#windows.set(maintenanceScopeKey(window), window);
  }

  get(key: string): MaintenanceWindow | undefined {
    return this.#windows.get(key);
  }

  delete(key: string): void {
    this.#windows.delete(key);
  }

  /** Returns the window that contains a machine at a moment, that of its group first. Milliseconds. */
  of({ cluster, namespace, group }: MachineFacts, at: number): MaintenanceWindow | null {
    for (const scope of group === "" ? [null] : [group, null]) {
      const window = this.#windows.get(maintenanceScopeKey({ cluster, namespace, group: scope }));
      if (window !== undefined && window.from <= at && at < window.until) return window;
    }
    return null;
  }
}

export function maintenanceScopeKey({ cluster, namespace, group }: Pick<MaintenanceWindow, "cluster" | "namespace" | "group">): string {
  return [cluster, namespace, group ?? ""].join("\n");
}
