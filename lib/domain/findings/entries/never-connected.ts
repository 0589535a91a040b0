import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** istiod makes an entry and marks it in one write. */
const WRITING_MS = 60_000;

/**
 * istiod keeps the entry and it has no mark of a connection, neither of one that holds nor of one that ended: somebody took the marks away, or copied
 * the entry without them. istiod never removes such an entry (pilot/pkg/autoregistration/controller.go, shouldCleanupEntry).
 */
export const neverConnected: Rule<"entry"> = {
  code: "STL121",
  name: "never-connected",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "the marks come with the machine's next connection, and whoever knows that there is no machine deletes the entry",
  detect: (entry, world) => {
    if (entry.connectedAt !== null || entry.disconnectedAt !== null || world.verdict(entry).connection.kind !== "never") return [];
    if (world.now < (entry.createdAt ?? 0) + WRITING_MS) return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { group: entry.registrationGroup, replica: entry.controller } }];
  },
  due: (entry, world) => {
    const due = (entry.createdAt ?? 0) + WRITING_MS;
    return due > world.now && entry.connectedAt === null && entry.disconnectedAt === null ? due : null;
  },
};
