import type { Kysely } from "kysely";
import type { HistoryRecord } from "@/lib/server/history/history-record";
import type { HistorySchema } from "@/lib/server/history/schema";

const MACHINES = 40;
/** The moment of the first record. */
export const SCRIPT_BEGAN = 1_750_000_000_000;

/** The record of this index: the next version of one of forty machines. The same index is always the same record. */
export function scriptedRecord(index: number): HistoryRecord {
  const at = SCRIPT_BEGAN + index;
  const name = `vm-${index % MACHINES}`;
  return {
    kind: "version",
    subject: { cluster: "c", kind: "entry", namespace: "shop", name, uid: `uid-${name}` },
    series: { cluster: "c", namespace: "shop", group: "checkout" },
    version: {
      versionKey: String(index + 1),
      recounted: false,
      isFirst: false,
      at,
      notBefore: null,
      shape: { zone: `eu-central-1${"abc"[index % 3]}`, labels: { app: "checkout", slot: String(index % 7) } },
      moving: { resourceVersion: String(index + 1), report: { status: index % 2 === 0 ? "True" : "False", message: `probe ${index}` } },
      state: index % 11,
      servingClass: index % 3,
      vouched: true,
      connection: "connected",
    },
    transitions: [{ type: "health", at, notBefore: null, from: "True", to: "False", detail: `probe ${index}` }],
  };
}

/** What a database holds of the script: how many records from the first on without a break, and what is not as it should be. */
export interface Reading {
  readonly records: number;
  readonly duplicated: number;
  /** The first few, in words; empty = every row is as the script has it. */
  readonly wrong: readonly string[];
}

/** Reads every row and compares it with the script. */
export async function readScript(database: Kysely<HistorySchema>): Promise<Reading> {
  const transitions = await database.selectFrom("transition").select(["at", "version_key", "detail", "type"]).orderBy("at").execute();
  const versions = await database
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["subject.name", "version_key", "valid_from", "valid_to", "moving", "state", "body", "serving_class"])
    .orderBy("valid_from")
    .execute();
  const wrong: string[] = [];
  const duplicated =
    transitions.length - new Set(transitions.map((row) => row.version_key)).size + versions.length - new Set(versions.map((row) => row.version_key)).size;
  if (transitions.length !== versions.length) wrong.push(`${transitions.length} transitions of ${versions.length} versions`);
  for (const [index, row] of transitions.entries()) {
    const expected = scriptedRecord(index);
    if (expected.kind === "version" && expected.transitions[0]?.detail !== row.detail) wrong.push(`transition ${index} is "${row.detail}"`);
    if (row.at !== SCRIPT_BEGAN + index || row.version_key !== String(index + 1) || row.type !== "health")
      wrong.push(`transition ${index} is of ${row.version_key} at ${row.at}`);
  }
  for (const [index, row] of versions.entries()) {
    const next = index + MACHINES < versions.length ? SCRIPT_BEGAN + index + MACHINES : null;
    const found = `${row.name} ${row.version_key} ${row.valid_from} ${row.valid_to} ${row.moving} ${row.state} ${row.serving_class} ${JSON.stringify(sorted(JSON.parse(row.body)))}`;
    const record = scriptedRecord(index);
    if (record.kind !== "version") continue;
    const { versionKey, at, moving, state, servingClass, shape } = record.version;
    const expected = `${record.subject.name} ${versionKey} ${at} ${next} ${JSON.stringify(moving)} ${state} ${servingClass} ${JSON.stringify(sorted(shape))}`;
    if (found !== expected) wrong.push(`version ${index} is ${found}, not ${expected}`);
  }
  return { records: transitions.length, duplicated, wrong: wrong.slice(0, 5) };
}

function sorted(value: unknown): unknown {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}
