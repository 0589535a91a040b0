import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { ScopedFindings } from "./scoped-findings";

/** Of these entries those are asked about again that have read such a thing. */
export function askReaders(findings: ScopedFindings, refs: readonly EntryRef[], bits: number, but: EntryRef | null = null): void {
  for (const ref of refs) if (ref !== but && (findings.entryReads.of(ref) & bits) !== 0) findings.affectEntry(ref);
}
