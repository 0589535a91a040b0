import type { SelectedByHead, SelectingService } from "@/lib/contract/views/selected-by";
import { isCertainlySentOnAnyPort, isEmptyAddressSent, notSentReason } from "@/lib/domain/selection/caller-service";
import type { ServicesSelectingMachine } from "@/lib/domain/statements/entry";

/** The services that send callers to a machine; null while they are not known. */
export function selectingServices(head: SelectedByHead | null): ServicesSelectingMachine | null {
  if (head === null || head.entry === null || head.sight === null) return null;
  const { entry, sight } = head;
  const well = entry.hosts.filter(({ against }) => against.length === 0);
  const reasons = well.flatMap(({ ports }) => notSentReason(statusesOf(ports)) ?? []);
  return {
    names: [...new Set(entry.hosts.filter(isSentByHost).map(({ host }) => host))],
    takers: entry.objects,
    notSent: reasons[0] ?? null,
    isWhole: sight.services && sight.serviceEntries,
  };
}

/** A port on which callers of a service get a machine, and the machine's own port. */
export interface SentPort {
  readonly host: string;
  readonly port: number;
  readonly endpointPort: number;
}

/** The ports on which callers get a machine. Leaves out a port on which they get an empty address (docs/istio.md#empty-address). */
export function sentPorts(hosts: readonly SelectingService[], address: string): readonly SentPort[] {
  return hosts.filter(isSentByHost).flatMap(({ host, ports }) =>
    ports.flatMap(({ number, found, status, onOtherPort }) => {
      const { port } = found;
      if (port === null || !isCertainlySentOnAnyPort([status]) || isEmptyAddressSent(address, [status])) return [];
      return (onOtherPort?.on ?? [number]).map((one) => ({ host, port: one, endpointPort: port }));
    }),
  );
}

function isSentByHost({ against, ports }: SelectingService): boolean {
  return against.length === 0 && isCertainlySentOnAnyPort(statusesOf(ports));
}

function statusesOf(ports: SelectingService["ports"]) {
  return ports.map(({ status }) => status);
}
