import type { Heartbeat } from "@/lib/contract/status";
import { type FilterGrammar, isInvalidTerm, MACHINE_FILTER } from "@/lib/contract/url/filter-term";
import { ActivityQuery, AuditQuery, ExportQuery, LossesQuery, RolloutsQuery } from "@/lib/contract/url/history-query";
import { parseWindow } from "@/lib/contract/url/history-window";
import { incidentsViewQuery, parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { FINDING_FILTER, type FindingFacet, GROUP_FILTER, INCIDENT_FILTER, parseFindingsQuery, SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery, type ListQuery, parseListQueryWithGrammar, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { entriesViewQuery } from "@/lib/contract/url/lost-query";
import { formatNetworksQuery, parseNetworksQuery } from "@/lib/contract/url/networks-query";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FindingsHead } from "@/lib/contract/views/findings";
import type { GroupRow } from "@/lib/contract/views/groups";
import { LOCALITY_FILTER, type LocalityRow } from "@/lib/contract/views/localities";
import type { NetworkRow } from "@/lib/contract/views/networks";
import type { ServiceRow } from "@/lib/contract/views/services";
import type { Viewer } from "@/lib/domain/source/scope";
import { misreadWords } from "@/lib/format/filter-words";
import { SUBJECT_WORDS } from "@/lib/format/findings/severity-words";
import { untoldText } from "@/lib/format/findings/untold-words";
import { settledFindings } from "@/lib/server/findings/standing-findings";
import { caughtUp } from "@/lib/server/fleet/caught-up";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { read } from "@/lib/server/history/answer-history";
import type { History } from "@/lib/server/history/history";
import { Refusal } from "@/lib/server/http/problem";
import { endedIncidents } from "@/lib/server/incidents/ended-incidents";
import { fleetWithIncidentsThen } from "@/lib/server/incidents/incidents-then";
import type { ViewContext } from "@/lib/server/live/view-source";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { openIncidents } from "@/lib/server/live/views/incidents";
import { askedOfRecord } from "@/lib/server/past-view";
import { MISSING_COLUMNS, REPLICA_COLUMNS } from "./control-plane-columns";
import type { Downloads } from "./downloads";
import {
  ACTIVITY_COLUMNS,
  AUDIT_COLUMNS,
  ENTRY_COLUMNS,
  FINDING_COLUMNS,
  type FindingLine,
  GROUP_COLUMNS,
  HOST_COLUMNS,
  INCIDENT_COLUMNS,
  type InFile,
  LOSS_COLUMNS,
  NETWORK_COLUMNS,
  PLACE_COLUMNS,
  type UntoldLine,
  VANISHED_COLUMNS,
} from "./export-columns";
import { listFile, MOST_ROWS } from "./list-file";
import { type NotVerifiedOf, notVerifiedNow, notVerifiedThen } from "./not-verified";

const AT_ONCE = 500;

/** What lists are made from. */
interface ListParts extends Pick<ViewContext, "fleet" | "lists"> {
  readonly history: History;
  readonly downloads: Pick<Downloads, "admit" | "send">;
  /** The freshness of all sources, as the viewer may know it. */
  readonly beat: (viewer: Viewer) => Heartbeat;
}

/** A list as a file: all rows of the page's own query, as far as the viewer may see them, now or (`at`) as it was. */
export async function exportList(parts: ListParts, viewer: Viewer, params: URLSearchParams): Promise<Response> {
  const { what, format, at } = read(ExportQuery, params);
  parts.downloads.admit(viewer);
  const send = sendTo(parts, viewer);
  switch (what) {
    case "groups":
      return exportView(parts, viewer, { what, format, at, asked: formatListQuery(understood(GROUP_FILTER, params)) });
    case "entries":
      return exportView(parts, viewer, {
        what,
        format,
        at,
        asked: entriesViewQuery(understood(MACHINE_FILTER, params), parseWindow(params.get("window") ?? "")),
      });
    case "services":
      return exportView(parts, viewer, { what, format, at, asked: formatListQuery(understood(SERVICE_FILTER, params)) });
    case "networks":
      return exportView(parts, viewer, { what, format, at, asked: formatNetworksQuery(parseNetworksQuery(params)) });
    case "localities":
      return exportView(parts, viewer, { what, format, at, asked: formatListQuery({ ...understood(LOCALITY_FILTER, params), sort: "" }) });
    case "control-plane":
      return exportView(parts, viewer, {
        what,
        format,
        at,
        asked: formatListQuery({ ...parseListQueryWithGrammar(MACHINE_FILTER, params), terms: [], sort: "" }),
      });
    case "rollout": {
      const { board } = await parts.history.rollouts({ ...read(RolloutsQuery, params), limit: MOST_ROWS.rollout }, viewer.scope);
      if (board === null)
        throw new Refusal(404, "Not recorded", "There is no such rollout in your sight, and no baseline that can be compared with.", "rollout");
      return listFile({ send, what, format, at, columns: MISSING_COLUMNS, rows: once(board.missing), isCut: board.moreMissing > 0 });
    }
    case "findings":
      return exportView(parts, viewer, { what, format, at, asked: asOneList(understood(FINDING_FILTER, params)) });
    case "incidents":
      return exportIncidents(parts, viewer, { format, at, params });
    case "losses": {
      const query = { ...read(LossesQuery, params), limit: MOST_ROWS.losses };
      const { rows } = await parts.history.losses(query, viewer.scope);
      return listFile({ send, what, format, at, columns: LOSS_COLUMNS, rows: once(rows), isCut: rows.length === MOST_ROWS.losses });
    }
    case "activity": {
      const query = read(ActivityQuery, params);
      // The first page is asked for before anything is sent, so that a refusal is one.
      const pages = activityPages(parts.history, viewer, query);
      const first = await pages.next();
      return listFile({ send, what, format, at, columns: ACTIVITY_COLUMNS, rows: first.done ? once([]) : after(first.value, pages), isCut: false });
    }
    case "audit": {
      const pages = auditPages(parts.history, viewer, read(AuditQuery, params));
      const first = await pages.next();
      return listFile({ send, what, format, at, columns: AUDIT_COLUMNS, rows: first.done ? once([]) : after(first.value, pages), isCut: false });
    }
  }
}

function sendTo({ downloads }: ListParts, viewer: Viewer) {
  return (parts: AsyncGenerator<string>) => downloads.send(viewer, parts);
}

/** Without a sort there are but the first few of each rule. */
function asOneList(query: ListQuery<FindingFacet>): string {
  return formatListQuery(query.sort === "" ? { ...query, sort: "severity" } : query);
}

/** A file that leaves out a word of its filter would look like the answer: one that is not understood is refused. */
function understood<F extends string>(grammar: FilterGrammar<F>, params: URLSearchParams): ListQuery<F> {
  const query = parseListQueryWithGrammar(grammar, params);
  const misread = query.terms.find(isInvalidTerm);
  if (misread === undefined) return query;
  throw new Refusal(400, "Not understood", `${misread.word}: ${misreadWords(misread.why, grammar).says}`, "q");
}

interface ViewExport {
  readonly what: "entries" | "groups" | "findings" | "services" | "networks" | "localities" | "control-plane";
  readonly format: "csv" | "json";
  readonly at: number | null;
  readonly asked: string;
}

async function exportView(parts: ListParts, viewer: Viewer, { what, format, at, asked }: ViewExport): Promise<Response> {
  const found = await askedOfRecord(parts.history, { kind: what, query: asked, at }, viewer.scope);
  const { fleet, lists } = found?.fleet ?? parts;
  const query = found?.query ?? asked;
  if (what === "findings") await settledFindings(fleet, viewer.scope);
  // A list changes while its file is sent: who is in it, and in which order, is taken once.
  const whole: Whole = what === "entries" ? entriesOf(fleet, lists, viewer, query) : wholeView({ fleet, lists, viewer, query }, what);
  const reasonOf = found === null ? notVerifiedNow(parts.beat(viewer)) : notVerifiedThen(fleet, viewer.scope);
  const { matched, rows, untold = [] } = whole;
  const verified = <Row>() => withReasons<Row>(rows, reasonOf);
  const isCut = matched > MOST_ROWS[what];
  const send = sendTo(parts, viewer);
  if (what === "entries")
    return listFile({ send, what, format, at, columns: found?.vanished ? VANISHED_COLUMNS : ENTRY_COLUMNS, rows: verified<EntryRow>(), isCut });
  if (what === "control-plane") return listFile({ send, what, format, at, columns: REPLICA_COLUMNS, rows: rowsOf<ReplicaRow>(rows), isCut });
  if (what === "localities") return listFile({ send, what, format, at, columns: PLACE_COLUMNS, rows: verified<LocalityRow>(), isCut });
  if (what === "findings") return listFile({ send, what, format, at, columns: FINDING_COLUMNS, rows: before(rowsOf<FindingLine>(rows), untold), isCut });
  if (what === "services") return listFile({ send, what, format, at, columns: HOST_COLUMNS, rows: verified<ServiceRow>(), isCut });
  if (what === "networks") return listFile({ send, what, format, at, columns: NETWORK_COLUMNS, rows: verified<NetworkRow>(), isCut });
  return listFile({ send, what, format, at, columns: GROUP_COLUMNS, rows: verified<GroupRow>(), isCut });
}

interface IncidentsExport extends Pick<ViewExport, "format" | "at"> {
  readonly params: URLSearchParams;
}

/** All pages of the list: the incidents in memory, then the older ones of the history. */
async function exportIncidents(parts: ListParts, viewer: Viewer, { format, at, params }: IncidentsExport): Promise<Response> {
  understood(INCIDENT_FILTER, params);
  const whole = new URLSearchParams(params);
  whole.delete("before");
  const query = parseIncidentsQuery(whole);
  if (query.invalid !== null) throw new Refusal(400, "Not understood", query.invalid.text, query.invalid.field);
  const fleet =
    at === null ? parts.fleet : await fleetWithIncidentsThen(parts.history, (await parts.history.fleetAt(at, viewer.scope)).fleet, at, query.window);
  const most = MOST_ROWS.incidents;
  const source = openIncidents({ fleet, viewer, query: incidentsViewQuery(whole), offset: 0, limit: most, changed: () => undefined });
  const { head, rows } = source.compute();
  source.close();
  const all = rows.slice(0, head.listed);
  let { next } = head;
  while (next !== null && all.length < most) {
    const { before } = parseIncidentsQuery(new URLSearchParams({ before: next }));
    const older = await endedIncidents(parts, viewer.scope, { ...query, before });
    all.push(...older.rows);
    next = older.next;
  }
  const isCut = next !== null || head.listed > most || all.length > most;
  return listFile({ send: sendTo(parts, viewer), what: "incidents", format, at, columns: INCIDENT_COLUMNS, rows: once(all.slice(0, most)), isCut });
}

/** So many rows of a list, as they are when they are sent. */
interface Whole {
  readonly matched: number;
  readonly rows: AsyncGenerator<readonly unknown[]>;
  /** Rules without an answer, for findings without a filter. */
  readonly untold?: readonly UntoldLine[];
}

/** Rows of machines are made a few hundred at a time, as there may be many; whoever has gone meanwhile is left out. */
function entriesOf(fleet: FleetReader, lists: ListParts["lists"], viewer: Viewer, query: string): Whole {
  const { list, close } = lists.open(parseMachinesQuery(query), viewer.scope);
  const { matched } = list;
  const taken = list.slice(0, MOST_ROWS.entries).map((entry) => ({ entry, uid: fleet.identityOf(entry).uid }));
  close();
  async function* rows() {
    for (let offset = 0; offset < taken.length; offset += AT_ONCE) {
      if (offset > 0) await caughtUp(fleet);
      const still = taken.slice(offset, offset + AT_ONCE).filter(({ entry, uid }) => fleet.isThere(entry) && fleet.identityOf(entry).uid === uid);
      yield still.map(({ entry }) => fleet.row(entry));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { matched, rows: rows() };
}

function wholeView(context: Pick<ViewContext, "fleet" | "lists" | "viewer" | "query">, what: Exclude<ViewExport["what"], "entries">): Whole {
  const source = VIEWS[what]({ ...context, offset: 0, limit: MOST_ROWS[what], changed: () => undefined });
  const { head, rows } = source.compute();
  source.close();
  // A list without a filter is whole.
  const untold = what === "findings" && parseFindingsQuery(context.query).terms.length === 0 ? untoldLines(head as FindingsHead) : [];
  return { matched: "matched" in head ? head.matched : head.total, rows: once<unknown>(rows), untold };
}

/** The rules without an answer for lack of data, in the order of the page. */
function untoldLines({ rules }: FindingsHead): readonly UntoldLine[] {
  const clusters = new Set(rules.flatMap(({ untold }) => untold.map(({ cluster }) => cluster))).size;
  return rules.flatMap(({ code, rule, subject, ...lacking }) => {
    const lacks = untoldText(lacking, { subject: SUBJECT_WORDS[subject], clusters });
    return lacks === "" ? [] : [{ code, rule, subject, lacks: `Cannot tell: ${lacks}.` }];
  });
}

/** What a list's view has as rows are of this shape. */
async function* rowsOf<Row>(rows: AsyncGenerator<readonly unknown[]>): AsyncGenerator<readonly Row[]> {
  for await (const some of rows) yield some as readonly Row[];
}

/** The rows, each with the reason why its connections are not verified. A row of several clusters has the reasons of all. */
async function* withReasons<Row>(rows: AsyncGenerator<readonly unknown[]>, reasonOf: NotVerifiedOf): AsyncGenerator<readonly (Row & InFile)[]> {
  for await (const some of rowsOf<Row & { readonly cluster?: string }>(rows)) yield some.map((row) => ({ ...row, notVerified: reasonOf(row.cluster) }));
}

async function* activityPages(history: History, viewer: Viewer, query: ActivityQuery) {
  let before = query.before;
  for (let rows = 0; rows < MOST_ROWS.activity; rows += AT_ONCE) {
    const page = await history.activity({ ...query, before, limit: AT_ONCE }, viewer.scope);
    yield page.rows;
    if (page.next === null) return;
    before = page.next;
  }
}

async function* auditPages(history: History, viewer: Viewer, query: AuditQuery) {
  let before = query.before;
  for (let rows = 0; rows < MOST_ROWS.audit; rows += AT_ONCE) {
    const page = await history.audit({ ...query, before, limit: AT_ONCE }, viewer.scope);
    yield page.rows;
    if (page.next === null) return;
    before = page.next;
  }
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

async function* before<Row>(first: AsyncGenerator<readonly Row[]>, rest: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield* first;
  yield rest;
}

async function* after<Row>(first: readonly Row[], rest: AsyncGenerator<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield first;
  yield* rest;
}
