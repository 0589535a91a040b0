import { expect, type Page } from "@playwright/test";
import { groupPage } from "@/e2e/fleet";
import { BUTTON, LINK } from "@/e2e/labels";
import { TYPED } from "./fields";
import { CLONE, editYaml, type Look, openDialog, openMenuDialog, search, showEvents, showFiles, showYaml, TRY, unfoldAndRead } from "./looks";
import { commandName, goneName, memberName, nameOf, namespaceOf, textOf, visitedOf } from "./objects";

/** A page that is loaded, and looked at once or several times. */
export interface View {
  readonly path: string;
  readonly looks: readonly Look[];
}

/** Lists have a row for each object of so many namespaces: as many as are drawn at once. */
const NAMESPACES_IN_A_LIST = 3;
/** Pages that show the worst only, or several lines of each object, of one namespace at a time. */
const WHOLES = ["/", "/oncall", "/oncall?display=wall", "/localities?lost=set:hostile"];
const MANY_LINES = ["/findings"];
const LISTS = ["/groups", "/entries", "/services"];
const PLACES = ["/networks", "/localities", "/localities?show=table", "/control-plane"];
/** Of the log what says texts: what comes and goes is told by names. */
const TOLD = ["health", "message", "labels", "place", "spec", "group-edited", "service-changed", "finding-appeared"];

/** Parts of a list, each of at most so many. */
export const inParts = <T>(all: readonly T[], length: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / length) }, (_, at) => all.slice(at * length, (at + 1) * length));

/** An address with more in its query. */
const withQuery = (path: string, query: readonly (readonly [key: string, value: string])[]) =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query.map(([key, value]) => [key, value]))}`;

const inNamespaces = (path: string, namespaces: readonly string[]) =>
  withQuery(
    path,
    namespaces.map((namespace) => ["ns", namespace]),
  );

/** A moment at which all of it was there. */
const past = (path: string) => withQuery(path, [["at", new Date(Date.now() - 2_000).toISOString()]]);

/** One look at an address, under another name than its own. */
export const of = (path: string, name = path): View => ({ path, looks: [{ name }] });

/** A list of objects, once all of them are drawn. */
const rowsOf = (path: string, name: string, names: readonly string[]): View => {
  const missing = async (page: Page) => {
    const text = (await page.getByRole("main").textContent()) ?? "";
    return names.filter((one) => !text.includes(one));
  };
  return { path, looks: [{ name, after: (page) => expect.poll(() => missing(page), { message: `${path} shows every row` }).toEqual([]) }] };
};

/** Lists and pictures of several namespaces at once: each with all that is in them. */
function lists(numbers: readonly number[]): readonly View[] {
  const namespaces = [...new Set(numbers.map(namespaceOf))];
  return inParts(namespaces, NAMESPACES_IN_A_LIST).flatMap((part) => {
    const inside = numbers.filter((number) => part.includes(namespaceOf(number)));
    const names = inside.map(nameOf);
    const gone = inside.map(goneName);
    return [
      ...LISTS.map((path) => rowsOf(inNamespaces(path, part), path, names)),
      ...LISTS.map((path) => rowsOf(past(inNamespaces(path, part)), `${path}, past`, names)),
      rowsOf(inNamespaces("/entries?q=state:vanished", part), "/entries, gone", gone),
      ...PLACES.map((path) => of(inNamespaces(path, part), path)),
    ];
  });
}

/** Pages of one namespace after the other. */
function wholes(numbers: readonly number[]): readonly View[] {
  const namespaces = [...new Set(numbers.map(namespaceOf))];
  const log = withQuery(
    "/activity",
    TOLD.map((type) => ["type", type]),
  );
  return namespaces.flatMap((namespace) => [
    ...WHOLES.map((path) => of(inNamespaces(path, [namespace]), path)),
    ...MANY_LINES.flatMap((path) => [of(inNamespaces(path, [namespace]), path), of(past(inNamespaces(path, [namespace])), `${path}, past`)]),
    of(inNamespaces(log, [namespace]), "/activity"),
    of(past(inNamespaces(log, [namespace])), "/activity, past"),
  ]);
}

/** What is found by names that begin alike. */
function searches(numbers: readonly number[]): View {
  const beginnings = [...new Set(numbers.map((number) => nameOf(number).slice(0, -1)))];
  return { path: "/", looks: beginnings.map((beginning) => ({ name: "search", after: search(beginning) })) };
}

/** The pages of the objects of one number. */
function pagesOf(number: number): readonly View[] {
  const namespace = namespaceOf(number);
  const entry = (name: string) => `/c/sandbox/entries/${namespace}/${name}`;
  const [machine, group] = [entry(nameOf(number)), groupPage(namespace, nameOf(number))];
  const dialogs = (...some: readonly (readonly [name: string, button: readonly string[]])[]) =>
    some.map(([name, button]) => ({ name, after: openDialog(button) }));
  return [
    {
      path: machine,
      looks: [
        { name: "machine", after: showEvents },
        { name: "drain", after: openMenuDialog(BUTTON.drain, BUTTON.undrain) },
        { name: "deletion", after: openMenuDialog(BUTTON.deleteEntry) },
        { name: "machine, unfolded", after: unfoldAndRead },
      ],
    },
    { path: entry(memberName(number)), looks: [{ name: "machine of a group" }, TRY(LINK.tryOtherLabels)] },
    of(past(machine), "machine, past"),
    of(entry(goneName(number)), "machine, gone"),
    {
      path: group,
      looks: [
        { name: "group", after: showYaml },
        { name: "deletion of a group", after: openMenuDialog(BUTTON.deleteGroup) },
        ...dialogs(["size", [BUTTON.changeTheExpectedSize]]),
        { name: "group, unfolded", after: unfoldAndRead },
        ...CLONE,
      ],
    },
    { path: groupPage(namespace, commandName(number)), looks: [{ name: "group with a command", after: showYaml }] },
    of(past(group), "group, past"),
    of(groupPage(namespace, goneName(number)), "group, gone"),
    { path: `${group}/bundle`, looks: [{ name: "bundle", after: showFiles }] },
    of(`${group}/arrive`, "arrival"),
    hostPage("services", "Service", number),
    hostPage("serviceentries", "ServiceEntry", number),
    of(withQuery("/services/preview", [["from", `sandbox/workloadgroups/${namespace}/${nameOf(number)}`]]), "preview"),
  ];
}

/** The page of a Service or of a ServiceEntry, its editor, and the page on which an edit is tried. */
const hostPage = (resource: string, name: string, number: number): View => ({
  path: `/c/sandbox/${resource}/${namespaceOf(number)}/${nameOf(number)}`,
  looks: [{ name, after: showEvents }, { name: "editor", after: editYaml }, TRY(LINK.tryAnEdit)],
});

/** Of what an address says and nobody understands so many letters are told. */
const TOLD_LETTERS = 60;

/**
 * All views but those of the platform team's rules: lists of all objects, pages of the first ones, which carry every payload. The address of each says one
 * more, where a window of time is read.
 */
export function viewsOf(payloads: readonly number[]): readonly View[] {
  const numbers = [...payloads.keys()];
  const visited = numbers.slice(0, visitedOf(payloads));
  const audited = [...new Set(visited.map(namespaceOf))].map((namespace) => of(inNamespaces("/audit", [namespace]), "/audit"));
  const views = [...wholes(numbers), ...lists(numbers), searches(numbers), ...audited, ...visited.flatMap(pagesOf)];
  const texts = payloads.map((payload) => textOf(TYPED, payload)).filter((text) => text.length <= TOLD_LETTERS);
  return views.map(({ path, looks }, at) => ({ path: withQuery(path, [["window", texts[at % texts.length] ?? ""]]), looks }));
}
