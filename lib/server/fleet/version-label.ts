import type { EntryRef } from "./entry-change";
import type { FleetReader } from "./fleet-reader";

/** The version of a machine as its labels name it; "" = none. */
export function versionLabel(fleet: Pick<FleetReader, "label">, entry: EntryRef): string {
  return fleet.label(entry, "version") ?? fleet.label(entry, "app.kubernetes.io/version") ?? "";
}
