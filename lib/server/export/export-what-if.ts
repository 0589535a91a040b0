import { parseMoment } from "@/lib/contract/url/history-window";
import { formatWhatIf, type GroupAfterLossRow, invalidLostParts, parseWhatIf, type ServiceAfterLossRow, type WhatIfHead } from "@/lib/contract/views/what-if";
import type { Viewer } from "@/lib/domain/source/scope";
import { whatIfMarkdown } from "@/lib/format/lost/markdown";
import { unreadPartSentence } from "@/lib/format/lost/part-words";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { History } from "@/lib/server/history/history";
import { Refusal } from "@/lib/server/http/problem";
import { WhatIf } from "@/lib/server/lost/what-if";
import { whatIfHead } from "@/lib/server/lost/what-if-head";
import { hostRows } from "@/lib/server/lost/what-if-rows";
import { csvLine } from "./csv";
import { spelledJson } from "./spelled-json";
import { WHAT_IF_COLUMNS } from "./what-if-columns";

/** A file has at most so many hosts and groups, worst first; its name says where there were more. */
const MOST_ROWS = 5_000;
/** What a person reads. */
const MOST_LINES = 200;

interface Parts {
  readonly fleet: FleetReader;
  readonly history: History;
}

/** All that is told of a loss at one moment of a fleet. */
interface WhatIfFile {
  readonly head: Omit<WhatIfHead, "total" | "matched">;
  readonly hosts: readonly ServiceAfterLossRow[];
  readonly groups: readonly GroupAfterLossRow[];
}

/** What would be left, as a file with what is lost, the moment, and what is taken for granted. */
export async function exportWhatIf({ fleet, history }: Parts, viewer: Viewer, params: URLSearchParams): Promise<Response> {
  const query = parseWhatIf(params);
  const [unread] = invalidLostParts(params);
  if (unread !== undefined) throw new Refusal(400, "Not understood", unreadPartSentence(unread), "lost");
  if (query.parts.length === 0) throw new Refusal(400, "Not understood", "Say what is lost: lost=zone:REGION/ZONE.", "lost");
  const at = parseMoment(params.get("at") ?? "");
  const of = at === null ? fleet : (await history.fleetAt(at, viewer.scope)).fleet;
  const whatIf = new WhatIf(of, viewer.scope, query);
  const told: WhatIfFile = {
    head: whatIfHead(whatIf, viewer.scope, null),
    hosts: hostRows(whatIf, 0, MOST_ROWS),
    groups: whatIf.groups.slice(0, MOST_ROWS),
  };
  const isCut = Math.max(whatIf.hosts.length, whatIf.groups.length) > MOST_ROWS;
  switch (params.get("format") ?? "csv") {
    case "csv":
      return file("csv", "text/csv; charset=utf-8; header=present", csvOf(told), isCut);
    case "json":
      return file("json", "application/json", `${spelledJson(told)}\n`, isCut);
    case "md":
      return file(
        "md",
        "text/markdown; charset=utf-8",
        whatIfMarkdown({ ...told, address: formatWhatIf(query), most: MOST_LINES, severalClusters: viewer.scope.knownClusters.size > 1 }),
        isCut,
      );
    default:
      throw new Refusal(400, "Not understood", "Write csv, json or md.", "format");
  }
}

function csvOf(told: WhatIfFile): string {
  const rows = [
    ...told.hosts.map((host) => ({ what: "host", host }) as const),
    ...told.groups.map((group) => ({ what: "group", group }) as const),
    ...[...told.head.assumptions, ...told.head.notSeen].map((says) => ({ what: "assumption", says }) as const),
  ];
  const lines = rows.map((row) => csvLine(WHAT_IF_COLUMNS.map(([, cell]) => cell(row, told.head))));
  return csvLine(WHAT_IF_COLUMNS.map(([name]) => name)) + lines.join("");
}

function file(extension: string, type: string, body: string, isCut: boolean): Response {
  const name = `stolos-what-if${isCut ? `-first-${MOST_ROWS}` : ""}.${extension}`;
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"`, "Cache-Control": "no-store" },
  });
}
