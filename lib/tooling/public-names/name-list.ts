/** The classes of public names, in the order of the document. */
export const NAME_CLASSES = [
  "page",
  "page query key",
  "page query value",
  "page anchor",
  "table column",
  "list sort",
  "filter form",
  "filter key",
  "filter alias",
  "filter value",
  "filter value alias",
  "file",
  "file column",
  "file key",
  "file heading",
  "route",
  "route query key",
  "route query value",
  "route answer key",
  "finding code",
  "kubernetes name",
  "setting",
  "link field",
  "config map key",
  "cookie",
  "browser storage key",
  "browser storage content",
  "log key",
  "history migration",
  "history table",
  "history column",
  "history code",
] as const;
export type NameClass = (typeof NAME_CLASSES)[number];

/** A public name as the code has it. */
export interface FoundName {
  readonly class: NameClass;
  /** The page, list, file, route or table that has the name; "" = the name is unique in its class. */
  readonly of: string;
  readonly name: string;
  /** A default, a stored number, or the name that an alias stands for. A change of it breaks users too. */
  readonly value?: string;
  /** A sentence or a phrase for the document. If the code has one, `--write` copies it to the list. */
  readonly about?: string;
}

/** A line of the list. */
export interface ListedName extends FoundName {
  /** The newer name that replaces this one. Both stay valid. */
  readonly oldNameOf?: string;
}

export const LIST_FILE = "docs/public-names.ndjson";
const COMMAND = "node lib/tooling/public-names.mjs --write";

/** Classes whose order is public too: a script may read a CSV file by position. */
const ORDERED: ReadonlySet<NameClass> = new Set(["file column"]);

/** Reads the list: one JSON object per line. */
export function parseList(text: string): readonly ListedName[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): ListedName => JSON.parse(line));
}

export function formatList(names: readonly ListedName[]): string {
  return names.map(({ class: kind, of, name, value, oldNameOf, about }) => `${JSON.stringify({ class: kind, of, name, value, oldNameOf, about })}\n`).join("");
}

/** Identifies a name among all names. */
export function nameKey({ class: kind, of, name }: FoundName): string {
  return [kind, of, name].join("\t");
}

/** Returns one sentence for each difference between the code and the list. */
export function listProblems(found: readonly FoundName[], listed: readonly ListedName[]): readonly string[] {
  const foundByKey = new Map(found.map((one) => [nameKey(one), one]));
  const listedByKey = new Map(listed.map((one) => [nameKey(one), one]));
  const added = found.filter((one) => !listedByKey.has(nameKey(one)));
  const removed = listed.filter((one) => !foundByKey.has(nameKey(one)));
  return [
    ...repeated(listed).map((one) => `${label(one)} has two lines in ${LIST_FILE}. Delete one of them.`),
    ...added.map((one) => `${label(one)} is new and not in ${LIST_FILE}. Run \`${COMMAND}\` and commit its line.`),
    ...removed.map((one) => removedProblem(one, added)),
    ...found.flatMap((one) => valueProblem(one, listedByKey.get(nameKey(one)))),
    ...found.filter((one) => isExplainedOtherwise(one, listedByKey.get(nameKey(one)))).map(explanationProblem),
    ...listed.filter((one) => one.oldNameOf !== undefined && !foundByKey.has(nameKey({ ...one, name: one.oldNameOf }))).map(aliasProblem),
    ...orderProblems(found, listed),
  ];
}

/** Returns one sentence for each name of a released version that is missing from the list. */
export function frozenProblems(frozen: readonly string[], version: string, listed: readonly ListedName[]): readonly string[] {
  const keys = new Set(listed.map(nameKey));
  return frozen
    .filter((key) => !keys.has(key))
    .map((key) => {
      const [kind = "", of = "", name = ""] = key.split("\t");
      return `${label({ class: kind as NameClass, of, name })} is a name of version ${version}, and its line in ${LIST_FILE} is gone. Restore the line: public names stay until version 0.3.`;
    });
}

/** Returns the list with a line for each new name, after the lines of the same class, and with the explanations of the code. Removes and renames nothing. */
export function withNewNames(found: readonly FoundName[], listed: readonly ListedName[]): readonly ListedName[] {
  const keys = new Set(listed.map(nameKey));
  const explained = new Map(found.flatMap((one) => (one.about === undefined ? [] : [[nameKey(one), { about: one.about }]])));
  const all = [...listed.map((one) => ({ ...one, ...explained.get(nameKey(one)) })), ...found.filter((one) => !keys.has(nameKey(one)))];
  const groups = new Map<string, ListedName[]>();
  for (const one of all) groups.set(`${one.class}\t${one.of}`, [...(groups.get(`${one.class}\t${one.of}`) ?? []), one]);
  const inOrder = [...groups.values()];
  return NAME_CLASSES.flatMap((kind) => inOrder.filter(([first]) => first?.class === kind).flat());
}

function label({ class: kind, of, name }: FoundName): string {
  return of === "" ? `The ${kind} "${name}"` : `The ${kind} "${name}" of ${of}`;
}

function removedProblem(one: ListedName, added: readonly FoundName[]): string {
  const successors = added.filter((other) => other.class === one.class && other.of === one.of);
  const [only] = successors;
  const renamed = successors.length === 1 && only !== undefined ? ` Was it renamed to "${only.name}"?` : "";
  return `${label(one)} is in ${LIST_FILE}, but the code does not have it any more.${renamed} Public names stay until version 0.3: keep the old name beside the new one, and add "oldNameOf" to its line.`;
}

function valueProblem(one: FoundName, listed: ListedName | undefined): readonly string[] {
  if (listed === undefined || listed.value === one.value) return [];
  const [now, before] = [one.value, listed.value].map((value) => (value === undefined ? "no value" : `"${value}"`));
  return [`${label(one)} has ${now} in the code and ${before} in ${LIST_FILE}. Users rely on it: keep it, or edit the line if the change is intended.`];
}

function isExplainedOtherwise({ about }: FoundName, listed: ListedName | undefined): boolean {
  return about !== undefined && listed !== undefined && about !== listed.about;
}

function explanationProblem(one: FoundName): string {
  return `${label(one)} has another explanation in the code than in ${LIST_FILE}. Run \`${COMMAND}\`.`;
}

function aliasProblem(one: ListedName): string {
  return `${label(one)} is listed as the old name of "${one.oldNameOf}", which the code does not have.`;
}

function orderProblems(found: readonly FoundName[], listed: readonly ListedName[]): readonly string[] {
  const keys = new Set(listed.map(nameKey));
  const owners = new Set(found.filter((one) => ORDERED.has(one.class)).map(({ class: kind, of }) => `${kind}\t${of}`));
  return [...owners].flatMap((owner) => {
    const isOf = (one: FoundName) => `${one.class}\t${one.of}` === owner;
    const inCode = found.filter((one) => isOf(one) && keys.has(nameKey(one))).map(({ name }) => name);
    const inList = listed.filter((one) => isOf(one) && inCode.includes(one.name)).map(({ name }) => name);
    const at = inCode.findIndex((name, index) => name !== inList[index]);
    const [kind, of] = owner.split("\t");
    return at === -1 ? [] : [`The order of each ${kind} of ${of} changed at "${inCode[at]}". Scripts may read them by position: add new ones at the end.`];
  });
}

function repeated(listed: readonly ListedName[]): readonly ListedName[] {
  const seen = new Set<string>();
  return listed.filter((one) => {
    const key = nameKey(one);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}
