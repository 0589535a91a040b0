import { parseIncidentsQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { IncidentState } from "@/lib/domain/incidents/incident";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { TroubleTier } from "@/lib/domain/verdict/tiers";
import type { Facet } from "./values";
import type { ViewDeclaration } from "./view-declaration";

/** The visible part of an incident in a list. Its counts and its beginning and end are in the title. Milliseconds. */
export interface IncidentRow {
  /** The key of the incident. */
  readonly id: string;
  readonly state: IncidentState;
  readonly stateSince: number;
  /** Null = none of its machines is failed, lost or unverified. */
  readonly tier: TroubleTier | null;
  readonly title: IncidentTitle;
  /** The number of its services without an endpoint. */
  readonly services: number;
  /** The end of the maintenance window that contains it; null = none does. */
  readonly plannedUntil: number | null;
  /** True if a start of Stolos found it: it began before the moment in its title. */
  readonly foundAtStart: boolean;
  /** True if it has machines or services outside of the viewer's permissions. How many is not sent. */
  readonly isPartial: boolean;
}

/** Head of "incidents". Its rows are IncidentRow: `matched` of `total`, by tier, the newest first. Each facet counts the list without its own filter. */
export interface IncidentsHead {
  readonly total: number;
  readonly matched: number;
  readonly open: number;
  readonly recovering: number;
  readonly longRunning: number;
  readonly over: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  /** The moment from which all incidents are known; null = the history is not recorded, or the page shows the past. Milliseconds. */
  readonly since: number | null;
}

export const INCIDENTS_VIEW: ViewDeclaration<IncidentsHead, IncidentRow> = {
  canonicalQuery: (query) => formatListQuery({ ...parseIncidentsQuery(query), sort: "" }),
  cost: 50,
  filterTerms: (query) => parseIncidentsQuery(query).terms.length,
  rows: "window",
  rowCount: "matched",
};
