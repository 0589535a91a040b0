"use client";

import { TableHeads } from "@/components/ui/table-heads";
import type { SelectingService, SelectionCompleteness } from "@/lib/contract/views/selected-by";
import { isCertainlySentOnAnyPort } from "@/lib/domain/selection/caller-service";
import { dependsWords, leftOutWords } from "@/lib/format/host/left-out-words";
import { portRuleWords } from "@/lib/format/port-rule-words";
import { reasonWords } from "@/lib/format/reason-words";
import { listOf } from "@/lib/format/text/lists";
import { tlsReason, tlsRefusal, tlsWord } from "@/lib/format/tls-words";
import { HostLink } from "./host-link";

interface HostsOfEntryProps {
  readonly cluster: string;
  readonly hosts: readonly SelectingService[];
  readonly sight: SelectionCompleteness;
}

/** The hosts of a machine, a line for each port: what a caller asks for, where it ends here, why, and how callers speak. */
export function HostsOfEntry({ cluster, hosts, sight }: HostsOfEntryProps) {
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">Hosts that select this machine, by port</caption>
        <TableHeads of={["HOST", ["PORT", "num"], ["HERE", "num"], "BECAUSE", "TLS"]} />
        {hosts.map((one) => (
          <HostPorts key={`${one.host} ${one.selector.kind} ${one.selector.name}`} cluster={cluster} taking={one} isTlsKnown={sight.tls} />
        ))}
      </table>
    </div>
  );
}

interface HostPortsProps {
  readonly cluster: string;
  readonly taking: SelectingService;
  readonly isTlsKnown: boolean;
}

function HostPorts({ cluster, taking, isTlsKnown }: HostPortsProps) {
  const { ports, selector, host, isOneOfSeveral, rivals, against } = taking;
  const answers = against.length === 0;
  return (
    <tbody>
      {ports.map((port, index) => (
        <tr key={`${port.name} ${port.number}`} data-host={host} data-port={port.number} data-tls={isTlsKnown ? (spokenOf(port) ?? undefined) : "not-known"}>
          <td className="min-w-44 whitespace-normal">
            {index === 0 && <HostLink cluster={cluster} selector={selector} {...(isOneOfSeveral ? { host } : {})} text={host} />}
          </td>
          <td data-column="port" className="num">
            {port.number}
          </td>
          <td
            data-column="here"
            data-sent={port.status.is}
            className={`num ${answers && isCertainlySentOnAnyPort([port.status]) && port.onOtherPort === null ? "font-medium" : "text-ink-3"}`}
          >
            {port.found.port ?? "—"}
          </td>
          <td className="min-w-28 whitespace-normal wrap-anywhere text-ink-2">
            {portRuleWords(port.found, port)}
            <StatusNote port={port} isWell={answers} />
          </td>
          <td>
            <Spoken port={port} isKnown={isTlsKnown} />
          </td>
        </tr>
      ))}
      <tr>
        <td colSpan={5} className="whitespace-normal text-s text-ink-3">
          {`${selector.kind} ${selector.name}`}
          {ports.length === 0 && " · no port that callers can ask for"}
          {rivals.map((rival) => (
            <span key={`${rival.kind}/${rival.namespace}/${rival.name}`} className="text-warn">
              {" "}
              · {rival.kind} {rival.namespace}/{rival.name} claims this host too
            </span>
          ))}
          {!answers && <span className="text-bad"> · callers are not sent it now: {against.map(reasonWords).join("; ")}</span>}
        </td>
      </tr>
    </tbody>
  );
}

/** The reason if the caller is not sent the machine on a port. Else the other port that has it, or the gateways in its place. */
function StatusNote({ port: { status, onOtherPort }, isWell }: { readonly port: SelectingService["ports"][number]; readonly isWell: boolean }) {
  if (status.is !== "not-sent" && onOtherPort !== null && isWell) return <span className="block text-s text-warn">{leftOutWords(onOtherPort)}</span>;
  if (status.is === "depends") return isWell ? <span className="block text-s text-blind">{dependsWords(status.outcomes)}</span> : null;
  if (status.is === "gateway") return <span className="block text-s">through {listOf(status.gateways.map(({ address }) => address))}</span>;
  if (status.is !== "not-sent" || status.reason.code === "port-name-missing" || !isWell) return null;
  return <span className="block text-s text-warn">not sent: {leftOutWords(status.reason)}</span>;
}

/** The TLS of callers; null = none is sent the machine, because another object defines the host name without this port, or for all callers. */
function spokenOf({ spoken, status }: SelectingService["ports"][number]): SelectingService["ports"][number]["spoken"] {
  const isJoined = status.is !== "not-sent" || (status.reason.code !== "port-lost" && status.reason.code !== "not-owner");
  return isJoined ? spoken : null;
}

/** Callers of the host's own namespace; where the objects that decide it are out of sight, it is not known. */
function Spoken({ port, isKnown }: { readonly port: SelectingService["ports"][number]; readonly isKnown: boolean }) {
  const { isRefused, tls } = port;
  const spoken = spokenOf(port);
  if (spoken === null) return null;
  if (!isKnown) return <span className="text-blind">not known</span>;
  const refusal = tlsRefusal(spoken, isRefused);
  return (
    <span
      className={spoken === "plain" || isRefused ? "text-warn" : "text-ink-2"}
      title={tls === null ? undefined : tlsReason(tls)}
      data-gateway-closed={tls?.gatewayClosed ?? undefined}
    >
      {tlsWord(spoken)}
      {refusal !== "" && <span className="block whitespace-normal text-s">{refusal}</span>}
    </span>
  );
}
