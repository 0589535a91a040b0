import type { MeshSettings } from "./mesh";
import type { Selector } from "./objects";
import { type Candidate, isMatched, type Reason } from "./reasons";
import { reasonsAgainst } from "./selected-by";

/** The match of an object with a machine or Pod by labels, address and kind. `caller-service.ts` decides which callers get it. */
export interface SelectionMatch {
  /** True if only the state of the machine (health, draining) speaks against it, or nothing. */
  readonly isSelected: boolean;
  /** True if nothing speaks against it. istiod then stores an endpoint. */
  readonly isStored: boolean;
  readonly reasons: readonly Reason[];
}

/** Matches one object with one candidate (docs/istio.md#serviceentry-selector, #service-selector). `ignored`: reasons that the question leaves out. */
export function selectionMatch(selector: Selector, candidate: Candidate, mesh: MeshSettings, ignored: ReadonlySet<Reason["code"]> = NONE): SelectionMatch {
  const reasons = reasonsAgainst(selector, candidate, mesh);
  const counted = ignored.size === 0 ? reasons : reasons.filter(({ code }) => !ignored.has(code));
  return { isSelected: isMatched(counted), isStored: counted.length === 0, reasons };
}

const NONE: ReadonlySet<Reason["code"]> = new Set();
