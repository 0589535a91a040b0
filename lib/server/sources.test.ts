import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { KUBE_SOURCES } from "@/lib/server/kube/kube-sources";
import { pluralOf } from "@/lib/server/kube/resource";
import { recordedSource } from "./history/recorded-sources";

/** What each source needs beyond what the compiler asks for: kinds in places that no type reaches. */
const sources = SOURCE_NAMES.map((name) => {
  const { resource, place, names = [] }: KubeSource<unknown> = KUBE_SOURCES[name];
  const kind = SOURCES[name].kind;
  const plural = pluralOf({ kind, group: resource.group });
  return { name, kind, plural, group: resource.group, place, names, subjects: SOURCES[name].subjects as readonly string[] };
});

const operations = readFileSync("docs/operations.md", "utf8");
const users = readFileSync("lib/sandbox/program/users.ts", "utf8");
const fakeApi = readFileSync("lib/testing/fake-kube-api.ts", "utf8");
const rawWatch = readFileSync("e2e/values/raw-watch.ts", "utf8");

describe("every source", () => {
  it.each(sources)("$name is in the table of rights in docs/operations.md, with the effect of a missing right", ({ plural, group, place }) => {
    const where = { "istiod-namespace": ", in istiod's namespace", named: ", by name (see below)" }[place as string] ?? "";
    expect(rightsTable(operations)).toContainEqual([group === "" ? "core" : group, `${plural}${where}`, expect.stringMatching(/\w/)]);
  });

  it.each(sources)("$name may be read by the users of the embedded cluster that see everything", ({ plural, group, place, names }) => {
    if (place === "named") return expect(names.filter((name) => !new RegExp(`readConfigMaps\\([^)]*"${name}"`).test(users))).toEqual([]);
    const table = /const readEverywhere = \{([^}]*)\}/.exec(users)?.[1] ?? "";
    const line = table.split("\n").find((one) => one.trim().startsWith(`"${group}":`) || (group !== "" && one.trim().startsWith(`${group}:`)));
    expect(line).toContain(`"${plural}"`);
  });

  it.each(sources)("$name is served by the API server that tests watch", ({ kind }) => {
    expect(/const KINDS = \[([^\]]*)\]/.exec(fakeApi)?.[1]).toContain(`"${kind}"`);
  });

  it.each(sources)(
    "$name is recorded if it has subjects, and the test of values watches the objects of its lines in the log",
    ({ name, plural, group, subjects }) => {
      const recorded = recordedSource(name);
      expect(recorded !== null && recorded.recordedBy !== "gauges").toBe(subjects.length > 0);
      if (recorded?.recordedBy !== "table") return;
      expect(subjects).toContain(recorded.subject);
      expect(rawWatch).toContain(group === "" ? `"/api/v1/${plural}"` : `"/apis/${group}/v1/${plural}"`);
    },
  );
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
