import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { maxAgeOf } from "@/lib/domain/timing";

/**
 * The entry claims a connection that is older than any can be: the machine and the istiod that held it died together, and nobody wrote that it left.
 * istiod sweeps such entries (pilot/pkg/autoregistration/controller.go, shouldCleanupEntry); until then callers are sent there.
 */
export const leakedEntry: Rule<"entry"> = {
  code: "STL109",
  name: "leaked-entry",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  noPatchBecause: "only the machine's owner knows if it is gone, and a restart of its agent writes a new mark",
  detect: (entry, world) => {
    if (entry.connectedAt === null) return [];
    const maxAge = maxAgeOf(entry, world.world);
    if (maxAge.kind === "denied") return { cannotTell: ["istiod-pods"] };
    const { connection } = world.verdict(entry);
    if (connection.kind !== "leaked" || connection.why === "in-the-future") return [];
    const minutes = maxAge.value === null ? {} : { maxAgeMinutes: Math.round(maxAge.value / 60_000), isAssumed: maxAge.kind === "assumed" };
    const evidence = { why: connection.why, connectedAt: entry.connectedAt.text, replica: entry.controller, ...minutes };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => world.verdict(entry).validUntil,
};
