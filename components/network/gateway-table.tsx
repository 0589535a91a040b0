"use client";

import { FindingMark } from "@/components/state/finding-mark";
import { toneText } from "@/components/state/tone";
import { ClusterName, clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Mono } from "@/components/table/mono";
import { Section } from "@/components/ui/section";
import type { NetworksHead, WireGateway } from "@/lib/contract/views/networks";
import { foundByWords, STANDING_WORDS } from "@/lib/format/networks/gateway-words";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { KialiLink } from "./kiali-link";

/** Every gateway that something names, how it was found, and whether callers can use it. */
export function GatewayTable({ head, kiali }: { readonly head: NetworksHead; readonly kiali: string | null }) {
  const { gateways, moreGateways, meshes } = head;
  const isComplete = meshes.every((mesh) => mesh.gateways.isComplete);
  return (
    <div id="gateways">
      <Section name="gateways" title="Gateways" aside={moreGateways === 0 ? undefined : `${plural(moreGateways, "more gateway")} in the file`}>
        {gateways.length === 0 && (
          <p className={`mt-2.5 ${isComplete ? "text-ink-2" : "text-blind"}`}>
            {isComplete ? "Nothing names a gateway into a network." : "No gateway is visible to you."}
          </p>
        )}
        {gateways.length > 0 && (
          <DataTable
            caption="Gateways into networks"
            columns={gatewayColumns(kiali)}
            rows={gateways}
            total={gateways.length}
            signatureOf={({ address, port, standing }) => `${address} ${port} ${standing}`}
          />
        )}
      </Section>
    </div>
  );
}

function gatewayColumns(kiali: string | null): readonly Column<WireGateway>[] {
  return [
    clusterColumn(),
    {
      key: "network",
      head: "NETWORK",
      shown: "always",
      cell: (row) => (
        <>
          <Mono>{row.network}</Mono>
          <ClusterName cluster={row.cluster} className="hidden font-mono text-xs text-ink-3 max-desk:block" />
        </>
      ),
    },
    { key: "address", head: "ADDRESS", shown: "always", cell: (row) => <Address row={row} /> },
    {
      key: "port",
      head: "PORT",
      shown: "usual",
      align: "end",
      room: "phone",
      cell: (row) => <span className="font-mono text-s">{row.port ?? row.tunnelPort ?? "—"}</span>,
    },
    {
      key: "found",
      head: "FOUND BY",
      shown: "usual",
      room: "desk",
      yields: 1,
      cell: (row) => (
        <span data-found-by={row.found.by} data-object={objectOf(row)} className="text-ink-2">
          {foundByWords(row.found)} {row.found.by === "service" && <KialiLink base={kiali} service={row.found} />}
        </span>
      ),
    },
    {
      key: "standing",
      head: "STATUS",
      shown: "usual",
      room: "tablet",
      cell: (row) => (
        <>
          <Standing row={row} />{" "}
          {row.found.by === "service" && <FindingMark kind="Service" namespace={row.found.namespace} name={row.found.name} clusters={[row.cluster]} />}
        </>
      ),
    },
    {
      key: "machines",
      head: "MACHINES BEHIND",
      shown: "usual",
      align: "end",
      room: "tablet",
      cell: (row) => <span className="tabular-nums">{formatNumber(row.machines)}</span>,
    },
  ];
}

/** The object that names the gateway: "NAMESPACE/NAME"; of `meshNetworks` the name of a Service, if it has one. */
function objectOf({ found }: WireGateway): string {
  return found.by === "mesh-networks" ? found.service : `${found.namespace}/${found.name}`;
}

function Address({ row: { address, standing } }: { readonly row: WireGateway }) {
  return address === "" ? <span className={standing === "by-its-service" ? "text-ink-3" : "text-bad"}>none</span> : <Mono>{address}</Mono>;
}

function Standing({ row }: { readonly row: WireGateway }) {
  const { word, means, tone } = STANDING_WORDS[row.standing];
  return (
    <span title={means} data-standing={row.standing} className={tone === null ? "text-ink-2" : toneText[tone]}>
      {word}
    </span>
  );
}
