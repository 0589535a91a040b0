"use client";

import { StateIcon } from "@/components/state/state-icon";
import { stateIconClass, toneText } from "@/components/state/tone";
import { TableHeads } from "@/components/ui/table-heads";
import { useFreshness } from "@/lib/client/status";
import type { SelectingService, SelectionCompleteness } from "@/lib/contract/views/selected-by";
import { shownVerdict } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";
import { type EndpointTraffic, endpointTraffic } from "@/lib/format/endpoint-traffic";
import { joinParts } from "@/lib/format/text/lists";
import { tlsReason, tlsRefusal, tlsWord } from "@/lib/format/tls-words";
import { HostLink } from "./host-link";

/** The machine of the endpoints, as its page shows it. */
export interface MachineOfEndpoints {
  readonly cluster: string;
  readonly state: State;
  readonly vouched: boolean;
}

interface EntryEndpointsProps {
  /** Null = not known yet. */
  readonly machine: MachineOfEndpoints | null;
  readonly cluster: string;
  readonly hosts: readonly SelectingService[];
  readonly sight: SelectionCompleteness;
}

type Port = SelectingService["ports"][number];

/** The services of a machine, a line for each port: the machine's port, TLS, and whether callers get it and why. A phone has two lines for each. */
export function EntryEndpoints({ machine, cluster, hosts, sight }: EntryEndpointsProps) {
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">Services that select this machine, by port</caption>
        <TableHeads
          className="max-desk:sr-only"
          of={[
            "SERVICE",
            ["PORT", "num max-desk:hidden"],
            ["MACHINE PORT", "num max-desk:hidden"],
            ["TLS", "max-desk:hidden"],
            "GETS TRAFFIC",
            ["BECAUSE", "max-desk:hidden"],
          ]}
        />
        <tbody>
          {hosts.flatMap((service) =>
            service.ports.map((port) => (
              <PortRow
                key={`${service.host} ${service.selector.kind} ${service.selector.name} ${port.name} ${port.number}`}
                {...{ machine, cluster, service, port }}
                isTlsKnown={sight.tls}
              />
            )),
          )}
          {hosts.map((service) => (
            <ServiceNote key={`${service.host} ${service.selector.kind} ${service.selector.name}`} service={service} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PortRowProps extends Pick<EntryEndpointsProps, "machine" | "cluster"> {
  readonly service: SelectingService;
  readonly port: Port;
  readonly isTlsKnown: boolean;
}

function PortRow({ machine, cluster, service, port, isTlsKnown }: PortRowProps) {
  const { selector, host, isOneOfSeveral, against } = service;
  const traffic = endpointTraffic({ port, against });
  const { because, rule, full } = traffic;
  return (
    <tr data-host={host} data-port={port.number} data-tls={isTlsKnown ? (callersTls(port) ?? undefined) : "not-known"}>
      <td className="min-w-44 whitespace-normal max-desk:py-1.5" title={`${selector.kind} ${selector.namespace}/${selector.name}`}>
        <span className="desk:inline-block desk:w-max desk:max-w-80">
          <HostLink cluster={cluster} selector={selector} {...(isOneOfSeveral ? { host } : {})} text={host} />
        </span>
        <span className="block text-s text-ink-2 tabular-nums desk:hidden">
          {`${port.number} → ${port.found.port ?? "—"}`}
          {` · ${because || rule}`}
        </span>
      </td>
      <td data-column="port" className="num max-desk:hidden">
        {port.number}
      </td>
      <td data-column="here" data-sent={port.status.is} className={`num max-desk:hidden ${traffic.answer === "yes" ? "font-medium" : "text-ink-3"}`}>
        {port.found.port ?? "—"}
      </td>
      <td className="max-desk:hidden">
        <CallersTls port={port} isKnown={isTlsKnown} />
      </td>
      <td data-column="traffic" data-answer={traffic.answer}>
        <GetsTraffic machine={machine} traffic={traffic} />
      </td>
      <td className="wide text-ink-2 max-desk:hidden" title={joinParts([full, rule], " · ")}>
        {because || rule}
      </td>
    </tr>
  );
}

/** "Yes" has the look of the machine's state: green only if the state is verified and current. */
function GetsTraffic({ machine, traffic: { answer, word } }: { readonly machine: MachineOfEndpoints | null; readonly traffic: EndpointTraffic }) {
  const freshness = useFreshness(machine?.cluster);
  const shown = machine === null ? null : shownVerdict(machine, freshness);
  // Callers get an empty address with the port. The effect on their proxies is not known.
  if (answer === "yes" && machine?.state === "no-endpoint") return <Mark state="unverified" className={toneText.blind} word="Not known" />;
  if (answer === "depends" || shown === null) return <Mark state="unverified" className={toneText.blind} word={word} />;
  if (answer === "no" && (shown.state === "healthy" || shown.state === "unchecked")) return <Mark state="draining" className={toneText.warn} word={word} />;
  const isUnverifiedYes = answer === "yes" && shown.tone === "blind";
  return <Mark state={isUnverifiedYes ? "unverified" : shown.state} className={stateIconClass(shown)} word={word} />;
}

function Mark({ state, className, word }: { readonly state: State; readonly className: string; readonly word: string }) {
  const isGood = className === toneText.good;
  return (
    <span className={`inline-flex items-center gap-1.5 ${isGood ? "" : `font-medium ${className}`}`}>
      <StateIcon state={state} className={className} />
      {word}
    </span>
  );
}

/** Remarks about a service that its rows do not show: other objects with its host name, or no port. */
function ServiceNote({ service: { selector, host, ports, rivals } }: { readonly service: SelectingService }) {
  if (rivals.length === 0 && ports.length > 0) return null;
  return (
    <tr>
      <td colSpan={6} className="whitespace-normal text-s text-ink-3">
        {`${host}: ${selector.kind} ${selector.name}`}
        {ports.length === 0 && " has no port that callers can use"}
        {rivals.map((rival) => (
          <span key={`${rival.kind}/${rival.namespace}/${rival.name}`} className="text-warn">
            {" "}
            · {rival.kind} {rival.namespace}/{rival.name} claims this host, too
          </span>
        ))}
      </td>
    </tr>
  );
}

/** The TLS of callers; null = none is sent the machine, because another object defines the host name without this port, or for all callers. */
function callersTls({ spoken, status }: Port): Port["spoken"] {
  const isJoined = status.is !== "not-sent" || (status.reason.code !== "port-lost" && status.reason.code !== "not-owner");
  return isJoined ? spoken : null;
}

/** TLS as callers in the namespace of the service use it; not known if the objects that decide it are not visible. */
function CallersTls({ port, isKnown }: { readonly port: Port; readonly isKnown: boolean }) {
  const { isRefused, tls } = port;
  const spoken = callersTls(port);
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
