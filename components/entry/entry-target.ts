import type { EntryRow } from "@/lib/contract/rows";
import { type CommandTarget, commandsFor } from "@/lib/format/commands";
import type { EntryDetail } from "./use-last-seen";

/** What the commands of an entry are made of. */
function entryTarget(row: EntryRow, detail: EntryDetail): CommandTarget {
  return {
    kind: "entry",
    context: row.cluster,
    namespace: row.namespace,
    name: row.name,
    address: row.address,
    controller: row.controller,
    controllerNamespace: detail.replica?.namespace ?? "istio-system",
  };
}

/** The first commands of an entry, as lines. */
export function entryCommands(row: EntryRow, detail: EntryDetail, count: number): readonly string[] {
  return commandsFor(entryTarget(row, detail))
    .slice(0, count)
    .map(({ command }) => command);
}
