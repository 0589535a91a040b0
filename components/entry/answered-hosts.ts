import type { SelectedByHead } from "@/lib/contract/selected-by";
import type { AnsweredHosts } from "@/lib/format/selected-hosts";

/** For whom a machine answers, as the first line of its page says it; null where that is not known (yet). */
export function answeredHosts(head: SelectedByHead | null): AnsweredHosts | null {
  if (head === null || head.entry === null || head.sight === null) return null;
  const { entry, sight } = head;
  const answering = entry.hosts.filter(({ against, ports }) => against.length === 0 && ports.some(({ found }) => found.port !== null));
  return { names: [...new Set(answering.map(({ host }) => host))], takers: entry.objects, isWhole: sight.services && sight.serviceEntries };
}
