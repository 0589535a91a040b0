"use client";

import { clsx } from "clsx";
import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { ClusterName } from "@/components/table/cluster-name";
import { Age } from "@/components/table/times";
import { useTense } from "@/components/table/use-tense";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { lostReason } from "@/lib/format/host-words";
import { lostServiceName } from "@/lib/format/services-without-endpoint";
import { listOf } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import { type LostService, useServicesWithoutEndpoint } from "./use-services-without-endpoint";

interface ServicesWithoutEndpointProps {
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
  readonly initial: ViewStateOf<"services-without-endpoint"> | null;
}

/** The services without an endpoint, the newest loss first. Nothing if there is none. */
export function ServicesWithoutEndpoint({ query, initial }: ServicesWithoutEndpointProps) {
  const { services, more } = useServicesWithoutEndpoint(query, initial);
  const hidden = useHiddenKinds();
  if (services.length === 0 && hidden.length === 0) return null;
  return (
    <Section name="services-without-endpoint" title="Services without endpoints">
      <ul>
        {services.map((service) => (
          <ServiceLine key={service.row.id} service={service} others={services} />
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2.5 text-s text-ink-3">
          <Link href={pagePaths.services(withoutEndpoint(query))} className="text-ink-2">
            {`${plural(more, "more service")} without endpoints`}
          </Link>
        </p>
      )}
      {hidden.length > 0 && <p className="mt-2.5 text-s text-blind">{`Not known where ${listOf(hidden)} are not visible.`}</p>}
    </Section>
  );
}

function ServiceLine({ service, others }: { readonly service: LostService; readonly others: readonly LostService[] }) {
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
    <li
      className={clsx("flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-2.5", isQuiet && "text-ink-3")}
      {...statementAttributes(statement, tense)}
    >
      <StateIcon state="unhealthy" className={clsx("self-center", isQuiet ? "text-ink-3" : toneText[tense.past ? "idle" : "bad"])} />
      <Link
        href={pagePaths.host(cluster, kind, namespace, name, kind === "ServiceEntry" ? host : "")}
        prefetch={false}
        title={host}
        className="min-w-0 font-mono text-s wrap-anywhere"
      >
        {shown}
      </Link>
      <ClusterName cluster={cluster} className="font-mono text-xs text-ink-3" />
      <span className={clsx("min-w-0", !isQuiet && "text-ink-2")}>{lostReason(row)}</span>
      <span className="ml-auto text-s text-ink-3 tabular-nums">
        <Age at={statement.since} atLeast={statement.sinceAtLeast} />
      </span>
    </li>
  );
}

/** The query of the list of services with the same clusters and namespaces. */
function withoutEndpoint(query: string): string {
  const { clusters, namespaces } = parseMachinesQuery(query);
  const terms = [{ kind: "facet", facet: "status", value: "nobody", negated: false }] as const;
  return formatListQuery({ clusters, namespaces, terms: [...terms], sort: "" });
}

const KINDS = { services: "Services", serviceentries: "ServiceEntries", "workload-pods": "Pods", endpointslices: "EndpointSlices" } as const;

/** The kinds of objects without which services are not known. The banner of a past page names its own gaps. */
function useHiddenKinds(): readonly string[] {
  const { clusters } = useStatus();
  if (usePast() !== null) return [];
  const denied = new Set(clusters.flatMap(({ sources }) => sources.flatMap(({ source, freshness }) => (freshness.kind === "denied" ? [source] : []))));
  return Object.entries(KINDS).flatMap(([source, name]) => ([...denied].some((one) => one === source) ? [name] : []));
}
