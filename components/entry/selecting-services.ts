import type { SelectedByHead } from "@/lib/contract/selected-by";
import type { SelectingServices } from "@/lib/domain/statements/entry";

/** The services that send callers to a machine; null while they are not known. */
export function selectingServices(head: SelectedByHead | null): SelectingServices | null {
  if (head === null || head.entry === null || head.sight === null) return null;
  const { entry, sight } = head;
  const answering = entry.hosts.filter(({ against, ports }) => against.length === 0 && ports.some(({ found }) => found.port !== null));
  return { names: [...new Set(answering.map(({ host }) => host))], takers: entry.objects, isWhole: sight.services && sight.serviceEntries };
}
