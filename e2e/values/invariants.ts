import type { Invariant } from "./invariant";
import { ENTRY_INVARIANTS } from "./invariants/entries";
import { FINDING_INVARIANTS } from "./invariants/findings";
import { FLEET_INVARIANTS } from "./invariants/fleet";
import { HISTORY_INVARIANTS } from "./invariants/history";
import { MESH_INVARIANTS } from "./invariants/mesh";
import { SERVICE_INVARIANTS } from "./invariants/services";

/** The invariants of all live and past pages. */
export const INVARIANTS: readonly Invariant[] = [
  ...[...FLEET_INVARIANTS, ...ENTRY_INVARIANTS, ...SERVICE_INVARIANTS],
  ...[...MESH_INVARIANTS, ...FINDING_INVARIANTS, ...HISTORY_INVARIANTS],
];
