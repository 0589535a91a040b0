"use client";

import { Section } from "@/components/ui/section";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { serviceEndpointsStatement } from "@/lib/domain/statements/service";
import { kindsPhrase } from "@/lib/format/host/kind-counts";

/** What a caller asks for and where it ends: for each port, those that end at one place by one rule. */
export function HostPorts({ detail }: { readonly detail: ServiceDetail }) {
  const none = serviceEndpointsStatement(detail).result === "slices-not-read" ? "not known" : "nobody answers";
  return (
    <Section name="ports" title="Ports" aside="what a caller asks for, and where it ends">
      <table className="table">
        <caption className="sr-only">Ports</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              <span className="max-desk:hidden">SERVICE </span>PORT
            </th>
            <th scope="col">NAME</th>
            <th scope="col" className="max-desk:hidden">
              PROTOCOL
            </th>
            <th scope="col" className="num">
              ENDS AT
            </th>
            <th scope="col">ON</th>
            <th scope="col" className="max-desk:hidden">
              BECAUSE
            </th>
          </tr>
        </thead>
        <tbody>
          {detail.ports.map((port) => (
            <PortRows key={`${port.number} ${port.name} ${port.protocol}`} port={port} none={none} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

type Port = ServiceDetail["ports"][number];

/** `none`: the text for a port without endpoints. */
function PortRows({ port, none }: { readonly port: Port; readonly none: string }) {
  const groups = port.groups.length === 0 ? [null] : port.groups;
  return groups.map((group, index) => (
    <tr
      key={group === null ? "nobody" : `${group.port} ${group.because}`}
      data-port={port.number}
      data-protocol={port.protocol}
      data-ends={group?.port ?? "none"}
    >
      <td className="num">{index === 0 && port.number}</td>
      <td className="font-mono text-s">{index === 0 && (port.name || <span className="text-ink-3">—</span>)}</td>
      <td className="font-mono text-s max-desk:hidden">{index === 0 && port.protocol}</td>
      {group === null ? (
        <td colSpan={3} className="text-ink-3">
          {none}
        </td>
      ) : (
        <PortEnd group={group} />
      )}
    </tr>
  ));
}

function PortEnd({ group }: { readonly group: Port["groups"][number] }) {
  const { port, of, version, because } = group;
  return (
    <>
      <td className={port === null ? "num text-bad" : "num font-medium"}>{port === null ? "—" : port === 0 ? "socket" : port}</td>
      <td>
        {kindsPhrase(of, true)}
        {version !== "" && (
          <>
            {" "}
            of <code>version={version}</code>
          </>
        )}
        <span className="mb-1 hidden text-xs whitespace-normal text-ink-2 max-desk:block">{because}</span>
      </td>
      <td className="wide text-ink-2 max-desk:hidden" title={because}>
        {because}
      </td>
    </>
  );
}
