import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isTeamNamespaceKind, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES, type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import type { Kind } from "@/lib/server/cluster/kind";
import { KINDS, RESOURCES } from "@/lib/server/cluster/kinds";
import { collectionPath, pluralOf } from "@/lib/server/kube/resource";

/**
 * Compares the files that derive from `lib/server/cluster/kinds` with the declared kinds.
 * `npx vitest run -c lib/tooling/vitest.config.ts lib/deployment/generated-rights.test.ts -u` writes them.
 */
const FILES: Readonly<Record<string, (text: string) => string>> = {
  "lib/deployment/reading-role.yaml": (text) =>
    withBlocks(text, {
      "in all namespaces": rulesOf(sourcesIn("cluster", "namespaces", "on-demand"), readingVerbs),
      "in istiod's namespace": rulesOf(sourcesIn("istiod-namespace"), readingVerbs),
    }),
  "lib/deployment/kiosk-role.yaml": (text) =>
    withBlocks(text, {
      "in the shown namespace": rulesOf(sourcesIn("namespaces", "on-demand"), () => FOLLOWING),
      "in istiod's namespace": rulesOf(sourcesIn("istiod-namespace").filter(isOfMesh), () => FOLLOWING),
      "of the cluster": rulesOf(sourcesIn("cluster").filter(isOfMesh), () => FOLLOWING),
    }),
  "docs/operations.md": (text) => withBlocks(text, { rights: `\n${rightsTable()}\n` }),
  "lib/testing/watched-kinds.ts": watchedKinds,
};

it.each(Object.entries(FILES))("%s is what the declared kinds give", async (path, generated) => {
  await expect(generated(readFileSync(path, "utf8"))).toMatchFileSnapshot(join(process.cwd(), path));
});

it("refuses a file without the marks of a block", () => {
  expect(() => withBlocks("rules:\n", { rights: "" })).toThrow("no block");
});

const FOLLOWING = ["list", "watch"];

function sourcesIn(...places: readonly Kind<unknown>["place"][]): readonly SourceName[] {
  return SOURCE_NAMES.filter((source) => places.includes(KINDS[source].place));
}

function isOfMesh(source: SourceName): boolean {
  return !isTeamNamespaceKind(SOURCES[source].kind);
}

function readingVerbs(source: SourceName): readonly string[] {
  const { alsoGet }: Kind<unknown> = KINDS[source];
  return sourceDefinition(source).hasYaml || alsoGet ? ["get", ...FOLLOWING] : FOLLOWING;
}

const groupOf = (source: SourceName) => RESOURCES[SOURCES[source].kind].group;
const sourcePlural = (source: SourceName) => pluralOf(RESOURCES[SOURCES[source].kind]);

/** Rules of a role: one for the sources with the same API group and verbs. */
function rulesOf(sources: readonly SourceName[], verbsOf: (source: SourceName) => readonly string[]): string {
  const rules = new Map<string, { readonly group: string; readonly verbs: readonly string[]; readonly plurals: Set<string> }>();
  for (const source of sources) {
    const [group, verbs] = [groupOf(source), verbsOf(source)];
    const key = `${group} ${verbs}`;
    rules.set(key, { group, verbs, plurals: new Set(rules.get(key)?.plurals).add(sourcePlural(source)) });
  }
  return [...rules.values()]
    .map(({ group, verbs, plurals }) => {
      const lines = [`- apiGroups: [${group === "" ? '""' : group}]`, `  resources: [${[...plurals].join(", ")}]`, `  verbs: [${verbs.join(", ")}]`];
      return lines.map((line) => `  ${line}\n`).join("");
    })
    .join("");
}

const WHERE: Readonly<Partial<Record<Kind<unknown>["place"], string>>> = { "istiod-namespace": ", in istiod's namespace", named: ", by name (see below)" };

/** The table of all rights of the account: one row per source, group by group. Events are read, and not watched. */
function rightsTable(): string {
  const groups = [...new Set(SOURCE_NAMES.map(groupOf))];
  const row = (group: string, kinds: string, verbs: readonly string[], without: string) => [
    group === "" ? "core" : `\`${group}\``,
    kinds,
    verbs.join(", "),
    without,
  ];
  const rows = groups.flatMap((group) => [
    ...SOURCE_NAMES.filter((source) => groupOf(source) === group).map((source) => {
      const { place, withoutRight }: Kind<unknown> = KINDS[source];
      return row(group, `${sourcePlural(source)}${WHERE[place] ?? ""}`, readingVerbs(source), withoutRight);
    }),
    ...(group === "" ? [row("", "events", ["list"], "events are not shown")] : []),
  ]);
  return alignedTable([["group", "kinds", "verbs", "without it"], ...rows]);
}

/** A Markdown table with columns as wide as their longest cell, as the formatter writes it. */
function alignedTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("");
}

/** Addresses of kinds, for tests that import no code of the server. */
function watchedKinds(): string {
  const keyed = (pairs: readonly (readonly [key: string, value: string])[]) =>
    pairs.map(([key, value]) => `  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(value)},\n`).join("");
  const recorded = SOURCE_NAMES.flatMap((source) => {
    const { recorded: how }: Kind<unknown> = KINDS[source];
    const resource = RESOURCES[SOURCES[source].kind];
    return how?.recordedBy === "table" ? [[how.subject, collectionPath(resource, resource.versions[0] ?? "", null)] as const] : [];
  });
  return `// Written by lib/deployment/generated-rights.test.ts from lib/server/cluster/kinds.
import type { WatchedKind } from "@/lib/domain/source/scope";

/** The API group of each watched kind; "" = core. */
export const KIND_GROUPS: Readonly<Record<WatchedKind, string>> = {
${keyed(WATCHED_KINDS.map((kind) => [kind, RESOURCES[kind].group]))}};

/** The collection of each kind of object whose changes the history records from a table, by its name in the history. */
export const RECORDED_COLLECTIONS = {
${keyed(recorded)}} as const;
`;
}

/** Replaces the lines between the marks of each block. A mark is a comment of YAML or Markdown. */
function withBlocks(text: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce((before, [name, content]) => {
    const block = new RegExp(
      `(\\n *(?:#|<!--) rights of kinds: ${name}, written by generated-rights\\.test\\.ts(?: -->)?\\n)[^]*?( *(?:#|<!--) end of rights of kinds)`,
    );
    if (!block.test(before)) throw new Error(`The file has no block "${name}".`);
    return before.replace(block, (_, start: string, end: string) => `${start}${content}${end}`);
  }, text);
}
