import type { OrderReason } from "@/lib/domain/selection/reach";
import type { CrossedNetwork } from "./cut-off";
import type { PlaceWeight } from "./stranded-callers";
import type { Move, Outlier } from "./would-move";

/** Whether the requests to one host would move, and by what that is told. */
export interface HostTraffic {
  readonly move: Move;
  /** The part of the requests that goes to the dead where nobody orders by place, 0 to 1. */
  readonly lostShare: number;
  /** Of the port that is worst off. */
  readonly outlier: Outlier;
  /** Whose outlier detection it is: names of DestinationRules; none = the mesh's own. */
  readonly rules: readonly string[];
  readonly mostEjected: number;
  readonly listed: number;
  readonly order: OrderReason;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly port: string;
  /** Ports differ in the answer. */
  readonly portsDiffer: boolean;
  readonly places: readonly PlaceWeight[];
  readonly thinned: PlaceWeight | null;
  readonly stranded: readonly string[];
  readonly crossed: readonly CrossedNetwork[];
}
