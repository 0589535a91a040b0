"use client";

import { clsx } from "clsx";
import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { ClusterName } from "@/components/table/cluster-name";
import { IncidentKey } from "@/components/table/incident-key";
import { Age } from "@/components/table/times";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useNotVerified } from "@/lib/client/not-verified";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { lostReason } from "@/lib/format/host-words";
import { lostServiceName, noReportsText, noServiceDownText } from "@/lib/format/services-without-endpoint";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import type { ReachableFleet } from "./counted-fleet";
import { NonShrinkingList } from "./steady-rows";
import { TroubleRow } from "./trouble-row";
import { type ServiceWithoutEndpointRow, useServicesWithoutEndpoint } from "./use-services-without-endpoint";

interface ServicesWithoutEndpointProps {
  /** The canonical query for clusters and namespaces. */
  readonly query: string;
  /** The reachable clusters, if not all are, and the tense for them. */
  readonly counted: Pick<ReachableFleet, "reached" | "tense">;
  readonly initial: ViewStateOf<"services-without-endpoint"> | null;
  /** The time since which no istiod replica runs and receives health reports; null = one runs. Milliseconds. */
  readonly istiodGoneSince?: number | null;
}

/** The section of services without an endpoint, newest loss first. It never shrinks, so that sections below stay in place. */
export function ServicesWithoutEndpoint({ query, counted, initial, istiodGoneSince = null }: ServicesWithoutEndpointProps) {
  const { services, more, of } = useServicesWithoutEndpoint(query, initial);
  const hidden = useHiddenKinds();
  const total = services.length + more;
  return (
    <Section
      name="services-without-endpoint"
      title="Services without endpoints"
      isTight
      aside={istiodGoneSince !== null && total === 0 ? of !== null && plural(of, "service") : <Aside total={total} of={of} more={more} query={query} />}
    >
      <NonShrinkingList list={query} rows={services.length}>
        {services.length === 0 && <NoService of={of} counted={counted} isKnown={hidden.length === 0} istiodGoneSince={istiodGoneSince} />}
        <ul>
          {services.map((service) => (
            <ServiceLine key={service.row.id} service={service} others={services} />
          ))}
        </ul>
        {hidden.length > 0 && <p className="py-1.5 text-s text-blind">{`Not known where ${listOf(hidden)} are not visible.`}</p>}
      </NonShrinkingList>
    </Section>
  );
}

/** The number of services without endpoints and of all services, with a link to those that are not listed. */
function Aside({ total, of, more, query }: { readonly total: number; readonly of: number | null; readonly more: number; readonly query: string }) {
  if (of === null) return null;
  return (
    <>
      {`${formatNumber(total)} of ${formatNumber(of)}`}
      {more > 0 && (
        <>
          {" · "}
          <Link href={pagePaths.services(withoutEndpoint(query))}>{`${plural(more, "more service")} without endpoints`}</Link>
        </>
      )}
    </>
  );
}

interface NoServiceProps extends Pick<ServicesWithoutEndpointProps, "counted"> {
  /** The number of all services; null = not loaded yet. */
  readonly of: number | null;
  readonly isKnown: boolean;
  readonly istiodGoneSince: number | null;
}

function NoService({ of, counted: { reached, tense }, isKnown, istiodGoneSince }: NoServiceProps) {
  const zone = useZone();
  const isVerified = useNotVerified() === null;
  // Without a history, a service that selects nothing is not known to have lost its endpoints.
  const isRecorded = useStatus().history === null;
  const gone = useOfNow((now) => (istiodGoneSince === null ? "" : noReportsText(istiodGoneSince, now, zone)));
  if (of === null) return <p className="flex h-row items-center text-ink-3">Reading services</p>;
  if (!isKnown) return null;
  const isKnownNow = gone === "" && isVerified;
  return (
    <p className={clsx("flex min-h-row items-center gap-2 border-b border-line", isKnownNow ? "text-ink-2" : "text-blind")}>
      <StateIcon state={isKnownNow ? "healthy" : "unverified"} className={isKnownNow && !tense.past && isRecorded ? "text-good" : ""} />
      <span>
        {gone || noServiceDownText(tense, reached)}
        {gone === "" && <NotVerifiedWarning />}
      </span>
    </p>
  );
}

function ServiceLine({ service, others }: { readonly service: ServiceWithoutEndpointRow; readonly others: readonly ServiceWithoutEndpointRow[] }) {
  const { row, statement, age } = service;
  const { cluster, kind, namespace, name, host } = row;
  const tense = useTense(cluster);
  const isQuiet = age === "older";
  const shown = lostServiceName(
    statement,
    {},
    others.map((one) => one.statement),
  );
  return (
    <TroubleRow
      data={statementAttributes(statement, tense)}
      isQuiet={isQuiet}
      state={
        <span className={clsx("inline-flex items-center gap-1.5 font-medium", !isQuiet && toneText[tense.past ? "idle" : "bad"])}>
          <StateIcon state="unhealthy" />
          Down
        </span>
      }
      subject={
        <>
          <Link
            href={pagePaths.host(cluster, kind, namespace, name, kind === "ServiceEntry" ? host : "")}
            prefetch={false}
            title={host}
            className="font-mono text-s text-ink max-desk:wrap-anywhere"
          >
            {shown}
          </Link>{" "}
          <ClusterName cluster={cluster} className="font-mono text-xs text-ink-3" />
        </>
      }
      why={
        <>
          {lostReason(row)}
          <IncidentKey incidentKey={row.incident} follows />
        </>
      }
      age={<Age at={statement.since} atLeast={statement.sinceAtLeast} />}
    />
  );
}

/** The query for all services without endpoints in the same clusters and namespaces. */
function withoutEndpoint(query: string): string {
  const { clusters, namespaces } = parseMachinesQuery(query);
  const terms = [{ kind: "facet", facet: "status", value: "nobody", negated: false }] as const;
  return formatListQuery({ clusters, namespaces, terms: [...terms], sort: "" });
}

const KINDS = { services: "Services", serviceentries: "ServiceEntries", "workload-pods": "Pods", endpointslices: "EndpointSlices" } as const;

/** Returns the kinds of objects without which services are unknown. A past page names its gaps in its banner. */
function useHiddenKinds(): readonly string[] {
  const { clusters } = useStatus();
  if (usePast() !== null) return [];
  const denied = new Set(clusters.flatMap(({ sources }) => sources.flatMap(({ source, freshness }) => (freshness.kind === "denied" ? [source] : []))));
  return Object.entries(KINDS).flatMap(([source, name]) => ([...denied].some((one) => one === source) ? [name] : []));
}
