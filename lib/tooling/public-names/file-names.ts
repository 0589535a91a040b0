import { isInterfaceDeclaration, isVariableDeclaration } from "typescript/unstable/ast/is";
import { type Checker, type Type, TypeFlags } from "typescript/unstable/sync";
import { LOSS_MOMENTS } from "@/lib/domain/what-if/leaving";
import { INVENTORY_FILE, PLAYBOOK_FILE } from "@/lib/format/ansible-forms";
import { CLOUD_INIT_FILE } from "@/lib/format/cloud-init";
import { postMortemMarkdown } from "@/lib/format/incident-post-mortem";
import { whatIfMarkdown } from "@/lib/format/lost/markdown";
import { PLACES } from "@/lib/format/machine-scripts";
import { bundleTexts } from "@/lib/server/bundle/bundle-texts";
import { MISSING_COLUMNS, REPLICA_COLUMNS } from "@/lib/server/export/control-plane-columns";
import {
  ACTIVITY_COLUMNS,
  AUDIT_COLUMNS,
  ENTRY_COLUMNS,
  FINDING_COLUMNS,
  GROUP_COLUMNS,
  HOST_COLUMNS,
  INCIDENT_COLUMNS,
  LOSS_COLUMNS,
  NETWORK_COLUMNS,
  PLACE_COLUMNS,
  VANISHED_COLUMNS,
} from "@/lib/server/export/export-columns";
import { listFile, MOST_ROWS } from "@/lib/server/export/list-file";
import { postMortemFile } from "@/lib/server/export/post-mortem";
import { WHAT_IF_COLUMNS } from "@/lib/server/export/what-if-columns";
import type { FoundName } from "./name-list";
import type { SourceGraph } from "./source-graph";

type ListColumns = readonly (readonly [name: string, ...rest: readonly unknown[]])[];

/** The columns of each file, by their constants. A row of a JSON file has the same names as keys. */
const COLUMNS: Readonly<Record<string, { readonly constant: string; readonly columns: ListColumns }>> = {
  entries: { constant: "ENTRY_COLUMNS", columns: ENTRY_COLUMNS },
  "entries (lost)": { constant: "VANISHED_COLUMNS", columns: VANISHED_COLUMNS },
  groups: { constant: "GROUP_COLUMNS", columns: GROUP_COLUMNS },
  services: { constant: "HOST_COLUMNS", columns: HOST_COLUMNS },
  localities: { constant: "PLACE_COLUMNS", columns: PLACE_COLUMNS },
  findings: { constant: "FINDING_COLUMNS", columns: FINDING_COLUMNS },
  incidents: { constant: "INCIDENT_COLUMNS", columns: INCIDENT_COLUMNS },
  networks: { constant: "NETWORK_COLUMNS", columns: NETWORK_COLUMNS },
  losses: { constant: "LOSS_COLUMNS", columns: LOSS_COLUMNS },
  activity: { constant: "ACTIVITY_COLUMNS", columns: ACTIVITY_COLUMNS },
  audit: { constant: "AUDIT_COLUMNS", columns: AUDIT_COLUMNS },
  "control-plane": { constant: "REPLICA_COLUMNS", columns: REPLICA_COLUMNS },
  rollout: { constant: "MISSING_COLUMNS", columns: MISSING_COLUMNS },
  "what-if": { constant: "WHAT_IF_COLUMNS", columns: WHAT_IF_COLUMNS },
};

/** The types of the JSON file of a loss. */
const WHAT_IF = "lib/contract/views/what-if.ts";

/** Counts of `HostsCoping`, which begin the Markdown of a loss. */
const NO_HOSTS = { total: 0, nobody: 0, overloaded: 0, full: 0, unknown: 0, carries: 0, whole: 0, idle: 0 };

/** The files that a user downloads: their names, columns, keys and headings. */
export function fileNames(graph: SourceGraph): { readonly names: readonly FoundName[]; readonly problems: readonly string[] } {
  const columns = Object.entries(COLUMNS).flatMap(([of, file]) => file.columns.map(([name]): FoundName => ({ class: "file column", of, name })));
  const keys = [
    ...keysOfType(graph, WHAT_IF, "WhatIfHead")
      .filter((key) => key !== "total" && key !== "matched")
      .map((key) => `head.${key}`),
    ...keysOfType(graph, WHAT_IF, "ServiceAfterLossRow").map((key) => `hosts[].${key}`),
    ...keysOfType(graph, WHAT_IF, "GroupAfterLossRow").map((key) => `groups[].${key}`),
  ].map((name): FoundName => ({ class: "file key", of: "what-if", name }));
  const known = Object.values(COLUMNS).map(({ constant }) => constant);
  const problems = columnsIn(graph)
    .filter((constant) => !known.includes(constant))
    .map((constant) => `The columns ${constant} are not among COLUMNS of lib/tooling/public-names/file-names.ts.`);
  return { names: [...fileTitles(), ...columns, ...keys, ...markdownHeadings()], problems };
}

function fileTitles(): readonly FoundName[] {
  const lists = (Object.keys(MOST_ROWS) as (keyof typeof MOST_ROWS)[]).flatMap((what) =>
    (["csv", "json"] as const).map((format) => downloadName(what, format)),
  );
  const bundle = [
    ...Object.keys(bundleTexts({ env: [], meshConfig: {}, meshAdditions: [], hosts: [] } as never)),
    ...Object.keys(PLACES),
    ...[CLOUD_INIT_FILE, INVENTORY_FILE, PLAYBOOK_FILE],
  ];
  return [
    ...[...lists, postMortemFile("KEY")].map((name): FoundName => ({ class: "file", of: "downloads", name })),
    ...bundle.map((name): FoundName => ({ class: "file", of: "archive of a bundle", name })),
  ];
}

/** Returns the file name under which the browser saves a list. */
function downloadName(what: keyof typeof MOST_ROWS, format: "csv" | "json"): string {
  async function* none(): AsyncGenerator<readonly never[]> {
    yield [];
  }
  const response = listFile({ send: () => new ReadableStream(), what, format, at: null, columns: [], rows: none(), isCut: false });
  return /filename="(.*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
}

/** The headings and columns of the files in Markdown. */
function markdownHeadings(): readonly FoundName[] {
  return [...headingNames("what-if as Markdown", whatIfText()), ...headingNames("post-mortem", postMortemText())];
}

/** A post-mortem with a row in each table. */
function postMortemText(): string {
  const service = { service: { cluster: "c", kind: "Service", namespace: "n", name: "s", host: "h" }, lostLastAt: 0, backAt: null } as const;
  const trait = { trait: "zone", value: "z", bad: 1, of: 1, others: 0, ofOthers: 1, separates: true } as const;
  const title = {
    state: "open",
    cause: "time-only",
    message: "",
    planned: null,
    groupSize: null,
    moreGroups: 0,
    moreServices: 0,
    groups: [],
    traits: [],
    values: [],
    services: [],
    machines: 1,
    peak: 1,
    failed: 1,
    lost: 0,
    unverified: 0,
  };
  const moments = { notBefore: null, endedAt: null, unknownSince: null, foundAtStart: false, state: "open", stateSince: 0, openedAt: 0, since: 0 } as const;
  const detail = {
    ...{ openedAt: 0, peakAt: 0, first: "n/m", ends: [], lost: { leastMs: 0, mostMs: 0, asOf: 0, bad: 1 }, traits: [trait], istiod: null, appended: [] },
    ...{ groups: [{ namespace: "n", name: "g", machines: 1, failed: 1, lost: 0, unverified: 0 }], moreGroups: 0, services: [service], moreServices: 0 },
    ...{ changes: [], moreChanges: 0, lastChange: null, mayRollBack: false, istiodNamespace: "", compare: null },
  };
  const machine = { namespace: "n", name: "m", group: "g", condition: "failed", failedAt: 0, message: "", cause: "", left: null } as const;
  return postMortemMarkdown({
    ...{ key: "k", version: "1", writtenAt: 0, asOf: 0, isSimulated: false, isPartial: false, title: title as never, times: moments, detail },
    ...{
      machines: [machine],
      moreMachines: 0,
      frozen: null,
      earlier: { cases: [], since: null },
      mostEarlier: 1,
      notes: { visibility: "visible", notes: [] },
      link: "",
    },
  });
}

function whatIfText(): string {
  const count = { before: 1, after: 1 };
  const capacity = { kind: "carries", ratio: 1 } as const;
  const head = {
    ...({ asOf: 0, parts: ["zone:R/Z"], moment: "at-once", headroom: 30, gateways: [], hosts: { ...NO_HOSTS, total: 1, carries: 1 } } as const),
    moments: LOSS_MOMENTS.map((moment) => ({ moment, span: null, dead: 0 })),
    lost: { machines: 1, pods: 0, leaving: { grace: 0, age: 0, withReplica: 0, never: 0, unknown: 0 }, reconnecting: 0 },
    replicas: { lost: [], left: 1, unplaced: 0, isVisible: true },
    ...{ assumptions: ["assumption"], notSeen: [] },
  };
  const host = {
    cluster: "c",
    host: "h",
    machines: count,
    pods: count,
    inline: count,
    weight: count,
    capacity,
    dead: 0,
    heldByLost: 0,
    move: { says: "no", because: [] },
  };
  const group = { cluster: "c", namespace: "n", name: "g", serving: count, doubted: count, expected: 1, capacity, heldByLost: 0 };
  return whatIfMarkdown({ address: "lost=zone:R/Z", most: 1, severalClusters: true, head, hosts: [host], groups: [group] });
}

/** Returns the second-level headings of a Markdown text, and the columns of its tables under the heading of each. */
function headingNames(of: string, text: string): readonly FoundName[] {
  const names: string[] = [];
  const columns: string[] = [];
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("## ")) names.push(line.slice(3));
    if (!/^\|[\s|:-]+\|$/.test(lines[index + 1] ?? "")) continue;
    const cells = line.split("|").map((cell) => cell.trim());
    columns.push(...cells.filter((cell) => cell !== "").map((cell) => `${names.at(-1)}: ${cell}`));
  }
  return [...names, ...columns].map((name): FoundName => ({ class: "file heading", of, name }));
}

/** The constants of the product that list the columns of a file. */
function columnsIn({ modules }: SourceGraph): readonly string[] {
  return modules
    .filter(({ path }) => path.startsWith("lib/server/export/"))
    .flatMap(({ declarations }) => [...declarations.values()])
    .filter(({ name, node }) => isVariableDeclaration(node) && name.endsWith("_COLUMNS"))
    .map(({ name }) => name);
}

/** Returns the keys of a JSON value by its interface, as the paths of `keysOf`: `rows[].name`. */
function keysOfType({ modules, checker }: SourceGraph, path: string, name: string): readonly string[] {
  const statements = modules.find((one) => one.path === path)?.source.statements ?? [];
  const declared = [...statements].filter(isInterfaceDeclaration).find((one) => one.name.text === name);
  const type = declared === undefined ? undefined : checker.getTypeAtLocation(declared.name);
  if (type === undefined) throw new Error(`${path} has no interface ${name}`);
  return [...new Set(keysIn(checker, type, ""))];
}

function keysIn(checker: Checker, type: Type, path: string): readonly string[] {
  if (type.isUnionType()) return type.getTypes().flatMap((one) => keysIn(checker, one, path));
  if (checker.isArrayLikeType(type)) return checker.getIndexInfosOfType(type).flatMap(({ valueType }) => keysIn(checker, valueType, `${path}[]`));
  const isObject = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
  return !isObject
    ? []
    : checker.getPropertiesOfType(type).flatMap((property) => {
        const at = path === "" ? property.name : `${path}.${property.name}`;
        const below = checker.getTypeOfSymbol(property);
        return [at, ...(below === undefined ? [] : keysIn(checker, below, at))];
      });
}
