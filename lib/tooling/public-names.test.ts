import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Collected, collectNames } from "./public-names/collect";
import { DOCUMENT_FILE, documentText, SHOWN_CLASSES } from "./public-names/document";
import { frozenNames, frozenVersions } from "./public-names/frozen-names";
import { frozenProblems, LIST_FILE, listProblems, NAME_CLASSES, nameKey, parseList, withNewNames } from "./public-names/name-list";
import { SETTINGS_DOCUMENT, withSettingTables } from "./public-names/setting-names";

const listed = parseList(readFileSync(LIST_FILE, "utf8"));
let collected: Collected = { names: [], problems: [] };

beforeAll(async () => {
  collected = await collectNames(process.cwd());
}, 120_000);

describe("the public names of the code", () => {
  it("are those of the list, with the same values and in the same order", () => {
    expect(listProblems(collected.names, listed)).toEqual([]);
  });

  it("are all found: no part of the code hides one", () => {
    expect(collected.problems).toEqual([]);
  });

  it.each(NAME_CLASSES)("have at least one %s", (kind) => {
    expect(collected.names.filter((one) => one.class === kind).length).toBeGreaterThan(0);
  });

  it.each([
    "page query key\t/localities\tlost",
    "page query key\t/control-plane\tbaseline",
    "page query key\t/c/CLUSTER/entries/NAMESPACE/NAME\tuid",
    "page query key\t/c/CLUSTER/RESOURCE/NAMESPACE/NAME\thost",
    "page query value\tevery page?display\twall",
    "page anchor\t/c/CLUSTER/groups/NAMESPACE/NAME\t#lost",
    "filter form\t\tlabel notin (value,value)",
    "file column\tlosses\tlast state",
    "setting\t\tPORT",
    "cookie\t\tstolos-attempt",
    "browser storage key\t\tstolos-mutes-VIEWER",
    "history column\taudit\trequest_id",
  ])("include %s", (key) => {
    expect(collected.names.map(nameKey)).toContain(key);
  });
});

describe("the list of public names", () => {
  it.each(frozenVersions())("still has every name of version %s", (version) => {
    expect(frozenNames(version).length).toBeGreaterThan(2_000);
    expect(frozenProblems(frozenNames(version), version, listed)).toEqual([]);
  });

  it("has frozen names for the version of package.json", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(frozenVersions()).toContain(version.split(".").slice(0, 2).join("."));
  });

  it("matches the document", () => {
    expect(readFileSync(DOCUMENT_FILE, "utf8")).toBe(documentText(listed));
    expect([...SHOWN_CLASSES].sort()).toEqual([...NAME_CLASSES].sort());
  });
});

describe("docs/settings.md", () => {
  const document = readFileSync(SETTINGS_DOCUMENT, "utf8");

  it("has the tables of the list of settings (node lib/tooling/public-names.mjs --write)", () => {
    expect(document).toBe(withSettingTables(document));
  });

  it("gets a changed row back, and no other line changes", () => {
    expect(withSettingTables(document.replace("| `50` ", "| `51` "))).toBe(document);
  });

  it("is not written when a marker is missing", () => {
    expect(() => withSettingTables(document.replace("<!-- settings: History", "<!-- settings: Past"))).toThrow(/no place for a table.*History/s);
  });
});

describe("a change of a public name", () => {
  const port = { class: "setting", of: "", name: "STOLOS_PORT", value: "3000" } as const;
  const lost = { class: "page query key", of: "/localities", name: "lost" } as const;
  const columns = ["cluster", "name"].map((name) => ({ class: "file column", of: "entries", name }) as const);

  it("is not reported when nothing changed", () => {
    expect(listProblems([port, lost, ...columns], [port, lost, ...columns])).toEqual([]);
  });

  it("is reported when the name is new, with the command that lists it", () => {
    expect(listProblems([port, lost], [port])).toEqual([
      'The page query key "lost" of /localities is new and not in docs/public-names.ndjson. Run `node lib/tooling/public-names.mjs --write` and commit its line.',
    ]);
  });

  it("is reported when the name is gone, with the name that it was renamed to", () => {
    const [added, removed] = listProblems([port, { ...lost, name: "gone" }], [port, lost]);
    expect(added).toContain('"gone" of /localities is new');
    expect(removed).toBe(
      'The page query key "lost" of /localities is in docs/public-names.ndjson, but the code does not have it any more. Was it renamed to "gone"? Public names stay until version 0.3: keep the old name beside the new one, and add "oldNameOf" to its line.',
    );
  });

  it("is reported when a default changed", () => {
    expect(listProblems([{ ...port, value: "3001" }], [port])).toEqual([
      'The setting "STOLOS_PORT" has "3001" in the code and "3000" in docs/public-names.ndjson. Users rely on it: keep it, or edit the line if the change is intended.',
    ]);
  });

  it("is reported when the columns of a file are in another order", () => {
    expect(listProblems([...columns].reverse(), columns)).toEqual([
      'The order of each file column of entries changed at "name". Scripts may read them by position: add new ones at the end.',
    ]);
  });

  it("is accepted when the old name stays and its line names the new one", () => {
    const gone = { ...lost, name: "gone" };
    expect(listProblems([lost, gone], [{ ...lost, oldNameOf: "gone" }, gone])).toEqual([]);
    expect(listProblems([lost], [{ ...lost, oldNameOf: "gone" }])).toEqual([
      'The page query key "lost" of /localities is listed as the old name of "gone", which the code does not have.',
    ]);
  });

  it("is reported when a setting has another explanation, which replaces the one of the list", () => {
    const [before, now] = [
      { ...port, about: "The port." },
      { ...port, about: "port to listen on" },
    ];
    expect(listProblems([now], [before])).toEqual([
      'The setting "STOLOS_PORT" has another explanation in the code than in docs/public-names.ndjson. Run `node lib/tooling/public-names.mjs --write`.',
    ]);
    expect(withNewNames([now], [before])).toEqual([now]);
  });

  it("is reported when its line was deleted with the code", () => {
    expect(frozenProblems([nameKey(lost)], "0.1", [port])).toEqual([
      'The page query key "lost" of /localities is a name of version 0.1, and its line in docs/public-names.ndjson is gone. Restore the line: public names stay until version 0.3.',
    ]);
  });

  it("is reported when a name has two lines", () => {
    expect(listProblems([port], [port, port])).toEqual(['The setting "STOLOS_PORT" has two lines in docs/public-names.ndjson. Delete one of them.']);
  });

  it("gets a line after those of its kind, and no other line changes", () => {
    const old = { ...lost, name: "at", about: "The moment." };
    expect(withNewNames([lost, port], [old, port])).toEqual([old, lost, port]);
  });
});
