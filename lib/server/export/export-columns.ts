import type { AuditRow } from "@/lib/contract/answers/audit";
import type { ActivityRow, LossRow } from "@/lib/contract/answers/history";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { FindingRow } from "@/lib/contract/views/findings";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import type { LocalityRow } from "@/lib/contract/views/localities";
import type { NetworkRow } from "@/lib/contract/views/networks";
import type { ServiceRow } from "@/lib/contract/views/services";
import { ENTRY_FIELD_NAMES, entryFieldNamed } from "@/lib/domain/entry/entry-fields";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingRemedy } from "@/lib/domain/findings/rule";
import { UNREACHABLE_REASONS } from "@/lib/domain/networks/unreachable-reasons";
import { countWithState, STATES_IN_CODE_ORDER } from "@/lib/domain/verdict/state-code";
import type { State } from "@/lib/domain/verdict/verdict";
import { auditWho } from "@/lib/format/audit-words";
import { patchCommand } from "@/lib/format/findings/patch-command";
import { fittingText } from "@/lib/format/findings/rule-texts";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { incidentTitleText, plannedReasonText } from "@/lib/format/incident-title";
import { isEndPlanned } from "@/lib/format/loss-words";
import type { Cell } from "./csv";

/** A column of an exported file and where its cell comes from. Times are ISO 8601 in UTC. */
export type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => Cell])[];

/** The states of version 0.1. A column keeps its place, so those of later states are the last ones of a file. */
const FIRST_STATES = STATES_IN_CODE_ORDER.slice(0, 11);
const LATER_STATES = STATES_IN_CODE_ORDER.slice(FIRST_STATES.length);

function stateColumns<Row>(states: readonly State[], countsOf: (row: Row) => readonly number[]): Columns<Row> {
  return states.map((state) => [state, (row) => countWithState(countsOf(row), state)]);
}

/** A row of a file with the reason why its connections are not verified; null or undefined = they are. */
export interface InFile {
  readonly notVerified?: string | null;
}

const NOT_VERIFIED = ["not verified", (row: InFile) => row.notVerified ?? null] as const;

/** The described fields of the first files. A column keeps its position, so the columns of later fields are the last ones of a file. */
const FIRST_FIELDS: readonly (keyof WorkloadEntry)[] = ["connectedAt", "disconnectedAt", "createdAt", "generation"];
const LATER_FIELDS: Columns<EntryRow> = [
  ...ENTRY_FIELD_NAMES.filter((name) => !FIRST_FIELDS.includes(name)).flatMap(describedColumn),
  ["version", (row) => row.version],
];

/** The fields of the entry itself. */
const OF_ENTRY: Columns<EntryRow> = [
  ["cluster", (row) => row.cluster],
  ["namespace", (row) => row.namespace],
  ["name", (row) => row.name],
  ["uid", (row) => row.uid],
  ["group", (row) => row.group],
  ["state", (row) => row.state],
  ["vouched", (row) => row.vouched],
  ["serving", (row) => row.serving],
  ["connection", (row) => row.connection],
  ["since", (row) => moment(row.since)],
  ["since at least", (row) => row.sinceAtLeast],
  ["message", (row) => row.message],
  ["address", (row) => row.address],
  ["host", (row) => row.host],
  ["network", (row) => row.network],
  ["locality", (row) => row.locality],
  ["replica", (row) => row.controller],
  ["revision", (row) => row.revision],
  ["origin", (row) => row.origin],
  ...FIRST_FIELDS.flatMap(describedColumn),
];

export const ENTRY_COLUMNS: Columns<EntryRow & InFile> = [...OF_ENTRY, NOT_VERIFIED, ...LATER_FIELDS];

/** Returns the column of a field with a heading in `entry-fields.ts`. */
function describedColumn(name: keyof WorkloadEntry): Columns<EntryRow> {
  const { exported, row: key, holds } = entryFieldNamed(name);
  if (exported === undefined || key === undefined) return [];
  const isTime = holds === "time" || holds === "moment";
  // A row has the described fields. Its times are numbers or null.
  const cell = (row: EntryRow) => Reflect.get(row, key) as Cell;
  return [[exported, isTime ? (row) => moment(cell(row) as number | null) : cell]];
}

/** A lost entry with its end. */
export const VANISHED_COLUMNS: Columns<EntryRow> = [
  ...OF_ENTRY,
  ["cause", (row) => row.ending?.cause ?? null],
  ["not before", (row) => moment(row.ending?.notBefore ?? null)],
  ["last state", (row) => row.ending?.lastState ?? null],
  ["replaced by", (row) => row.ending?.replacedBy ?? null],
  ...LATER_FIELDS,
];

export const GROUP_COLUMNS: Columns<GroupRow & InFile> = [
  ["cluster", (row) => row.cluster],
  ["namespace", (row) => row.namespace],
  ["name", (row) => row.name],
  ["exists", (row) => row.exists],
  ["state", (row) => row.state],
  ["since", (row) => moment(row.since)],
  ["serving", (row) => row.rollUp.serving],
  ["in doubt", (row) => row.rollUp.doubted],
  ["machines", (row) => row.rollUp.total],
  ["expected", (row) => row.rollUp.expected],
  ["expected from", (row) => row.rollUp.expectedFrom],
  // Lost machines are part of this column. "total" is the sum of "machines" and "missing".
  ["missing", (row) => row.lost + row.missing],
  ["lost", (row) => row.lost],
  ...stateColumns(FIRST_STATES, (row: GroupRow) => row.rollUp.counts),
  ["message", (row) => row.message],
  ["common", (row) => row.common.join("; ")],
  ["accounts", (row) => row.accounts.join("; ")],
  ["networks", (row) => row.networks.join("; ")],
  ["zones", (row) => row.zones.join("; ")],
  ["created at", (row) => moment(row.createdAt)],
  ...stateColumns(LATER_STATES, (row: GroupRow) => row.rollUp.counts),
  ["total", (row) => row.rollUp.fullTotal],
  ["expected at most", ({ rollUp }) => rollUp.expectedMost ?? (rollUp.expectedFrom === "elastic" ? null : rollUp.expected)],
  ["arriving", (row) => row.rollUp.arriving ?? false],
  // They lower "expected" and "total".
  ["accepted losses", (row) => row.rollUp.accepted ?? 0],
  NOT_VERIFIED,
];

/** Null, an empty cell, is what cannot be seen; nobody is 0. */
export const HOST_COLUMNS: Columns<ServiceRow & InFile> = [
  ["cluster", (row) => row.cluster],
  ["namespace", (row) => row.namespace],
  ["kind", (row) => row.kind],
  ["name", (row) => row.name],
  ["uid", (row) => row.uid],
  ["host", (row) => row.host],
  ["status", (row) => row.status.kind],
  ["missing", (row) => (row.status.kind === "missing" || row.status.kind === "nobody" ? row.status.count : 0)],
  ["machines", (row) => row.machines?.taken ?? null],
  ["machines serving", (row) => row.machines?.serving ?? null],
  ["machines in doubt", (row) => row.machines?.inDoubt ?? null],
  ["machines draining", (row) => row.machines?.draining ?? null],
  ["machines awaiting", (row) => row.machines?.awaiting ?? null],
  ["machines not checked", (row) => row.machines?.notChecked ?? null],
  ["machines not registered", (row) => row.absent],
  ["pods", (row) => row.pods?.taken ?? null],
  ["pods ready", (row) => row.pods?.ready ?? null],
  ["inline endpoints", (row) => row.inline],
  ["machines' share by weight", (row) => row.share],
  ["ports", (row) => listed(row.ports.map(String), row.morePorts)],
  ["callable from", (row) => (row.callers === null ? "all" : listed(row.callers, row.moreCallers))],
  [
    "also defined by",
    (row) =>
      listed(
        row.rivals.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`),
        row.moreRivals,
      ),
  ],
  ["created at", (row) => moment(row.createdAt)],
  ["addresses", (row) => row.addresses?.taken ?? null],
  ["addresses ready", (row) => row.addresses?.ready ?? null],
  ["since", (row) => moment(row.since)],
  ["since at least", (row) => row.sinceAtLeast],
  NOT_VERIFIED,
  ["managed by", (row) => row.managedBy],
];

/** Times and counts are those of the visible part of the incident. */
export const INCIDENT_COLUMNS: Columns<IncidentRow> = [
  ["key", (row) => row.id],
  ["state", (row) => row.state],
  ["tier", (row) => row.tier],
  ["title", (row) => incidentTitleText(row.title)],
  ["cluster", (row) => row.title.cluster],
  ["machines", (row) => row.title.machines],
  ["failed", (row) => row.title.failed],
  ["lost", (row) => row.title.lost],
  ["unverified", (row) => row.title.unverified],
  ["peak", (row) => row.title.peak],
  ["services without endpoint", (row) => row.services],
  ["began", (row) => moment(row.title.since)],
  ["began not before", (row) => moment(row.title.notBefore)],
  ["state since", (row) => moment(row.stateSince)],
  ["ended", (row) => moment(row.title.endedAt)],
  ["not known since", (row) => moment(row.title.unknownSince)],
  ["planned", (row) => plannedReasonText(row.title)],
  ["more outside the view", (row) => row.isPartial],
  ["found at start", (row) => row.foundAtStart],
];

/** Whoever is at a place is in the lines of the places that it is within, too: `level` tells them apart. */
export const PLACE_COLUMNS: Columns<LocalityRow & InFile> = [
  ["level", (row) => row.level],
  ["region", (row) => row.region],
  ["zone", (row) => row.zone],
  ["subzone", (row) => row.subzone],
  ["machines", (row) => row.machines],
  ["serving", (row) => row.serving],
  ["in doubt", (row) => row.doubted],
  ["pods", (row) => row.pods],
  ["pods ready", (row) => row.podsReady],
  ["weight", (row) => row.weight],
  ["share of all weight", (row) => row.share],
  ["groups", (row) => row.groups],
  ["hosts", (row) => row.hosts],
  ["wrote a fourth part", (row) => row.odd],
  ...stateColumns(FIRST_STATES, (row: LocalityRow) => row.counts),
  ...stateColumns(LATER_STATES, (row: LocalityRow) => row.counts),
  NOT_VERIFIED,
];

/** A rule without an answer for lack of data, as a line of the file of findings. `lacks`: the missing data as a sentence. */
export interface UntoldLine extends Pick<FindingRow, "code" | "rule" | "subject"> {
  readonly lacks: string;
}

/** A finding, or a rule without an answer. */
export type FindingLine = FindingRow | UntoldLine;

/** The cell of a finding; null for a rule without an answer. */
function ofFinding(cell: (row: FindingRow) => Cell): (line: FindingLine) => Cell {
  return (line) => ("lacks" in line ? null : cell(line));
}

export const FINDING_COLUMNS: Columns<FindingLine> = [
  ["rule", (row) => row.code],
  ["name", (row) => row.rule],
  ["severity", (row) => ("lacks" in row ? "cannot tell" : row.severity)],
  ["title", (row) => RULE_WORDS[row.rule]?.title ?? row.rule],
  ["cluster", ofFinding((row) => row.cluster)],
  ["namespace", ofFinding((row) => row.namespace)],
  ["about", (row) => row.subject],
  [
    "objects",
    ofFinding((row) =>
      listed(
        row.objects.map(({ kind, namespace, name }) => `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`),
        row.moreObjects,
      ),
    ),
  ],
  ["since", ofFinding((row) => moment(row.since?.at ?? null))],
  ["since at least", ofFinding((row) => (row.since === null ? null : row.since.notBefore !== null))],
  ["found", (row) => ("lacks" in row ? row.lacks : (RULE_WORDS[row.rule]?.found(row) ?? row.rule))],
  ["why it matters", (row) => RULE_WORDS[row.rule]?.why ?? null],
  ["what to do", ofFinding((row) => fittingText(RULE_WORDS[row.rule]?.whatToDo ?? "", row) || null)],
  ["patch", ofFinding((row) => (row.patch === null ? null : patchCommand(row.patch as FindingRemedy, row.cluster)))],
  ["id", ofFinding((row) => row.id)],
];

function listed(values: readonly string[], more: number): string {
  return [...values, ...(more === 0 ? [] : [`and ${more} more`])].join("; ");
}

/** Null, an empty cell, is what cannot be seen. */
export const NETWORK_COLUMNS: Columns<NetworkRow & InFile> = [
  ["cluster", (row) => row.cluster],
  ["network", (row) => row.network],
  ["machines", (row) => row.machines],
  ["serving", (row) => row.serving],
  ["in doubt", (row) => row.doubted],
  ...stateColumns(FIRST_STATES, (row: NetworkRow) => row.counts),
  ["pods", (row) => row.pods],
  ["reached", (row) => row.way.kind],
  ["because", (row) => row.way.because],
  ["assumed", (row) => row.way.isAssumed],
  ["gateways", (row) => listed(row.gateways, row.moreGateways)],
  ["in meshNetworks", (row) => row.isConfigured],
  ...UNREACHABLE_REASONS.map((gap) => [`machines: ${gap}`, (row: NetworkRow) => row.gaps[gap] ?? 0] as const),
  ...stateColumns(LATER_STATES, (row: NetworkRow) => row.counts),
  NOT_VERIFIED,
];

export const LOSS_COLUMNS: Columns<LossRow> = [
  ["cause", (row) => row.cause],
  ["planned", (row) => isEndPlanned(row.cause)],
  ["ended at", (row) => moment(row.endedAt)],
  ["not before", (row) => moment(row.notBefore)],
  ["replaced by", (row) => row.replacedBy],
  ...ofLostEntry(OF_ENTRY),
  ["counted until", (row) => moment(row.countedUntil?.at ?? null)],
  ["count ended by", (row) => row.countedUntil?.because ?? null],
  ["accepted by", (row) => row.countedUntil?.by ?? null],
  ...ofLostEntry(LATER_FIELDS),
];

function ofLostEntry(columns: Columns<EntryRow>): Columns<LossRow> {
  return columns.map(([name, cell]) => [name === "state" ? "last state" : name, (row) => cell(row.row)]);
}

export const ACTIVITY_COLUMNS: Columns<ActivityRow> = [
  ["at", (row) => moment(row.at)],
  ["not before", (row) => moment(row.notBefore)],
  ["type", (row) => row.type],
  ["cluster", (row) => row.cluster],
  ["kind", (row) => row.kind],
  ["namespace", (row) => row.namespace],
  ["group", (row) => row.group],
  ["name", (row) => row.name],
  ["uid", (row) => row.uid],
  ["from", (row) => row.from],
  ["to", (row) => row.to],
  ["detail", (row) => row.detail],
  ["count", (row) => row.count],
  ["names", (row) => row.names.join("; ")],
];

/** A moment as ISO 8601 in UTC; null where it is none. */
export function moment(ms: number | null): string | null {
  return ms === null || !Number.isFinite(ms) ? null : new Date(ms).toISOString();
}

export const AUDIT_COLUMNS: Columns<AuditRow> = [
  ["at", (row) => moment(row.at)],
  ["who", (row) => auditWho(row)],
  ["command", (row) => row.command],
  ["verb", (row) => row.verb],
  ["resource", (row) => row.resource],
  ["cluster", (row) => row.cluster],
  ["namespace", (row) => row.namespace],
  ["name", (row) => row.name],
  ["mode", (row) => row.mode],
  ["fields", (row) => row.fields],
  ["result", (row) => row.result],
  ["uid", (row) => row.uid],
  ["token for group", (row) => row.tokenGroup],
  ["token ends", (row) => moment(row.tokenEnds)],
  ["API server audit id", (row) => row.auditId],
  ["session", (row) => row.session],
  ["source address", (row) => row.address],
  ["request id", (row) => row.requestId],
];
