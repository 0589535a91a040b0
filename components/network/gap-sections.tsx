"use client";

import { Fragment } from "react";
import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { Section } from "@/components/ui/section";
import { pagePaths } from "@/lib/contract/url/paths";
import type { NetworksHead, WireUnreachableMachine, WireUnreachableService } from "@/lib/contract/views/networks";
import { hostsPassedByGateways } from "@/lib/domain/statements/networks";
import { GAP_WORDS, hostGapWords, PASS_LACK_TEXTS } from "@/lib/format/networks/gap-words";
import { networkName } from "@/lib/format/networks/network-name";
import { formatNumber, plural } from "@/lib/format/text/numbers";

type Listed<T> = T & { readonly id: string };

/** Machines that callers are kept from by their networks, each with the reason; nothing where there is none. */
export function GapMachines({ head: { gapMachines, moreGapMachines } }: { readonly head: NetworksHead }) {
  if (gapMachines.length === 0) return null;
  const rows = gapMachines.map((one) => ({ ...one, id: `${one.cluster}/${one.uid}` }));
  return (
    <Section
      name="unreachable-machines"
      title="Machines that callers are kept from"
      aside={moreGapMachines === 0 ? undefined : `and ${plural(moreGapMachines, "more machine")}`}
    >
      <DataTable
        caption="Machines that callers are kept from by their networks"
        columns={MACHINE_COLUMNS}
        rows={rows}
        total={rows.length}
        signatureOf={({ network, gaps }) => `${network} ${gaps.join(" ")}`}
      />
    </Section>
  );
}

/** Hosts whose machines behind gateways nobody elsewhere reaches; that it cannot be told where Gateways are not visible. */
export function GapHosts({ head }: { readonly head: NetworksHead }) {
  const { gapHosts, moreGapHosts, passed, unknownGateways, unknownBecause, policiesSeen, usableGateways } = head;
  if (usableGateways === 0) return null;
  const rows = gapHosts.map((one) => ({ ...one, id: `${one.cluster}/${one.kind}/${one.namespace}/${one.name}/${one.host}` }));
  return (
    <Section name="blocked-services" title="Hosts that no gateway passes" aside={moreGapHosts === 0 ? undefined : `and ${plural(moreGapHosts, "more host")}`}>
      {rows.length > 0 && (
        <DataTable
          caption="Hosts whose machines behind gateways callers of other networks do not reach"
          columns={HOST_COLUMNS}
          rows={rows}
          total={rows.length}
          signatureOf={({ machines, gaps }) => `${machines} ${gaps.map(({ code }) => code).join(" ")}`}
        />
      )}
      {passed !== null && policiesSeen && unknownGateways.length === 0 && rows.length === 0 && (
        <p className="mt-2.5 text-ink-2">Each service passes at least one gateway of its machines. No policy closes a gateway.</p>
      )}
      {!policiesSeen && (
        <p className="mt-2.5 max-w-[62em] text-blind">
          Not all DestinationRules and PeerAuthentications are visible. They can close gateways to more services and machines.
        </p>
      )}
      {passed === null && (
        <p className="mt-2.5 max-w-[62em] text-blind">
          Whether gateways pass the other hosts cannot be told: the Gateways whose AUTO_PASSTHROUGH servers list them are not visible.
        </p>
      )}
      {unknownGateways.length > 0 && (
        <p className="mt-2.5 max-w-[62em] text-blind" data-unknown-gateways>
          This cluster does not show all services that these gateways pass: <span className="font-mono">{unknownGateways.join(", ")}</span>.{" "}
          {unknownBecause.map((lack) => PASS_LACK_TEXTS[lack]).join(" ")}
        </p>
      )}
      {passed !== null && passed.length > 0 && (
        <p className="mt-2 text-s text-ink-3">
          <Sentence of={hostsPassedByGateways(gapHosts.length + moreGapHosts, passed)}>
            AUTO_PASSTHROUGH servers list{" "}
            {passed.map(({ network, hosts }, at) => (
              <Fragment key={network}>
                {at > 0 && "; "}
                {hosts.length === 0 ? "no host" : <span className="font-mono">{hosts.join(", ")}</span>} for {networkName(network)}
              </Fragment>
            ))}
            .
          </Sentence>
        </p>
      )}
    </Section>
  );
}

const MACHINE_COLUMNS: readonly Column<Listed<WireUnreachableMachine>>[] = [
  clusterColumn(),
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: (row) => (
      <NameLink cluster={row.cluster} href={pagePaths.entry(row.cluster, row.namespace, row.name, row.uid)} name={row.name} under={<Why row={row} />} long />
    ),
  },
  { key: "namespace", head: "NAMESPACE", shown: "usual", room: "desk", cell: (row) => <Mono faint>{row.namespace}</Mono> },
  { key: "network", head: "NETWORK", shown: "usual", room: "tablet", cell: (row) => <Mono>{networkName(row.network)}</Mono> },
  {
    key: "label",
    head: "LABEL",
    shown: "usual",
    room: "desk",
    yields: 1,
    cell: (row) => <Mono faint>{row.networkLabel === row.network ? "" : row.networkLabel}</Mono>,
  },
  { key: "why", head: "WHY", shown: "usual", room: "tablet", fills: true, cell: (row) => <Why row={row} /> },
];

function Why({ row: { gaps } }: { readonly row: WireUnreachableMachine }) {
  return gaps.map((gap, at) => (
    <span key={gap} data-gap={gap} title={GAP_WORDS[gap].means}>
      {at > 0 && ", "}
      <span className={toneText[GAP_WORDS[gap].tone]}>{GAP_WORDS[gap].word}</span>
    </span>
  ));
}

const HOST_COLUMNS: readonly Column<Listed<WireUnreachableService>>[] = [
  clusterColumn(),
  {
    key: "host",
    head: "HOST",
    shown: "always",
    cell: (row) => (
      <NameLink
        cluster={row.cluster}
        href={pagePaths.host(row.cluster, row.kind, row.namespace, row.name, row.kind === "ServiceEntry" ? row.host : "")}
        name={row.host}
        under={whyNot(row)}
        long
      />
    ),
  },
  { key: "owner", head: "OWNER", shown: "usual", room: "desk", yields: 2, cell: (row) => <Mono faint>{`${row.kind} ${row.namespace}/${row.name}`}</Mono> },
  { key: "machines", head: "MACHINES", shown: "always", align: "end", cell: (row) => <span className="tabular-nums">{formatNumber(row.machines)}</span> },
  { key: "networks", head: "BEHIND GATEWAYS OF", shown: "usual", room: "desk", yields: 1, cell: (row) => <Mono>{row.networks.join(" ")}</Mono> },
  { key: "why", head: "WHY", shown: "usual", room: "tablet", fills: true, cell: (row) => <WhyNot row={row} /> },
];

function WhyNot({ row }: { readonly row: WireUnreachableService }) {
  return (
    <span data-gap={[...new Set(row.gaps.map(({ code }) => code))].join(" ")} title={whyNot(row)}>
      {whyNot(row)}
    </span>
  );
}

function whyNot({ gaps }: WireUnreachableService): string {
  return gaps.map(hostGapWords).join("; ");
}
