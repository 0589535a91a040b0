import { type Cell, csvLine } from "./csv";
import type { Columns } from "./export-columns";
import { spelledJson } from "./spelled-json";

/** A file has at most so many rows; its name says where there were more. */
export const MOST_ROWS = {
  entries: 100_000,
  groups: 20_000,
  findings: 100_000,
  services: 20_000,
  networks: 5_000,
  localities: 20_000,
  "control-plane": 20_000,
  activity: 10_000,
  audit: 10_000,
  losses: 500,
  rollout: 100_000,
};

/** A list, and what its file is called by. */
interface ListFile<Row> {
  readonly what: keyof typeof MOST_ROWS;
  readonly format: "csv" | "json";
  readonly at: number | null;
  readonly columns: Columns<Row>;
  readonly rows: AsyncGenerator<readonly Row[]>;
  readonly isCut: boolean;
}

/** Sends a file as it is made: its size costs no memory. */
export function listFile<Row>({ what, format, at, columns, rows, isCut }: ListFile<Row>): Response {
  const encoder = new TextEncoder();
  const lines = format === "csv" ? csvParts(columns, rows) : jsonParts(columns, rows);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => void (await rows.return(undefined)),
  });
  const moment = at === null ? "" : `-${new Date(at).toISOString().replaceAll(":", "-")}`;
  const name = `stolos-${what}${moment}${isCut ? `-first-${MOST_ROWS[what]}` : ""}.${format}`;
  return new Response(body, {
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
