import type { SelectablePod } from "./selection/objects";
import type { TableObject } from "./table-object";

/** A Pod beside the machines, as far as selectors and clients look at it. */
export interface WorkloadPod extends TableObject, SelectablePod {}
