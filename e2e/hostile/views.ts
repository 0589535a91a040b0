import { expect, type Page } from "@playwright/test";
import { groupPage } from "@/e2e/fleet";
import { markOf, TYPED } from "./fields";
import { PAYLOADS } from "./payloads";
import { goneName, NAMESPACE, nameOf, visitedOf } from "./plant";

/** One look at a page: as it is loaded, or after what more a person does there. Looks of one name are one column of the table of what is seen where. */
export interface Look {
  readonly name: string;
  readonly after?: (page: Page) => Promise<unknown>;
}

/** A page that is loaded, and looked at once or several times. */
export interface View {
  readonly path: string;
  readonly looks: readonly Look[];
}

const showYaml = async (page: Page) => {
  const yaml = page.getByRole("region", { name: "YAML" });
  await yaml.getByRole("button", { name: "Show" }).click();
  await expect(yaml).toContainText("apiVersion:");
};
/** A machine's Events are fetched when its page is open. */
const showEvents = async (page: Page) => {
  await expect(page.getByRole("region", { name: "Events" })).toContainText(/Warning|None/);
  await showYaml(page);
};
/** Searches for objects whose names begin so, in the place of what was searched for before. */
const search = (beginning: string) => async (page: Page) => {
  if ((await page.getByRole("dialog").count()) === 0) await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(beginning);
  await expect(
    page
      .getByRole("option")
      .filter({ hasText: new RegExp(`^${beginning}\\d`) })
      .first(),
  ).toBeVisible();
};
/** Opens a dialog in the place of one that may be open, and leaves it open while the page is looked at. */
const openDialog = (button: RegExp) => async (page: Page) => {
  if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

/** Lists with a row for each object, and those with several. */
const LISTS = ["/groups", "/entries"];
const LONG_LISTS = ["/services", "/findings", "/activity"];
/** The log is asked for once its page is there. */
const untilRead = (page: Page) => expect(page.getByText("Reading the log")).toHaveCount(0);
const WHOLES = [
  ...["/", "/oncall", "/oncall?display=wall", "/networks", "/localities", "/localities?show=table", "/control-plane", "/audit"],
  ...["/localities?lost=set:hostile", "/services/preview", "/groups/new"],
];
const NEW_GROUP = ["", "/describe", "/reach", "/review"];

/** So many texts in the filter of one address, and in its namespaces. */
const IN_A_FILTER = 4;
/** A moment at which all of it was there. */
const past = () => `?at=${new Date(Date.now() - 2_000).toISOString()}`;
const inParts = <T>(all: readonly T[], length: number) =>
  Array.from({ length: Math.ceil(all.length / length) }, (_, at) => all.slice(at * length, (at + 1) * length));
const of = (path: string, name = path): View => ({ path, looks: [{ name, after: untilRead }] });

/** A list of objects whose names begin alike, once all of them are drawn. */
const rowsOf = (path: string, name: string, names: readonly string[]): View => {
  const missing = async (page: Page) => {
    const text = (await page.getByRole("main").textContent()) ?? "";
    return names.filter((one) => !text.includes(one));
  };
  return { path, looks: [{ name, after: (page) => expect.poll(() => missing(page), { message: `${path} shows every row` }).toEqual([]) }] };
};

/** Lists and the search, with everything in them, by parts of as many objects as are drawn at once: those whose names begin alike. */
function lists(numbers: readonly number[]): readonly View[] {
  const begin = (letters: number, nameIt: (number: number) => string) => {
    const all = numbers.map(nameIt);
    return [...new Set(all.map((name) => name.slice(0, -letters)))].map((part) => ({ part, names: all.filter((name) => name.startsWith(part)) }));
  };
  const now = (path: string, part: string) => `${path}?q=${part}`;
  const before = (path: string, part: string) => `${path}${past()}&q=${part}`;
  return [
    ...LISTS.flatMap((path) =>
      begin(2, nameOf).flatMap(({ part, names }) => [rowsOf(now(path, part), path, names), rowsOf(before(path, part), `${path}, past`, names)]),
    ),
    ...LONG_LISTS.flatMap((path) => begin(1, nameOf).flatMap(({ part }) => [of(now(path, part), path), of(before(path, part), `${path}, past`)])),
    ...begin(2, goneName).map(({ part, names }) => rowsOf(`/entries?q=${encodeURIComponent(`state:vanished ${part}`)}`, "/entries, gone", names)),
    { path: "/", looks: begin(1, nameOf).map(({ part }) => ({ name: "search", after: search(part) })) },
  ];
}

/** The pages of the objects of one number. */
function pagesOf(number: number): readonly View[] {
  const machine = `/c/sandbox/entries/${NAMESPACE}/${nameOf(number)}`;
  const group = groupPage(NAMESPACE, nameOf(number));
  const dialogs = (...some: readonly (readonly [name: string, button: RegExp])[]) => some.map(([name, button]) => ({ name, after: openDialog(button) }));
  return [
    { path: machine, looks: [{ name: "machine", after: showEvents }, ...dialogs(["drain", /^(Und|D)rain$/], ["deletion", /^Delete$/])] },
    of(`${machine}${past()}`, "machine, past"),
    of(`/c/sandbox/entries/${NAMESPACE}/${goneName(number)}`, "machine, gone"),
    { path: group, looks: [{ name: "group", after: showYaml }, ...dialogs(["deletion of a group", /^Delete$/], ["size", /change the expected size/i])] },
    of(`${group}${past()}`, "group, past"),
    of(groupPage(NAMESPACE, goneName(number)), "group, gone"),
    of(`${group}/bundle`, "bundle"),
    of(`${group}/arrive`, "arrival"),
    { path: `/c/sandbox/services/${NAMESPACE}/${nameOf(number)}`, looks: [{ name: "Service", after: showYaml }] },
    { path: `/c/sandbox/serviceentries/${NAMESPACE}/${nameOf(number)}`, looks: [{ name: "ServiceEntry", after: showEvents }] },
    of(`/services/preview?from=sandbox/workloadgroups/${NAMESPACE}/${nameOf(number)}`, "preview"),
  ];
}

/** The pages that need the platform team's rules: they wait until some of `payloads` is there. */
export function railViews(payloads: readonly number[]): readonly View[] {
  const marks = new RegExp(`qR[nl](${payloads.map((payload) => String(payload).padStart(3, "0")).join("|")})z`);
  const after = (page: Page) => expect(page.getByRole("main")).toContainText(marks);
  return NEW_GROUP.map((step) => ({
    path: `/groups/new${step}?cluster=sandbox&namespace=${NAMESPACE}`,
    looks: [{ name: `new group${step}`, ...((step === "" || step === "/describe") && { after }) }],
  }));
}

/** Addresses that somebody sends, with payloads in them. */
function typed(payloads: readonly number[]): readonly View[] {
  const text = (payload: number) => PAYLOADS[payload]?.(markOf(TYPED, payload)) ?? "";
  return inParts(payloads, IN_A_FILTER).map((some) => {
    const query = new URLSearchParams({ q: some.map(text).join(" ") });
    for (const payload of some) query.append("ns", text(payload));
    return of(`/entries?${query}`, "filter");
  });
}

/** All views but those of the platform team's rules, with everything in them: lists of all objects, pages of the first ones, which carry every payload. */
export function viewsOf(payloads: readonly number[]): readonly View[] {
  const numbers = [...payloads.keys()];
  return [...WHOLES.map((path) => of(path)), ...lists(numbers), ...numbers.slice(0, visitedOf(payloads)).flatMap(pagesOf), ...typed(payloads)];
}
