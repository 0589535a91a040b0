import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import type { Kind } from "@/lib/server/cluster/kind";
import { KINDS, RESOURCES, recordedKind } from "@/lib/server/cluster/kinds";
import { collectionPath, pluralOf } from "@/lib/server/kube/resource";
import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";

/** What each source needs beyond what the compiler asks for: kinds in places that no type reaches. */
const sources = SOURCE_NAMES.map((name) => {
  const { resource, place }: Kind<unknown> = KINDS[name];
  const kind = SOURCES[name].kind;
  const plural = pluralOf({ kind, group: resource.group });
  return { name, kind, plural, group: resource.group, place, subjects: SOURCES[name].subjects as readonly string[] };
});

const operations = readFileSync("docs/operations.md", "utf8");

describe("every source", () => {
  it.each(sources)("$name is in the table of rights in docs/operations.md, with the effect of a missing right", ({ plural, group, place }) => {
    const where = { "istiod-namespace": ", in istiod's namespace", named: ", by name (see below)" }[place as string] ?? "";
    expect(rightsTable(operations)).toContainEqual([group === "" ? "core" : group, `${plural}${where}`, expect.stringMatching(/\w/)]);
  });

  it.each(sources)("$name is listed by the API server that tests watch", async ({ kind }) => {
    const api = await startFakeKubeApi();
    onTestFinished(() => api.close());
    const { status } = await fetch(`${api.url}${collectionPath(RESOURCES[kind], "v1", null)}`);
    expect(status).toBe(200);
  });

  it.each(sources)("$name has subjects in the history if it is recorded", ({ name, subjects }) => {
    const recorded = recordedKind(name);
    expect(recorded !== null && recorded.recordedBy !== "gauges").toBe(subjects.length > 0);
    if (recorded?.recordedBy === "table") expect(subjects).toContain(recorded.subject);
  });
});

describe("the table of rights in docs/operations.md", () => {
  it("is read to its end and no further, each kind with what is missing without it", () => {
    const text =
      "The account needs these rights:\n\n| group | kinds | verbs | without it |\n| --- | --- | --- | --- |\n| core | pods, nodes | list | |\n\n| other |\n";
    expect(rightsTable(text)).toEqual([
      ["core", "pods", ""],
      ["core", "nodes", ""],
    ]);
  });
});

/** The rows of the table of rights, below its head; a group that is not written again is that of the row above. */
function rightsTable(text: string): string[][] {
  const table = /The account needs these rights[^|]*\n((?:\|.*\n)+)/.exec(text)?.[1] ?? "";
  const rows = table
    .split("\n")
    .slice(2, -1)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
  let group = "";
  return rows.flatMap(([of = "", kinds = "", , without = ""]) => {
    group = of === "" ? group : of;
    const [names = "", ...place] = kinds.split(/, (?=in |by )/);
    return names.split(", ").map((kind) => [group, [kind, ...place].join(", "), without]);
  });
}
