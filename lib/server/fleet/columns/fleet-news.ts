import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef, FleetListener } from "@/lib/server/fleet/entry-change";
import type { FleetStore } from "./fleet-store";

/** Tells a listener what of a store it asks for; what is returned ends it. */
export function newsOf(store: FleetStore, hookNamespaces: (hook: (cluster: string) => void) => () => void, listener: FleetListener): () => void {
  const { leaving, entering, group, memory, world, namespaces } = listener;
  const unhook: (() => void)[] = [];
  if (leaving !== undefined || entering !== undefined)
    unhook.push(
      store.hookEntries({
        leaving: (slot, mask, moment) => listener.leaving?.(slot as EntryRef, ChangedParts.ofBits(mask), moment),
        entering: (slot, mask, moment) => listener.entering?.(slot as EntryRef, ChangedParts.ofBits(mask), moment),
      }),
    );
  if (group !== undefined) unhook.push(store.hookGroups((record) => listener.group?.(record)));
  if (memory !== undefined) unhook.push(store.hookMemory((record) => listener.memory?.(record)));
  if (world !== undefined) unhook.push(store.hookWorlds((cluster) => listener.world?.(cluster)));
  if (namespaces !== undefined) unhook.push(hookNamespaces((cluster) => listener.namespaces?.(cluster)));
  return () => {
    for (const off of unhook) off();
  };
}
