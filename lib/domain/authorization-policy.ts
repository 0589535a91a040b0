import type { LabelSet } from "./label-set";
import type { Described } from "./selection/objects";

/** An object that a policy names instead of choosing by labels: a Gateway, a Service, a ServiceEntry … */
interface TargetRef {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** An AuthorizationPolicy, as far as it says which workloads it touches: what it allows is not read. */
export interface AuthorizationPolicy extends Described {
  /** Empty = all workloads of its namespace, or, in the root namespace, of the mesh. */
  readonly selector: LabelSet;
  /** Where there are some, it touches those alone, and the selector is empty. */
  readonly targets: readonly TargetRef[];
  /** `ALLOW` where it is not written. */
  readonly action: string;
  /** How many rules it has: with none, ALLOW lets nobody in, and DENY and AUDIT do nothing. */
  readonly rules: number;
}
