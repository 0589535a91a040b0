import type { World } from "@/lib/domain/mesh/world";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { GroupCache } from "./group-cache";
import type { Noticed } from "./reads";
import type { RuleGates } from "./rule-gates";
import type { SelectionCache } from "./selection-cache";
import type { UsageIndex } from "./usage-index";

/** What the world of a cluster is read from. */
export interface FindingsParts {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly cluster: string;
  readonly usage: UsageIndex;
  readonly selections: SelectionCache;
  readonly groups: GroupCache;
  readonly gates: Pick<RuleGates, "seesPods">;
  /** Where it is noticed what rules read. */
  readonly noticed: Noticed;
  /** What is known beside the entries; what is read of it is noticed. */
  readonly world: World;
}
