import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { groupSummaryText } from "@/components/group/group-summary";
import { fleetSummary } from "@/components/trouble/fleet-summary";
import { lossesByGroup } from "@/components/trouble/use-fleet-losses";
import { worstGroupInput } from "@/components/trouble/use-fleet-trouble";
import { LossesQuery } from "@/lib/contract/url/history-query";
import type { ControlPlaneHead, ReplicaRow } from "@/lib/contract/views/control-plane";
import type { EntriesHead, EntryHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FleetHead, FleetStripRow, ShellHead } from "@/lib/contract/views/fleet";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { formatObjectIncidentsQuery, type IncidentRow } from "@/lib/contract/views/incidents";
import type { LocalitiesHead, LocalityRow } from "@/lib/contract/views/localities";
import type { NetworkRow } from "@/lib/contract/views/networks";
import type { ServiceRow, ServicesHead, UnselectedHead } from "@/lib/contract/views/services";
import type { VIEW_KINDS } from "@/lib/contract/views/view";
import { fleetServing } from "@/lib/domain/statements/fleet";
import { quietTrouble, worstTrouble } from "@/lib/domain/statements/fleet-trouble";
import { groupServing } from "@/lib/domain/statements/group";
import { serviceWithoutEndpoint } from "@/lib/domain/statements/services-without-endpoint";
import { countWithState, countWithWord } from "@/lib/domain/verdict/state-code";
import { STATE_WORDS, STATES } from "@/lib/domain/verdict/verdict";
import { WORDS } from "@/lib/format/state-words";
import type { SignedIn } from "@/lib/server/access/viewer";
import { exportList } from "@/lib/server/export/export-list";
import { read } from "@/lib/server/history/answer-history";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import type { Runtime } from "@/lib/server/runtime";
import { wordsOfScript } from "@/lib/testing/played-past/compared-words";
import { COUNTED_WORDS, type FleetCount, type GroupCount, wordsOf } from "@/lib/testing/played-past/count";
import { hourOfTrouble } from "@/lib/testing/played-past/hour-of-trouble";
import { type PlayedMoment, playPast } from "@/lib/testing/played-past/play";
import type { PastScript, ScriptEvent } from "@/lib/testing/played-past/script";
import { serveFleet } from "./rendered-pages.fixture";

/**
 * An hour of random trouble on a virtual clock. Every minute all views, files and summaries are computed, and each quantity has one value in all of them.
 * HOUR_SEEDS=5,6,7 plays other hours.
 */
const SEEDS = (process.env.HOUR_SEEDS ?? "5").split(",").map(Number);
const NOW = Date.parse("2026-11-29T12:00:00Z");
const HOUR = 3_600_000;
const MINUTE = 60_000;
const CLUSTER = "prod-eu";

/** The values that one place shows, by quantity: "machines", "shop/pay: lost". */
type Values = Readonly<Record<string, unknown>>;

interface Served {
  readonly runtime: Runtime;
  readonly viewer: SignedIn;
}

/** What a place is read from. */
type Moment = PlayedMoment & Served & { readonly trouble: FleetTroubleNow };

async function servedOf(fleet: Parameters<typeof serveFleet>[0]): Promise<Served> {
  const runtime = serveFleet(fleet);
  const viewer = await runtime.signIn.viewerOf(new Request("http://localhost"));
  if (viewer === null) throw new Error("No viewer is signed in.");
  return { runtime, viewer };
}

type Place = (moment: Moment) => Values | Promise<Values>;

/** A view computed anew, with all its rows. */
function viewOf<Head, Row>({ runtime, viewer }: Served, kind: (typeof VIEW_KINDS)[number], query = "") {
  const { fleet, lists } = runtime;
  const source = VIEWS[kind]({ fleet, lists, viewer, query, offset: 0, limit: 5_000, changed: () => undefined });
  const { head, rows } = source.compute();
  source.close();
  return { head: head as unknown as Head, rows: rows as readonly Row[] };
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

/** Machines by exact state. `countOf`: of a state. */
function byState(countOf: (state: (typeof STATES)[number]) => number, prefix = ""): Values {
  return Object.fromEntries(STATES.filter((state) => state !== "vanished").map((state) => [`${prefix}state ${state}`, countOf(state)]));
}

const groupName = ({ namespace, name }: Pick<GroupRow, "namespace" | "name">) => `${namespace}/${name}`;

/** The quantities of a group's row. */
function ofGroupRow(row: GroupRow): Values {
  const { rollUp, lost, missing, ...rest } = row;
  const prefix = `${groupName(row)}: `;
  const values = {
    ...{ machines: rollUp.total, total: rollUp.fullTotal, serving: rollUp.serving, unverified: rollUp.doubted, lost, missing },
    ...{ expected: rollUp.expected, "expected from": rollUp.expectedFrom, row: JSON.stringify(rest) },
  };
  return { ...prefixed(prefix, values), ...byState((state) => countWithState(rollUp.counts, state), prefix), ...prefixed(prefix, byWord(rollUp.counts, row)) };
}

/** Machines by word, with the missing ones. */
function byWord(counts: readonly number[], { lost, missing }: Pick<GroupRow, "lost" | "missing">): Values {
  const words = STATE_WORDS.map((word) => [`word ${WORDS[word]}`, countWithWord(counts, word) + (word === "lost" ? lost : 0)]);
  return { ...Object.fromEntries(words), "word missing": missing };
}

function prefixed(prefix: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** The quantities of all groups, and their sums. Machines of no group are not among them. */
function ofGroups(rows: readonly GroupRow[]): Values {
  return {
    ...Object.assign({}, ...rows.map(ofGroupRow)),
    groups: rows.length,
    ...{ "machines of groups": sum(rows, ({ rollUp }) => rollUp.total), "total of groups": sum(rows, ({ rollUp }) => rollUp.fullTotal) },
    ...{ lost: sum(rows, (row) => row.lost), missing: sum(rows, (row) => row.missing), unverified: sum(rows, ({ rollUp }) => rollUp.doubted) },
    ...byState((state) => sum(rows, ({ rollUp }) => countWithState(rollUp.counts, state)), "groups: "),
  };
}

function ofFleet({ head, rows }: { readonly head: FleetHead; readonly rows: readonly GroupRow[] }): Values {
  const { rollUp, lost, missing, groups, connections, replicas, groupsInTrouble } = head;
  return {
    ...{ machines: rollUp.total, total: rollUp.fullTotal, serving: rollUp.serving, unverified: rollUp.doubted, lost, missing },
    ...{ groups, connections, replicas: replicas.running, "rows in trouble": groupsInTrouble },
    ...byState((state) => countWithState(rollUp.counts, state)),
    ...byWord(rollUp.counts, head),
    ...Object.assign({}, ...rows.filter(({ name }) => name !== "").map(ofGroupRow)),
  };
}

function ofEntries({ head, rows }: { readonly head: EntriesHead; readonly rows: readonly EntryRow[] }): Values {
  const facet = head.facets.find(({ key }) => key === "state")?.values ?? [];
  const inFacet = byState((state) => facet.find(({ value }) => value === state)?.count ?? 0);
  const inRows = byState((state) => rows.filter((row) => row.state === state).length);
  expect(inFacet).toEqual(inRows);
  const machines: Record<string, number> = {};
  for (const { namespace, group } of rows) {
    const quantity = `${namespace}/${group}: machines`;
    if (group !== "") machines[quantity] = (machines[quantity] ?? 0) + 1;
  }
  return { machines: head.total, ...inRows, ...machines };
}

function ofStrip(rows: readonly FleetStripRow[]): Values {
  const groups = rows.filter(({ name }) => name !== "");
  const ofRow = (row: FleetStripRow) => {
    const values = { machines: row.total, total: row.total + row.lost + row.missing, lost: row.lost, missing: row.missing };
    const sizes = { expected: row.expected, "expected from": row.expectedFrom };
    return { ...prefixed(`${groupName(row)}: `, { ...values, ...sizes }), ...byState((state) => countWithState(row.counts, state), `${groupName(row)}: `) };
  };
  return {
    ...Object.assign({}, ...groups.map(ofRow)),
    ...{ machines: sum(rows, ({ total }) => total), total: sum(rows, ({ total, lost, missing }) => total + lost + missing) },
    ...{ "machines of groups": sum(groups, ({ total }) => total), "total of groups": sum(groups, ({ total, lost, missing }) => total + lost + missing) },
    ...{ lost: sum(rows, ({ lost }) => lost), missing: sum(rows, ({ missing }) => missing) },
    ...byState((state) => sum(rows, ({ counts }) => countWithState(counts, state))),
  };
}

/** Machines by state in rows that divide the fleet. */
function ofParts(rows: readonly Pick<LocalityRow | NetworkRow, "machines" | "serving" | "doubted" | "counts">[]): Values {
  return {
    ...{ machines: sum(rows, ({ machines }) => machines), serving: sum(rows, ({ serving }) => serving), unverified: sum(rows, ({ doubted }) => doubted) },
    ...byState((state) => sum(rows, ({ counts }) => countWithState(counts, state))),
  };
}

/** The rows of localities that divide the fleet. */
const isWholePlace = ({ level }: Pick<LocalityRow, "level">) => level === "region" || level === "nowhere";

function ofHosts(rows: readonly ServiceRow[]): Values {
  const ofRow = ({ namespace, name, kind, status, machines, absent }: ServiceRow) =>
    prefixed(`${kind} ${namespace}/${name}: `, {
      status: status.kind,
      machines: machines?.taken,
      serving: machines?.serving,
      unverified: machines?.inDoubt,
      absent,
    });
  return {
    ...Object.assign({}, ...rows.map(ofRow)),
    "services without endpoint": rows.filter(({ status }) => status.kind === "nobody").length,
  };
}

/** Every place that shows quantities of the fleet. A place of a list of rows has the sums, too. */
const PLACES: Readonly<Record<string, Place>> = {
  "frame of every page": (moment) => {
    const { head } = viewOf<ShellHead, never>(moment, "shell");
    const { entries, groups, groupsInTrouble, namespaces } = head;
    expect(sum(namespaces, (one) => one.entries)).toBe(entries);
    return { machines: entries, groups, "rows in trouble": groupsInTrouble };
  },
  fleet: (moment) => ofFleet(viewOf<FleetHead, GroupRow>(moment, "fleet")),
  "groups in no open incident": (moment) => {
    const { rows } = viewOf<FleetHead, GroupRow>(moment, "fleet").head.withoutIncident;
    const named = rows.filter(({ name }) => name !== "");
    return Object.assign({}, ...named.map(({ quietIncident, ...row }) => ofGroupRow({ ...row, incident: quietIncident?.key })));
  },
  "headline of the fleet": (moment) => {
    const { serving, total, registered, unverified } = fleetServing(viewOf<FleetHead, GroupRow>(moment, "fleet").head);
    return { serving, total, machines: registered, unverified };
  },
  groups: (moment) => ofGroups(viewOf<object, GroupRow>(moment, "groups").rows),
  "pages of groups": (moment) => ofGroups(groupPages(moment).map(({ row }) => row)),
  "headlines of groups": (moment) => Object.assign({}, ...groupPages(moment).map(({ row }) => ofGroupHeadline(row))),
  strip: (moment) => ofStrip(viewOf<object, FleetStripRow>(moment, "strip").rows),
  entries: (moment) => ofEntries(viewOf<EntriesHead, EntryRow>(moment, "entries")),
  "pages of entries": (moment) => ofEntryPages(moment),
  "entries of each group": (moment) => {
    const rows = viewOf<object, GroupRow>(moment, "groups").rows;
    const machinesOf = ({ namespace, name }: GroupRow) =>
      viewOf<EntriesHead, EntryRow>(moment, "entries", `${new URLSearchParams({ ns: namespace, q: `group:${name}` })}`).head.matched;
    return Object.fromEntries(rows.map((row) => [`${groupName(row)}: machines`, machinesOf(row)]));
  },
  localities: (moment) => {
    const { head, rows } = viewOf<LocalitiesHead, LocalityRow>(moment, "localities");
    const whole = ofParts(rows.filter(isWholePlace));
    expect(whole.machines).toBe(head.machines);
    return whole;
  },
  networks: (moment) => ofParts(viewOf<object, NetworkRow>(moment, "networks").rows),
  "control plane": (moment) => {
    const { head, rows } = viewOf<ControlPlaneHead, ReplicaRow>(moment, "control-plane");
    const [{ managed, unmanaged, held, replicas } = { managed: 0, unmanaged: 0, held: 0, replicas: { running: 0 } }] = head.clusters;
    expect(sum(rows, (row) => row.held)).toBe(held);
    return { machines: managed + unmanaged, connections: held, replicas: replicas.running };
  },
  services: (moment) => {
    const { head, rows } = viewOf<ServicesHead, ServiceRow>(moment, "services");
    const values = ofHosts(rows);
    expect(head.summary.nobody).toBe(values["services without endpoint"]);
    return values;
  },
  "machines of no service": (moment) => {
    const { told, untold } = viewOf<UnselectedHead, never>(moment, "unselected").head;
    return { machines: told + untold };
  },
  "file of entries": async (moment) => {
    const rows = await fileOf(moment, "entries");
    return { machines: rows.length, ...byState((state) => rows.filter((row) => row.state === state).length) };
  },
  "file of groups": async (moment) => {
    const rows = await fileOf(moment, "groups");
    const ofRow = (row: FileRow) => {
      const [lost, away] = [Number(row.lost), Number(row.missing)];
      const values = { machines: Number(row.machines), total: Number(row.total), serving: Number(row.serving), unverified: Number(row["in doubt"]) };
      const sizes = { expected: row.expected === "" ? null : Number(row.expected), "expected from": row["expected from"] };
      const prefix = `${row.namespace}/${row.name}: `;
      return { ...prefixed(prefix, { ...values, ...sizes, lost, missing: away - lost }), ...byState((state) => Number(row[state]), prefix) };
    };
    const [machines, total] = [sum(rows, (row) => Number(row.machines)), sum(rows, (row) => Number(row.total))];
    return { ...Object.assign({}, ...rows.map(ofRow)), groups: rows.length, "machines of groups": machines, "total of groups": total };
  },
  "file of localities": async (moment) => ofPartsOfFile((await fileOf(moment, "localities")).filter(({ level }) => level === "region" || level === "nowhere")),
  "file of networks": async (moment) => ofPartsOfFile(await fileOf(moment, "networks")),
  "file of services": async (moment) => {
    const rows = await fileOf(moment, "services");
    const ofRow = (row: FileRow) =>
      prefixed(`${row.kind} ${row.namespace}/${row.name}: `, {
        ...{ status: row.status, machines: Number(row.machines), serving: Number(row["machines serving"]) },
        ...{ unverified: Number(row["machines in doubt"]), absent: Number(row["machines not registered"]) },
      });
    return { ...Object.assign({}, ...rows.map(ofRow)), "services without endpoint": rows.filter(({ status }) => status === "nobody").length };
  },
  "file of the control plane": async (moment) => {
    const rows = await fileOf(moment, "control-plane");
    return { connections: sum(rows, (row) => Number(row["connections held"])) };
  },
  "summary of the fleet": (moment) => {
    const { head, rows, answer, worst, quiet } = moment.trouble;
    const counted = { head, rows, reached: [], notReached: [] };
    return ofSummary(
      fleetSummary({
        counted,
        query: "",
        trouble: { worst, incidents: null, quiet },
        answer,
        severalClusters: false,
        moment: summaryMoment(moment),
        origin: "",
      }),
    );
  },
  "summaries of groups": (moment) =>
    Object.assign(
      {},
      // The page of a deleted group has no summary.
      ...groupPages(moment).flatMap(({ row, expectedSizeText }) => {
        if (row.deleted !== undefined) return [];
        const text = groupSummaryText({ row, told: { expectedSizeText, losses: null, hosts: [] }, moment: summaryMoment(moment), origin: "" });
        return prefixed(`${groupName(row)}: `, ofSummary(text));
      }),
    ),
  "count of the script": ({ count }) => ofScript(count),
};

/** The trouble in the headline of the fleet. */
async function troubleAt(moment: PlayedMoment & Served) {
  const { head, rows } = viewOf<FleetHead, GroupRow>(moment, "fleet");
  const answer = await moment.history.losses(read(LossesQuery, new URLSearchParams({ window: "24h", limit: "200" })), moment.scope);
  const input = worstGroupInput(head, rows, lossesByGroup(answer, "utc", false));
  const services = viewOf<object, ServiceRow>(moment, "services-without-endpoint").rows.flatMap((row) => serviceWithoutEndpoint(row) ?? []);
  const worst = worstTrouble({ ...input, services, now: moment.now, historyPaused: null });
  return { head, rows, answer, worst, quiet: quietTrouble({ ...input, historyPaused: null }, worst) };
}

type FleetTroubleNow = Awaited<ReturnType<typeof troubleAt>>;

const summaryMoment = ({ now }: Moment) => ({ at: now, tense: { past: false }, isConfirmed: true }) as const;

function groupPages(moment: Moment): readonly { readonly row: GroupRow; readonly expectedSizeText: string | null }[] {
  return viewOf<object, GroupRow>(moment, "groups").rows.flatMap((listed) => {
    const { cluster, namespace, name } = listed;
    const { row, detail } = viewOf<SingleGroupHead, never>(moment, "group", `${new URLSearchParams({ cluster, ns: namespace, name })}`).head;
    const incident = incidentOnPage(moment, listed);
    return row === null ? [] : [{ row: { ...row, incident }, expectedSizeText: detail?.expectedSizeText ?? null }];
  });
}

/** The key of the incident in the row of a group, if the page of the group names the incident too. */
function incidentOnPage(moment: Moment, { cluster, namespace, name, incident }: GroupRow): string | undefined {
  const query = formatObjectIncidentsQuery({ of: "WorkloadGroup", cluster, namespace, name, uid: "" });
  const named = viewOf<object, IncidentRow>(moment, "incidents-of", query).rows.filter(({ state }) => state !== "over");
  return named.find(({ id }) => id === incident)?.id;
}

function ofGroupHeadline(row: GroupRow): Values {
  const { serving, total, registered, unverified } = groupServing(row);
  return prefixed(`${groupName(row)}: `, { serving, total, machines: registered, unverified });
}

/** The first entries in trouble, each on its page and in the list. */
function ofEntryPages(moment: Moment): Values {
  const { rows } = viewOf<EntriesHead, EntryRow>(moment, "entries");
  for (const row of rows.slice(0, 3)) {
    const { cluster, namespace, name, uid } = row;
    const { head } = viewOf<EntryHead, never>(moment, "entry", `${new URLSearchParams({ cluster, ns: namespace, name, uid })}`);
    expect(head.row).toEqual(row);
  }
  return {};
}

function ofPartsOfFile(rows: readonly FileRow[]): Values {
  const all = (column: string) => sum(rows, (row) => Number(row[column]));
  return { machines: all("machines"), serving: all("serving"), unverified: all("in doubt"), ...byState((state) => all(state)) };
}

/** The numbers of a summary's text. */
function ofSummary(text: string): Values {
  const [, sentence = "", counts = ""] = text.split("\n");
  const numbers = /^(All )?([\d,]+)(?: of ([\d,]+))? machines? (?:is|are) serving/.exec(sentence);
  const number = (word: string) => Number(word.replaceAll(",", ""));
  if (numbers === null) return {};
  const [serving = 0, total = serving] = numbers.slice(2).flatMap((word) => (word === undefined ? [] : [number(word)]));
  const words = new Map(counts.split(", ").map((part): [string, number] => [part.replace(/^[\d,]+ /, ""), number(/^[\d,]+/.exec(part)?.[0] ?? "0")]));
  return {
    serving,
    total,
    ...Object.fromEntries([...STATE_WORDS.map((word) => WORDS[word]), "missing"].map((word) => [`word ${word}`, words.get(word) ?? 0])),
  };
}

/** Only words in which product and script agree at any moment. */
function ofScript(count: FleetCount): Values {
  const { total, ...words } = wordsOf(count);
  expect(sum(COUNTED_WORDS, (word) => words[word])).toBe(total);
  const groups = [...wordsOfScript(count)];
  const ofGroup = ([key, { registered, unhealthy, notChecked, healthy }]: (typeof groups)[number]) => {
    const values = { machines: registered, "state unhealthy": unhealthy, "state unchecked": notChecked, "state healthy": healthy };
    return prefixed(`${key.replace(`${CLUSTER}/`, "")}: `, values);
  };
  return {
    ...Object.assign({}, ...groups.filter(([key]) => !key.endsWith("/")).map(ofGroup)),
    ...{ machines: sum(groups, ([, { registered }]) => registered), "state unhealthy": words.unhealthy, "state healthy": words.healthy },
    "state unchecked": words["not-checked"],
  };
}

type FileRow = Readonly<Record<string, string>>;

/** A list as a file: CSV in odd minutes, JSON in even ones. */
async function fileOf({ runtime, viewer, now }: Moment, what: string): Promise<readonly FileRow[]> {
  const format = (now / MINUTE) % 2 === 0 ? "json" : "csv";
  const answer = await exportList(runtime, viewer, new URLSearchParams({ what, format }));
  const text = await answer.text();
  if (format === "csv") return csvRows(text);
  const rows = JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell === null ? "" : String(cell)])));
}

function csvRows(text: string): readonly FileRow[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  const cells = (line: string) =>
    Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
  const [names = [], ...rows] = lines.map(cells);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}

/** Quantities with two values: the quantity, and the places by value. */
function differencesAt(shown: ReadonlyMap<string, Values>): readonly string[] {
  const found = new Map<string, Map<string, string[]>>();
  for (const [place, values] of shown) {
    for (const [quantity, value] of Object.entries(values)) {
      const places = found.get(quantity) ?? new Map<string, string[]>();
      found.set(quantity, places);
      const text = JSON.stringify(value ?? null);
      places.set(text, [...(places.get(text) ?? []), place]);
    }
  }
  return [...found].flatMap(([quantity, places]) =>
    places.size < 2 ? [] : [`${quantity} = ${[...places].map(([value, names]) => `${value} (${names.join(", ")})`).join(" / ")}`],
  );
}

/** Views in which the words of a group or of the fleet do not add up to the total. */
function unsummed(moment: Moment): readonly string[] {
  const { head, rows } = viewOf<FleetHead, GroupRow>(moment, "fleet");
  const parts = [
    { of: "fleet", rollUp: head.rollUp, away: head.lost + head.missing },
    ...[...rows, ...viewOf<object, GroupRow>(moment, "groups").rows].map((row) => ({ of: groupName(row), rollUp: row.rollUp, away: row.lost + row.missing })),
  ];
  return parts.flatMap(({ of, rollUp, away }) => {
    const words = sum([...STATE_WORDS], (word) => countWithWord(rollUp.counts, word)) + away;
    return words === rollUp.fullTotal ? [] : [`${of}: the words add up to ${words} of ${rollUp.fullTotal}`];
  });
}

/** An hour in which a service has a wrong selector for six minutes, whatever else happens. */
function hourWithTypo(seed: number): PastScript {
  const { events, ...script } = hourOfTrouble(seed);
  const service = { kind: "Service", namespace: "media", name: "media" } as const;
  const edit = (minute: number, app: string): ScriptEvent => ({ at: minute * MINUTE, kind: "edit-selector", service, selector: { app } });
  return { ...script, events: [...events, edit(30.5, "medai"), edit(36.5, "media")].sort((a, b) => a.at - b.at) };
}

/**
 * The services without an endpoint by a second reading: no machine that the selector matches is sent to callers. A selector of the script is the name of
 * a group in the namespace of the service.
 */
function emptyServicesOfScript({ clusters: [own] }: FleetCount, { clusters: [cluster] }: PastScript, events: readonly ScriptEvent[]): readonly string[] {
  return (cluster?.services ?? []).flatMap(({ namespace, name, selector }) => {
    const edit = events.findLast((event) => event.kind === "edit-selector" && event.service.namespace === namespace && event.service.name === name);
    const { app } = edit?.kind === "edit-selector" ? edit.selector : selector;
    const words = own?.groups.find(({ group }) => group === `${namespace}/${app}`)?.words;
    const sent = words === undefined ? 0 : words.healthy + words["not-checked"] + words.reconnecting + words.unverified;
    return sent === 0 ? [`${namespace}/${name}`] : [];
  });
}

/** The names of the groups that may be the worst. */
interface Worst {
  readonly tier: 2 | 3;
  readonly groups: readonly string[];
}

/** Three replicas are replaced in a minute, and machines of an ended one are expected for another minute. */
const ROLLOUT_MS = 3 * MINUTE;

/**
 * The worst groups by a second reading of the tiers: failed and lost machines of the hour, else unverified ones and more than a fifth that reconnect at once,
 * except in a rollout. Inside a tier number × share of the total. Null = no trouble. `events`: those before this moment.
 */
function worstOfScript({ at, clusters }: FleetCount, events: readonly ScriptEvent[]): Worst | null {
  const isRollout = events.some((event) => event.kind === "rollout" && at - (NOW - HOUR + event.at) < ROLLOUT_MS);
  const groups = clusters.flatMap((cluster) => cluster.groups).filter(({ group }) => group !== "");
  const failed = ({ words }: GroupCount) => words.unhealthy + words.lost;
  const isSudden = ({ words, registered }: GroupCount) => !isRollout && words.reconnecting >= 2 && words.reconnecting > 0.2 * registered;
  const inDoubt = (group: GroupCount) => group.words.unverified + (isSudden(group) ? group.words.reconnecting : 0);
  for (const [tier, numberOf] of [[2, failed] as const, [3, inDoubt] as const]) {
    const weights = groups.map((group) => ({ name: group.group, weight: numberOf(group) ** 2 / group.total }));
    const most = Math.max(...weights.map(({ weight }) => weight));
    if (most > 0) return { tier, groups: weights.filter(({ weight }) => weight === most).map(({ name }) => name) };
  }
  return null;
}

/** The services without an endpoint, each with the minute that showed it first. */
type EmptySince = Map<string, number>;

/** The difference between the headline and tier 1 of the script: a service that lost its last endpoint in this hour comes before all groups, the newest first. */
function wrongService(moment: Moment, script: PastScript, events: readonly ScriptEvent[], since: EmptySince): readonly string[] {
  const empty = emptyServicesOfScript(moment.count, script, events);
  for (const name of since.keys()) if (!empty.includes(name)) since.delete(name);
  for (const name of empty) since.set(name, since.get(name) ?? moment.now);
  const newest = empty.filter((name) => since.get(name) === Math.max(...since.values()));
  const { worst } = moment.trouble;
  // The deletion of a group explains why its service lost its last endpoint. A service of the fleet has the name of its group.
  const isDeleted = (name: string) => events.some((event) => event.kind === "delete-group" && event.group === name);
  const deleted = worst?.kind === "group-deleted" ? `${worst.namespace}/${worst.group}` : "none";
  if (newest.includes(deleted) && isDeleted(deleted)) return [];
  const shown = worst?.kind === "service-without-endpoint" ? `${worst.namespace}/${worst.service}` : "none";
  return (newest.length === 0 ? ["none"] : newest).includes(shown) ? [] : [`the service of the headline is ${shown}, not ${newest.join(" or ") || "none"}`];
}

/** The difference between the first row of the fleet and the worst group of the script. */
function wrongWorst(moment: Moment, events: readonly ScriptEvent[]): readonly string[] {
  const worst = worstOfScript(moment.count, events);
  const [first] = viewOf<FleetHead, GroupRow>(moment, "fleet").rows;
  const name = first === undefined ? "none" : groupName(first);
  const expected = worst?.groups ?? ["none"];
  return expected.includes(name) ? [] : [`the worst group is ${name}, not ${expected.join(" or ")} of tier ${worst?.tier ?? "none"}`];
}

it.each(SEEDS)(
  "shows one value of each quantity in all places, every minute of the hour of seed %d",
  async (seed) => {
    const script = hourWithTypo(seed);
    const problems: string[] = [];
    const emptySince: EmptySince = new Map();
    let [minutes, troubled, withoutEndpoint] = [0, 0, 0];
    let served: Served | null = null;
    const onMinute = async (played: PlayedMoment) => {
      const { fleet, history, scope, now, count } = played;
      // The play moves the clock. No timer of a view may change it.
      const clock = { now: () => fleet.now(), monotonic: () => fleet.now(), setTimer: () => () => undefined };
      served ??= await servedOf({ played: { fleet, history, clock, database: { close: () => Promise.resolve() } }, scope, statuses: () => [] });
      const moment: Moment = { ...played, ...served, trouble: await troubleAt({ ...played, ...served }) };
      const shown = new Map<string, Values>();
      for (const [name, read] of Object.entries(PLACES)) shown.set(name, await read(moment));
      const events = script.events.filter(({ at }) => NOW - HOUR + at <= now);
      const services = wrongService(moment, script, events, emptySince);
      const found = [...differencesAt(shown), ...unsummed(moment), ...services, ...wrongWorst(moment, events)];
      problems.push(...found.map((text) => `${new Date(now).toISOString().slice(11, 16)} ${text}`));
      minutes++;
      if (wordsOf(count).healthy < 1_200) troubled++;
      if (emptySince.size > 0) withoutEndpoint++;
    };
    const past = await playPast(script, { seed, now: NOW, liveMs: HOUR, onMinute });
    await past.close();
    rmSync(past.folder, { recursive: true });
    expect(minutes).toBe(60);
    expect(troubled).toBeGreaterThan(5);
    expect(withoutEndpoint).toBeGreaterThan(4);
    expect(problems).toEqual([]);
  },
  240_000,
);
