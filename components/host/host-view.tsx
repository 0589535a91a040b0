"use client";

import { useWindowedView } from "@/components/table/use-windowed-view";
import { Withdrawn } from "@/components/table/withdrawn";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { formatServiceQuery, type ServiceQuery } from "@/lib/contract/url/service-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { HostAbsent } from "./host-absent";
import { HostPage, type HostParts } from "./host-page";
import { useHostUrl } from "./use-host-url";
import { usePinnedCaller } from "./use-pinned-caller";

interface HostViewProps extends HostParts {
  readonly object: Pick<ServiceQuery, "cluster" | "kind" | "namespace" | "name">;
  readonly initial: ViewStateOf<"service"> | null;
  readonly initialQuery: string;
}

/** One host: live, with a window of its endpoints. */
export function HostView({ object, initial, initialQuery, ...parts }: HostViewProps) {
  const url = useHostUrl(object);
  const unpinned = formatServiceQuery(url.query);
  const first = unpinned === initialQuery ? initial : null;
  const { query, pin } = usePinnedCaller(url.query, first);
  const view = useWindowedView("service", query, first);
  const { head, problem, isWithdrawn } = view;
  pin(view.behind ? null : head);
  if (isWithdrawn) return <Withdrawn title={`${object.kind} ${object.name}`} problem={problem} />;
  if (head === null && problem === null) return <PageSkeleton title={`${object.kind} ${object.name}`} label="Reading the host" />;
  if (head === null || head.detail === null)
    return <HostAbsent {...object} head={head} problem={problem} yaml={head?.found === true ? parts.yaml : null} activity={parts.activity} />;
  return <HostPage view={view} detail={head.detail} url={url} {...parts} />;
}
