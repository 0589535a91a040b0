import type { SelectedByHead } from "@/lib/contract/selected-by";
import { isSent, notSentReason } from "@/lib/domain/selection/caller-service";
import type { SelectingServices } from "@/lib/domain/statements/entry";

/** The services that send callers to a machine; null while they are not known. */
export function selectingServices(head: SelectedByHead | null): SelectingServices | null {
  if (head === null || head.entry === null || head.sight === null) return null;
  const { entry, sight } = head;
  const well = entry.hosts.filter(({ against }) => against.length === 0);
  const sent = well.filter(({ ports }) => isSent(ports.map(({ status }) => status)));
  const reasons = well.flatMap(({ ports }) => notSentReason(ports.map(({ status }) => status)) ?? []);
  return {
    names: [...new Set(sent.map(({ host }) => host))],
    takers: entry.objects,
    notSent: reasons[0] ?? null,
    isWhole: sight.services && sight.serviceEntries,
  };
}
