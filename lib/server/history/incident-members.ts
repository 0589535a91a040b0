import { type Kysely, sql } from "kysely";
import { memberJsonFields, memberWithFirstMoments } from "@/lib/domain/history/incident-parts";
import { currentFormatsOf } from "@/lib/domain/history/stored-format";
import type { Incident, IncidentMember, LostService } from "@/lib/domain/incidents/incident";
import { cleanText } from "@/lib/domain/object/clean-text";
import type { HistorySchema } from "./schema";
import { seriesName } from "./series-name";
import { storedMember } from "./stored";

type Tables = Kysely<HistorySchema>;

/** A row of `incident_member` before it has a number. `claim` is set if the incident wants the member for itself alone. */
export type MemberRow = Omit<HistorySchema["incident_member"], "id">;
type StoredRow = MemberRow & { readonly id: number };

/** Another replica claimed a member while this one opened an incident for it. Nothing is stored, and the next attempt finds that incident. */
export class ClaimRace extends Error {
  override readonly name = "ClaimRace";
  constructor() {
    super("Another server stores the same incident.");
  }
}

/** Fifteen columns each, within what a statement may have. */
const ROWS_AT_ONCE = 400;

/** The name of a member within all incidents. */
export function memberKey({ kind, member }: Pick<MemberRow, "kind" | "member">): string {
  return `${kind} ${member}`;
}

/** Returns the rows of some members of an incident and of all its services, in the order in which every replica writes them. */
export function memberRows(incidentId: number, incident: Incident, members: readonly IncidentMember[]): readonly MemberRow[] {
  const isOver = incident.state === "over" || incident.mergedInto !== null;
  // A service belongs to the incident of its machines. Without machines it is the only thing by which replicas know that their incidents are one.
  const isAlone = incident.members.length === 0;
  const machines = members.map((member) => machineRow(incidentId, member, !isOver && member.left === null));
  const services = incident.services.map((lost) => serviceRow(incidentId, lost, !isOver && isAlone && lost.backAt === null));
  return [...machines, ...services].sort((one, other) => (memberKey(one) < memberKey(other) ? -1 : 1));
}

/**
 * Stores rows of one incident: new ones, and changes of those that are stored, which keep the moments of the first writer. Returns the number of new members
 * that are not stored, because they belong to another incident.
 */
export async function storeMembers(tables: Tables, incidentId: number, rows: readonly MemberRow[]): Promise<number> {
  let refused = 0;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) refused += await storeSome(tables, incidentId, rows.slice(from, from + ROWS_AT_ONCE));
  return refused;
}

/** The members of an incident that is over may belong to another one. */
export async function releaseClaims(tables: Tables, incidentId: number): Promise<void> {
  await tables.updateTable("incident_member").set({ claim: null }).where("incident_id", "=", incidentId).where("claim", "is not", null).execute();
}

async function storeSome(tables: Tables, incidentId: number, rows: readonly MemberRow[]): Promise<number> {
  const found = await tables
    .selectFrom("incident_member")
    .selectAll()
    .where("incident_id", "=", incidentId)
    .where(
      "member",
      "in",
      rows.map(({ member }) => member),
    )
    .execute();
  const stored = new Map(found.map((row) => [memberKey(row), row]));
  const fresh = rows.filter((row) => !stored.has(memberKey(row)));
  const inserted = fresh.length === 0 ? [] : await insertRows(tables, fresh);
  await changeRows(
    tables,
    rows.flatMap((row) => {
      const before = stored.get(memberKey(row));
      return before === undefined ? [] : [{ before, row: withStoredMoments(before, row) }];
    }),
  );
  return fresh.length - inserted.length;
}

/** A member that another incident claims is left out. */
function insertRows(tables: Tables, rows: readonly MemberRow[]): Promise<readonly { readonly id: number }[]> {
  return tables
    .insertInto("incident_member")
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
}

async function changeRows(tables: Tables, pairs: readonly { readonly before: StoredRow; readonly row: MemberRow }[]): Promise<void> {
  const changed = pairs.filter(({ before, row }) => CHANGING.some((column) => before[column] !== row[column]));
  if (changed.length > 0) {
    await tables
      .insertInto("incident_member")
      // Without a claim: an update must not fail because of one.
      .values(changed.map(({ row }) => ({ ...row, claim: null })))
      .onConflict((conflict) =>
        conflict
          .columns(["incident_id", "kind", "member"])
          .doUpdateSet(({ ref }) => Object.fromEntries(CHANGING.map((column) => [column, ref(`excluded.${column}`)]))),
      )
      .execute();
  }
  const released = pairs.filter(({ before, row }) => before.claim !== null && row.claim === null).map(({ before }) => before.id);
  if (released.length > 0) await tables.updateTable("incident_member").set({ claim: null }).where("id", "in", released).execute();
  const wanted = pairs.filter(({ before, row }) => before.claim === null && row.claim !== null).map(({ before }) => before.id);
  if (wanted.length > 0) await claimAgain(tables, wanted);
}

const CHANGING = ["zone", "joined_at", "condition", "left_at", "how", "facts", "format"] as const;

/** A member that left and is back, unless it belongs to another incident now. */
async function claimAgain(tables: Tables, ids: readonly number[]): Promise<void> {
  await tables
    .updateTable("incident_member")
    .set(({ ref }) => ({ claim: ref("member") }))
    .where("id", "in", ids)
    .where(
      sql<boolean>`not exists (select 1 from incident_member as holder where holder.kind = incident_member.kind and holder.claim = incident_member.member)`,
    )
    .execute();
}

function withStoredMoments(before: StoredRow, row: MemberRow): MemberRow {
  if (row.kind !== "entry") return withFirstLoss(before, row);
  const member = memberWithFirstMoments(storedMember(before), storedMember(row));
  return machineRow(row.incident_id, member, row.claim !== null);
}

/** A service that had an endpoint again may lose it again. */
function withFirstLoss(before: StoredRow, row: MemberRow): MemberRow {
  if (before.left_at !== null && row.joined_at > before.left_at) return row;
  return { ...row, joined_at: before.joined_at, left_at: row.left_at === null ? null : (before.left_at ?? row.left_at) };
}

function machineRow(incidentId: number, member: IncidentMember, isClaimed: boolean): MemberRow {
  const { machine, joinedAt, spans, left } = member;
  const { id, cluster, namespace, name, group } = machine;
  return {
    ...{ incident_id: incidentId, kind: "entry", member: id, claim: isClaimed ? id : null, cluster, namespace, name },
    ...{ group_name: group === "" ? "" : cleanText(seriesName(group)), zone: cleanText(machine.traits.zone ?? "") },
    ...{ condition: spans.at(-1)?.condition ?? "", joined_at: joinedAt, left_at: left?.at ?? null, how: left?.how ?? "" },
    ...{ facts: JSON.stringify(memberJsonFields(member)), format: currentFormatsOf("incident").moving },
  };
}

function serviceRow(incidentId: number, { service, lostLastAt, backAt }: LostService, isClaimed: boolean): MemberRow {
  const { cluster, namespace, name, host } = service;
  // A ServiceEntry has several hosts. Each loses its endpoints for itself.
  const member = `${cluster}/${namespace}/${name}/${host}`;
  return {
    ...{ incident_id: incidentId, kind: service.kind === "Service" ? "service" : "serviceentry", member, claim: isClaimed ? member : null },
    ...{ cluster, namespace, name, group_name: "", zone: "", condition: "", joined_at: lostLastAt, left_at: backAt, how: "" },
    ...{ facts: JSON.stringify({ host }), format: currentFormatsOf("incident").moving },
  };
}
