"use client";

import { Crumbs } from "@/components/table/crumbs";
import { useOutsideLinksOf } from "@/components/table/elsewhere";
import { useMenuDialog } from "@/components/table/menu-dialog";
import { PageActions } from "@/components/table/page-actions";
import type { PageAction } from "@/components/table/page-menu";
import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { formatPreviewStartObject } from "@/lib/contract/answers/preview";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { DRAIN_COMMAND_LABELS, drainCommandForEntry } from "./drain-machine";
import { machineLinkTemplateValues } from "./entry-card";
import { entrySummary } from "./entry-summary";
import { usePositionInSourceList } from "./trail";
import type { EntryWithDetail } from "./use-last-seen";

interface EntryCrumbsProps extends EntryWithDetail {
  readonly services: ServicesSelectingMachine | null;
  /** The commands that this viewer is offered; none on a read-only server. */
  readonly offered: readonly ObjectCommandName[];
}

/** The breadcrumb of an entry, links to the previous and next entry of the list, and the action bar. */
export function EntryBreadcrumb({ row, detail, services, offered }: EntryCrumbsProps) {
  const moment = useSummaryMoment(row.cluster);
  const { cluster, namespace, name, uid } = row;
  const summary = () => entrySummary({ row, detail, services }, moment(), window.location.origin);
  const { actions, dangers } = useEntryActions({ row, detail, offered });
  const group = row.group === "" ? [] : [{ href: pagePaths.group(cluster, namespace, row.group), name: row.group }];
  return (
    <Crumbs
      cluster={cluster}
      steps={[{ href: pagePaths.entries(`ns=${encodeSegment(namespace)}`), name: namespace }, ...group]}
      name={name}
      actions={
        <>
          <Neighbours page={pagePaths.entry(cluster, namespace, name, uid)} />
          <PageActions
            primary={{ label: "Copy summary", copy: summary }}
            actions={actions}
            files={{ what: "entries", also: Object.fromEntries(new URLSearchParams(namedEntry(row))) }}
            dangers={dangers}
          />
        </>
      }
    />
  );
}

/** The query of a list that contains this entry. */
function namedEntry({ cluster, namespace, name }: EntryWithDetail["row"]): string {
  return formatListQuery({ clusters: [cluster], namespaces: [namespace], terms: parseMachineTerms(JSON.stringify(name)), sort: "" });
}

type ActionsProps = Omit<EntryCrumbsProps, "services">;

function useEntryActions({ row, detail, offered }: ActionsProps): Record<"actions" | "dangers", readonly PageAction[]> {
  const { cluster, namespace, name } = row;
  const isLive = usePast() === null;
  const drain = useMenuDialog("drain");
  const plan = useMenuDialog("plan");
  const deletion = useMenuDialog("delete");
  const sites = useOutsideLinksOf(machineLinkTemplateValues(row));
  const may = (command: ObjectCommandName) => isLive && offered.includes(command);
  const { command } = drainCommandForEntry(detail);
  const preview = `from=${encodeSegment(formatPreviewStartObject({ cluster, resource: "workloadentries", namespace, name }))}`;
  return {
    actions: [
      ...(drain !== null && may(command) ? [{ label: `${DRAIN_COMMAND_LABELS[command]}…`, run: drain.open }] : []),
      ...(plan !== null && row.group !== "" && detail.planned === null && may("plan-leaves") ? [{ label: "Plan to leave…", run: plan.open }] : []),
      { label: may("edit-workloadentry") ? "Edit YAML" : "YAML", href: "#yaml" },
      { label: "Try an edit", href: pagePaths.preview(preview) },
      ...sites.map((site) => ({ label: site.name, note: "other site", site: site.href })),
    ],
    dangers: deletion !== null && may("delete-workloadentry") ? [{ label: "Delete entry…", run: deletion.open }] : [],
  };
}

function Neighbours({ page }: { readonly page: string }) {
  const trail = usePositionInSourceList(page);
  if (trail === null) return null;
  return (
    <span className="flex items-center gap-1 font-sans max-desk:hidden">
      <Neighbour href={trail.before} label="Previous in the list (p)" sign="‹" />
      <Link href={trail.list} data-trail={trail.place} className="inline-flex min-h-6 items-center px-1 tabular-nums">
        {trail.place} of {trail.matched}
      </Link>
      <Neighbour href={trail.after} label="Next in the list (n)" sign="›" />
    </span>
  );
}

function Neighbour({ href, label, sign }: { readonly href: string | null; readonly label: string; readonly sign: string }) {
  if (href === null) return null;
  return (
    <Link href={href} aria-label={label} title={label} className={buttonClass("quiet", "px-1.5")}>
      {sign}
    </Link>
  );
}
