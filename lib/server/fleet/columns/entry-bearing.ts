import { addressKind } from "@/lib/domain/selection/ip-address";
import { REVISION_LABEL } from "@/lib/domain/selection/workload";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import { BEARING, type BearingMesh } from "@/lib/server/fleet/bearing";
import { optionalText, presentText } from "./column-text";
import type { EntryColumns } from "./entry-columns";

/** A serving class: it serves, but nobody can vouch for it. */
const DOUBTED = 2;
const TRUE = optionalText("True");

/** How a slot bears on selectors, by its columns (`BEARING`). */
export function bearingAt(columns: EntryColumns, slot: number, { revision, healthChecks, drainingLabel }: BearingMesh): number {
  const { labelSets } = columns;
  const [spec, metadata] = [columns.int("specLabels", slot), columns.int("metadataLabels", slot)];
  const ownRevision = labelSets.value(metadata, REVISION_LABEL);
  const draining = drainingLabel === "" ? undefined : (labelSets.value(metadata, drainingLabel) ?? labelSets.value(spec, drainingLabel));
  const address = columns.text("address", slot);
  const kind = addressKind(address);
  const isChecked = healthChecks && hasHealthChecks(presentText(columns.text("gate", slot)));
  const health = columns.text("health.status", slot);
  const { servingClass, vouched } = columns.derivedBytes;
  return (
    (ownRevision === undefined || revision === "" || ownRevision === revision ? BEARING.ofRevision : 0) |
    (kind === "host-name" || kind === "socket" ? BEARING.named : 0) |
    (!isChecked || health === TRUE ? BEARING.healthy : 0) |
    (draining ? BEARING.draining : 0) |
    (address !== "" || columns.text("network", slot) !== "" ? BEARING.reachable : 0) |
    (servingClass[slot] === DOUBTED || vouched[slot] === 0 ? BEARING.doubted : 0) |
    (isChecked ? BEARING.checked : 0) |
    (isChecked && presentText(health) === null ? BEARING.awaiting : 0)
  );
}
