import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The entry says that a replica of istiod holds its connection, and that replica does not: it is gone, or runs only since later. Health reports go
 * nowhere until the machine connects again (pilot/pkg/autoregistration/controller.go, connections.go).
 */
export const ghostClaim: Rule<"entry"> = {
  code: "STL110",
  name: "ghost-claim",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "istiod-pods"],
  noPatchBecause: "only the machine's owner knows if it is gone, and a machine that runs connects to another replica",
  detect: (entry, world) => {
    if (entry.connectedAt === null) return [];
    if (world.world.replicas.kind !== "known") return { cannotTell: ["istiod-pods"] };
    const { connection } = world.verdict(entry);
    if (connection.kind !== "ghost") return [];
    const evidence = { why: connection.why, replica: entry.controller, connectedAt: entry.connectedAt.text };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => world.verdict(entry).validUntil,
};
