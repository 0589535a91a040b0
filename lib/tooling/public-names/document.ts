import { LIST_FILE, type ListedName, type NameClass } from "./name-list";

export const DOCUMENT_FILE = "docs/public-names.md";

/** A part of the document about one or more classes. */
interface Part {
  readonly title: string;
  readonly text: string;
  readonly tables: readonly Table[];
}

/** A table of one class. `each` = one row per name; `joined` = one row per owner, with all its names in a cell. */
interface Table {
  readonly class: NameClass;
  readonly shape: "each" | "joined";
  /** The headings: the owner, the name, the value. An empty one has no column. */
  readonly head: readonly [of: string, name: string, value: string];
}

const INTRODUCTION = `# Public names

This document lists the names that users of Stolos store outside of it: in bookmarks, saved views, scripts, annotations, settings and databases. A change of
such a name breaks something that the project cannot see.

## The rule

- A public name keeps its meaning. A better name is added beside the old one, and the list then marks the old one.
- Nothing is removed before version 0.3.
- A new name gets a line in the list when it is made.

\`npm run check\` compares the code with the list in both directions. It fails when a name is new, gone or has another default, and it names the line to write.
\`node lib/tooling/public-names.mjs --write\` adds the lines of new names and writes this document from [the list](public-names.ndjson). It never removes a
line. [The names of version 0.1](public-names-0.1.tsv) are frozen: each of them must stay in the list.

Words in capitals stand for a value, such as \`CLUSTER\` or \`NAMESPACE\`.

## Not public

- The live stream (\`/api/live\`), its frames, and the routes that only the pages call: \`/api/view\`, \`/api/strip/cell\`, \`/api/preview\`, \`/api/impact\`, the routes
  of sign-in, and every route below \`/api/c/CLUSTER\` that is not listed here.
- Texts, titles and messages. Scripts should read codes and keys.
- The headers between the parts of the server (\`x-stolos-…\`), the name of the shared worker, the channel between tabs and the lock for renewals.
- Lines of the log, except those of the audit.
- Indexes of the history, and the JSON inside its columns \`body\`, \`moving\` and \`numbers\`. They have versioned formats of their own.
- Names of functions, files, CSS classes and packages.
`;

const PARTS: readonly Part[] = [
  {
    title: "Pages",
    text: "The addresses of pages, with their query keys. `RESOURCE` is `services` or `serviceentries`.",
    tables: [
      { class: "page", shape: "each", head: ["", "Address", ""] },
      { class: "page query key", shape: "each", head: ["Page", "Query key", ""] },
      { class: "page query value", shape: "joined", head: ["Page and key", "Values", ""] },
      { class: "page anchor", shape: "each", head: ["Page", "Anchor", ""] },
    ],
  },
  {
    title: "Columns and sort orders",
    text: "`cols=` selects the columns of a table, with commas between them. `sort=` names one, with `-` in front for the reverse order.",
    tables: [
      { class: "table column", shape: "joined", head: ["Page", "Columns", ""] },
      { class: "list sort", shape: "joined", head: ["List", "Sort orders", ""] },
    ],
  },
  {
    title: "Filters",
    text: "The filter of a list is in `q=`. The forms are those of `kubectl` where it has one.",
    tables: [
      { class: "filter form", shape: "joined", head: ["", "Forms", ""] },
      { class: "filter key", shape: "joined", head: ["List", "Keys", ""] },
      { class: "filter alias", shape: "joined", head: ["List", "Other names of keys", ""] },
      { class: "filter value", shape: "joined", head: ["List and key", "Values", ""] },
      { class: "filter value alias", shape: "joined", head: ["List", "Other names of values", ""] },
    ],
  },
  {
    title: "Files",
    text: "The columns of a CSV file stay in their order. An object in the JSON file has the same names as keys.",
    tables: [
      { class: "file", shape: "joined", head: ["Files", "Names", ""] },
      { class: "file column", shape: "joined", head: ["File", "Columns", ""] },
      { class: "file key", shape: "joined", head: ["File", "Keys of the JSON file", ""] },
      { class: "file heading", shape: "joined", head: ["File", "Headings and columns", ""] },
    ],
  },
  {
    title: "Routes for scripts",
    text:
      "Scripts may call these routes with the credentials of a viewer. In the keys of an answer, `a.b` is a key inside an object, `a[]` an item of a list, " +
      "and `rows[] = loss` an item with the keys of the row *loss*.",
    tables: [
      { class: "route", shape: "each", head: ["", "Route", ""] },
      { class: "route query key", shape: "joined", head: ["Route", "Query keys", ""] },
      { class: "route query value", shape: "joined", head: ["Route and key", "Values", ""] },
      { class: "route answer key", shape: "joined", head: ["Route or row", "Keys of the answer", ""] },
    ],
  },
  {
    title: "Findings",
    text: "Each rule has a code and a name. The filter `rule:` accepts both.",
    tables: [{ class: "finding code", shape: "each", head: ["", "Code", "Name"] }],
  },
  {
    title: "Names in clusters",
    text: "",
    tables: [{ class: "kubernetes name", shape: "each", head: ["Kind", "Name", ""] }],
  },
  {
    title: "Settings",
    text: "Environment variables, read once at the start. [Settings](settings.md) explains each of them. `lib/server/settings.ts` declares them.",
    tables: [
      { class: "setting", shape: "each", head: ["", "Setting", "Default"] },
      { class: "link field", shape: "joined", head: ["Setting", "Fields", ""] },
      { class: "config map key", shape: "joined", head: ["Setting", "Keys of its ConfigMap", ""] },
    ],
  },
  {
    title: "Cookies and browser storage",
    text: "A cookie has the prefix `__Host-` where Stolos is reached over HTTPS. `stolos-preferences` has no prefix. The storage is `localStorage`.",
    tables: [
      { class: "cookie", shape: "each", head: ["Of", "Cookie or value", "Example"] },
      { class: "browser storage key", shape: "each", head: ["", "Key", ""] },
      { class: "browser storage content", shape: "joined", head: ["Key", "Keys of its JSON, or forms", ""] },
    ],
  },
  {
    title: "Audit log",
    text: "An audit line is one JSON object per line on standard error, with `message` = `audit`.",
    tables: [{ class: "log key", shape: "joined", head: ["Lines", "Keys", ""] }],
  },
  {
    title: "History database",
    text: "The same tables in SQLite and PostgreSQL. A migration that was released keeps its name for good.",
    tables: [
      { class: "history table", shape: "joined", head: ["", "Tables", ""] },
      { class: "history column", shape: "joined", head: ["Table", "Columns", ""] },
      { class: "history migration", shape: "joined", head: ["Table", "Migrations", ""] },
      { class: "history code", shape: "joined", head: ["Column", "Codes", ""] },
    ],
  },
];

/** The classes that the document shows. */
export const SHOWN_CLASSES: readonly NameClass[] = PARTS.flatMap(({ tables }) => tables.map((table) => table.class));

/** The document for people, made from the list. */
export function documentText(names: readonly ListedName[]): string {
  const parts = PARTS.map(({ title, text, tables }) =>
    [`## ${title}`, text, ...tables.map((table) => tableText(table, names))].filter((block) => block !== "").join("\n\n"),
  );
  return `${INTRODUCTION}\n${parts.join("\n\n")}\n\n<!-- Written by lib/tooling/public-names.mjs from ${LIST_FILE}. -->\n`;
}

function tableText({ class: kind, shape, head }: Table, names: readonly ListedName[]): string {
  const own = names.filter((one) => one.class === kind);
  const rows = shape === "each" ? own.map((one) => [one.of, code(one.name), value(one), about(one)]) : joined(own);
  const shownOf = rows.map(([of = "", ...cells]) => [of.startsWith("/") || of.startsWith("stolos") ? code(of) : of, ...cells]);
  const columns = [...head, own.some((one) => about(one) !== "") && shape === "each" ? "About" : ""];
  const lines = [columns, columns.map((heading) => (heading === "" ? "" : "---")), ...shownOf].map((cells) =>
    cells.filter((_, index) => columns[index] !== ""),
  );
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** One row per owner, in the order of the list. */
function joined(names: readonly ListedName[]): readonly (readonly string[])[] {
  const byOwner = new Map<string, string[]>();
  for (const one of names) {
    const old = one.oldNameOf === undefined ? "" : ` (old name of ${code(one.oldNameOf)})`;
    const shown = `${code(one.name)}${one.value === undefined ? "" : ` = ${code(one.value)}`}${old}`;
    byOwner.set(one.of, [...(byOwner.get(one.of) ?? []), shown]);
  }
  return [...byOwner].map(([of, shown]) => [of, shown.join(", ")]);
}

function value(one: ListedName): string {
  return one.value === undefined ? "" : code(one.value);
}

function about({ about: text = "", oldNameOf }: ListedName): string {
  const old = oldNameOf === undefined ? "" : `Old name of ${code(oldNameOf)}.`;
  return [old, text].filter((part) => part !== "").join(" ");
}

/** Formats a name as inline code. The name of a downloaded file stays plain, because inline code with an extension means a file of the repository. */
function code(name: string): string {
  return /\.(csv|json|md|ya?ml)$/.test(name) ? name : `\`${name}\``;
}
