import { type Cell, csvLine } from "./csv";
import type { Columns } from "./export-columns";
import { spelledJson } from "./spelled-json";

/** A file has at most so many rows; its name says where there were more. */
export const MOST_ROWS = {
  entries: 100_000,
  groups: 20_000,
  findings: 100_000,
  incidents: 1_000,
  services: 20_000,
  networks: 5_000,
  localities: 20_000,
  "control-plane": 20_000,
  activity: 10_000,
  audit: 10_000,
  losses: 500,
  rollout: 100_000,
};

/** A list, what its file is called by, and how its parts are sent. */
interface ListFile<Row> {
  readonly send: (parts: AsyncGenerator<string>) => ReadableStream<Uint8Array>;
  readonly what: keyof typeof MOST_ROWS;
  readonly format: "csv" | "json";
  readonly at: number | null;
  readonly columns: Columns<Row>;
  readonly rows: AsyncGenerator<readonly Row[]>;
  readonly isCut: boolean;
}

/** Sends a file as it is made: its size costs no memory. */
export function listFile<Row>({ send, what, format, at, columns, rows, isCut }: ListFile<Row>): Response {
  const parts = format === "csv" ? csvParts(columns, rows) : jsonParts(columns, rows);
  const moment = at === null ? "" : `-${new Date(at).toISOString().replaceAll(":", "-")}`;
  const name = `stolos-${what}${moment}${isCut ? `-first-${MOST_ROWS[what]}` : ""}.${format}`;
  return new Response(send(parts), {
    headers: {
      "Content-Type": format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/json",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

async function* csvParts<Row>(columns: Columns<Row>, rows: AsyncGenerator<readonly Row[]>): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const some of rows) yield some.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
}

async function* jsonParts<Row>(columns: Columns<Row>, rows: AsyncGenerator<readonly Row[]>): AsyncGenerator<string> {
  yield "[";
  let comma = "";
  for await (const some of rows) {
    const objects = some.map((row) => spelledJson(Object.fromEntries(columns.map(([name, cell]): [string, Cell] => [name, cell(row)]))));
    if (objects.length > 0) yield `${comma}\n${objects.join(",\n")}`;
    if (objects.length > 0) comma = ",";
  }
  yield "\n]\n";
}
