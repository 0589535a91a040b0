import type { AuditAnswer } from "@/lib/contract/answers/audit";
import type { EarlierIncidentsAnswer } from "@/lib/contract/answers/earlier-incidents";
import type { FindingChanges } from "@/lib/contract/answers/finding-changes";
import type {
  ActivityAnswer,
  HistoryCoverage,
  HistoryGap,
  LossesAnswer,
  RowStateChartsAnswer,
  StateChartAnswer,
  TimelineAnswer,
} from "@/lib/contract/answers/history";
import type { IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import type { RolloutsAnswer } from "@/lib/contract/answers/rollouts";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import type {
  ActivityQuery,
  AuditQuery,
  EarlierIncidentsQuery,
  FindingChangesQuery,
  IncidentNotesQuery,
  LossesQuery,
  RolloutsQuery,
  RowStateChartsQuery,
  ServiceHistoryQuery,
  StateChartQuery,
  TimelineQuery,
} from "@/lib/contract/url/history-query";
import type { HistoryWindow } from "@/lib/contract/url/history-window";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope } from "@/lib/domain/source/scope";
import type { ClusterWithFreshness } from "@/lib/domain/statements/clusters-in-total";
import type { LossDecision } from "./accept-losses";
import type { NoteChange } from "./edit-incident-notes";
import type { HistoryStatus } from "./history-record";
import type { AuditLine } from "./keep-audit";
import type { LoadedFleet } from "./past-fleets";
import type { RecordedCluster } from "./queries/clusters-then";
import type { EndedIncidentsQuery, IncidentDetail, IncidentsPage } from "./queries/incidents";
import type { KeptToken, TokenGroup } from "./queries/last-token";

/** The fleet as it was, and what nobody saw then, as far as a scope is concerned. */
export interface PastFleet extends LoadedFleet {
  readonly gaps: HistoryGap[];
  readonly recorded: HistoryCoverage;
  /** How fresh each cluster was then. */
  readonly clusters?: readonly ClusterWithFreshness[];
}

/** Those who vanished within a window, and what of it nobody saw. `older` = so many more than are looked at. */
export interface Vanished extends PastFleet {
  readonly from: number;
  readonly to: number;
  readonly older: number;
}

/** What is remembered. Every answer is narrowed to the asker's scope before anything is computed; what cannot be answered is a `Refusal`. */
export interface History {
  status(): HistoryStatus;
  band(query: StateChartQuery, scope: Scope): Promise<StateChartAnswer>;
  rows(query: RowStateChartsQuery, scope: Scope): Promise<RowStateChartsAnswer>;
  losses(query: LossesQuery, scope: Scope): Promise<LossesAnswer>;
  timeline(query: TimelineQuery, scope: Scope): Promise<TimelineAnswer>;
  host(query: ServiceHistoryQuery, scope: Scope): Promise<ServiceHistoryAnswer>;
  rollouts(query: RolloutsQuery, scope: Scope): Promise<RolloutsAnswer>;
  /** What rules find, compared with what they found. */
  findings(query: FindingChangesQuery, scope: Scope): Promise<FindingChanges>;
  activity(query: ActivityQuery, scope: Scope): Promise<ActivityAnswer>;
  /** Keeps a command that was given; nobody waits for it. */
  keepAudit(line: AuditLine): void;
  /** Stores that losses of a group are accepted, or undoes it. Refused if one of them does not count, or is not accepted. */
  decideLosses(decision: LossDecision): Promise<void>;
  /** A page of the incidents that are over, and of which the viewer sees a machine or a service, the last ended first. */
  endedIncidents(query: EndedIncidentsQuery, scope: Scope): Promise<IncidentsPage>;
  /** The incident of a key; `movedTo` if it became part of another one. Null = there is none, or none of it is visible. */
  incident(key: string, scope: Scope): Promise<IncidentDetail | { readonly movedTo: string } | null>;
  /** The whole incident of a key, also one that became part of another: for views that narrow it, as they narrow the fleet. Null = there is none. */
  wholeIncident(key: string): Promise<Incident | null>;
  /**
   * The whole incidents that were not over at a moment, as they are stored now: for views that narrow them. With `endedSince`, also the last ones that ended from
   * then on. Milliseconds.
   */
  incidentsOpenAt(at: number, endedSince?: number): Promise<readonly Incident[]>;
  /** Earlier incidents of the same groups as the one with a key, or with the same trait in their cause. */
  earlierIncidents(query: EarlierIncidentsQuery, scope: Scope): Promise<EarlierIncidentsAnswer>;
  /** The notes of an incident, for a viewer who sees each of its namespaces. */
  incidentNotes(query: IncidentNotesQuery, scope: Scope): Promise<IncidentNotesAnswer>;
  /**
   * Adds, edits or takes back a note of an incident. Resolves to its key. The caller checks that the user may update the group of the change. Refused if that
   * is no group of the incident, or if the scope does not contain each of its namespaces.
   */
  changeNote(change: NoteChange, scope: Scope): Promise<string>;
  /** The last token that was handed out for a group, by whichever server that keeps its audit here; null = none is kept. */
  lastToken(group: TokenGroup): Promise<KeptToken | null>;
  /** The commands that were given. */
  audit(query: AuditQuery, scope: Scope): Promise<AuditAnswer>;
  /** The fleet at a moment, in milliseconds; the last few are kept. Refused where nobody in sight recorded it. */
  fleetAt(at: number, scope: Scope): Promise<PastFleet>;
  /** The clusters that were ever watched. */
  clusters(): Promise<readonly RecordedCluster[]>;
  /** Those who vanished within a window, unplanned, as a fleet; `at` (milliseconds) = the window's end, null = now. */
  vanished(window: HistoryWindow, at: number | null, scope: Scope): Promise<Vanished>;
  /** Takes no question any more; resolves when those that were asked are answered. */
  end(): Promise<void>;
}
