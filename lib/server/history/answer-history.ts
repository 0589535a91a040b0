import type * as z from "zod/mini";
import {
  ActivityQuery,
  EarlierIncidentsQuery,
  FindingChangesQuery,
  IncidentNotesQuery,
  LossesQuery,
  parseQueryValues,
  RolloutsQuery,
  RowStateChartsQuery,
  ServiceHistoryQuery,
  StateChartQuery,
  TimelineQuery,
} from "@/lib/contract/url/history-query";
import type { Scope } from "@/lib/domain/source/scope";
import { Refusal } from "@/lib/server/http/problem";
import type { History } from "./history";

/** Answers one of the questions under `/api/history`; refuses what it cannot read, naming the field and the way out. */
export function answerHistory(history: History, what: string, params: URLSearchParams, scope: Scope): Promise<unknown> {
  switch (what) {
    case "band":
      return history.band(read(StateChartQuery, params), scope);
    case "rows":
      return history.rows(read(RowStateChartsQuery, params), scope);
    case "losses":
      return history.losses(read(LossesQuery, params), scope);
    case "entry":
      return history.timeline(read(TimelineQuery, params), scope);
    case "host":
      return history.host(read(ServiceHistoryQuery, params), scope);
    case "rollouts":
      return history.rollouts(read(RolloutsQuery, params), scope);
    case "findings":
      return history.findings(read(FindingChangesQuery, params), scope);
    case "activity":
      return history.activity(read(ActivityQuery, params), scope);
    case "earlier-incidents":
      return history.earlierIncidents(read(EarlierIncidentsQuery, params), scope);
    case "incident-notes":
      return history.incidentNotes(read(IncidentNotesQuery, params), scope);
    default:
      throw new Refusal(
        404,
        "No such question",
        "Ask for band, rows, losses, entry, host, rollouts, findings, activity, earlier-incidents, incident-notes or export.",
      );
  }
}

/** Reads what is asked, or refuses it. */
export function read<S extends z.ZodMiniObject>(schema: S, params: URLSearchParams): z.output<S> {
  const asked = parseQueryValues(schema, params);
  if ("value" in asked) return asked.value;
  throw new Refusal(400, "Not understood", asked.wayOut, asked.field);
}
