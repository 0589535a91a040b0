import type { FleetStore } from "@/lib/server/fleet/fleet-store";

/** Calls whenever a group, its machines or its object may look different. Renewed connections do not count. */
export function watchGroups(store: FleetStore, ignoredMask: number, changed: () => void): () => void {
  const onEntry = (_slot: number, mask: number) => {
    if ((mask & ~ignoredMask) !== 0) changed();
  };
  const unhookEntries = store.hookEntries({ leaving: () => undefined, entering: onEntry });
  const unhookRemovals = store.hookEntries({ leaving: onEntry, entering: () => undefined });
  const unhookGroups = store.hookGroups(changed);
  return () => {
    unhookEntries();
    unhookRemovals();
    unhookGroups();
  };
}
