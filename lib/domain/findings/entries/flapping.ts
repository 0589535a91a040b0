import { TURNS_KEPT, TURNS_WITHIN_MS } from "@/lib/domain/findings/entry-past";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isGateOn } from "@/lib/domain/health-gate";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/** Three times away and back. */
const TURNS_AT_LEAST = 6;

/**
 * The machine's health turns again and again: with each turn istiod takes it from all callers or gives it back. How often is counted here: the
 * condition's lastTransitionTime moves with every report (pilot/pkg/autoregistration/internal/health/controller.go).
 */
export const flapping: Rule<"entry"> = {
  code: "STL125",
  name: "flapping",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "what makes its check fail and pass again is on the machine",
  detect: (entry, world) => {
    const turns = turnsOf(entry, world);
    if (turns === null) return { cannotTell: ["workloadentries"] };
    if (turns.length < TURNS_AT_LEAST) return [];
    const evidence = { turns: turns.length, isMore: turns.length >= TURNS_KEPT, toldFrom: TURNS_AT_LEAST, status: entry.health?.status ?? "" };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => {
    const turns = turnsOf(entry, world) ?? [];
    return turns[0] === undefined || turns.length < TURNS_AT_LEAST ? null : turns[0] + TURNS_WITHIN_MS;
  },
};

/** Its turns of the last hour, as far as they count: without the gate nobody heeds them. Null = nobody remembers. */
function turnsOf(entry: WorkloadEntry, world: FindingsWorld): readonly number[] | null {
  if (!isGateOn(entry.gate)) return [];
  const { now } = world;
  return world.pastOf(entry)?.healthTurns.filter((at) => at > now - TURNS_WITHIN_MS) ?? null;
}
