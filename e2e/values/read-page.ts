import type { Page } from "@playwright/test";

/** One element of a page with its visible text and its position among others. */
export interface ReadElement {
  /** The visible text, with spaces between blocks. */
  readonly text: string;
  readonly label: string;
  readonly title: string;
  /** The address that the element itself links to, "" = none. */
  readonly href: string;
  /** The addresses of the links in the row, list item, paragraph or element. */
  readonly links: readonly string[];
  /** The key of the table's column (`data-column`), "" = none. */
  readonly column: string;
  /** The name of the section (`data-section`), "" = none. */
  readonly section: string;
  /** All `data-*` attributes of the row. */
  readonly rowData: Readonly<Record<string, string | undefined>>;
  /** All `data-*` attributes of the element. */
  readonly data: Readonly<Record<string, string | undefined>>;
  /** `data-state-word` and the text of each state inside the element. */
  readonly states: readonly { readonly state: string; readonly text: string }[];
  /** The facet of the closest list of facet values (`data-facet`), "" = none. */
  readonly facet: string;
  /** The id of the heading that names the closest section, "" = none. */
  readonly heading: string;
  /** The revision of istiod that the element is about (`data-revision`), "" = none. */
  readonly revision: string;
  /** The visible text without times that are no events: of axes, gaps, the start of the history and future sweeps. Attributes mark them. */
  readonly dated: string;
  /** The whole text of the row that contains the element. */
  readonly row: string;
}

/** The elements of each selector, read at one moment. Times in milliseconds. */
export interface PageRead {
  readonly path: string;
  readonly elements: ReadonlyMap<string, readonly ReadElement[]>;
  readonly readAt: number;
  /** The moment that the page states for its values; null = it states none. */
  readonly computedAt: number | null;
}

/** A simulated loss states the moment of the fleet that it is computed on. */
const COMPUTED = "[data-statement=supposed-loss][data-as-of]";

/** Reads the visible elements of all selectors in one step, so that they show the same moment. */
export async function readPage(page: Page, selectors: readonly string[]): Promise<PageRead> {
  const found = await page.evaluate(collect, [...selectors, COMPUTED]);
  const { pathname, search } = new URL(page.url());
  const asOf = found.at(-1)?.[0]?.data.asOf;
  const elements = new Map(selectors.map((selector, index) => [selector, found[index] ?? []]));
  return { path: `${pathname}${search}`, elements, readAt: Date.now(), computedAt: asOf === undefined ? null : Number(asOf) };
}

/** Runs in the browser and uses nothing from outside. */
function collect(selectors: string[]): ReadElement[][] {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const undated =
    "[data-time], [data-gap], [data-recorded-since], [data-from-history=true], [data-as-of], [data-sweep], [data-statement=group-recovered], [data-statement=none-lost]";
  const textOf = (element: Element, without = "script, style") => {
    const pieces: string[] = [];
    const visit = (node: Element) => {
      const { display, visibility } = getComputedStyle(node);
      if (node.matches(without) || display === "none" || visibility === "hidden" || ["SCRIPT", "STYLE"].includes(node.tagName)) return;
      const apart = display === "inline" || display === "contents" ? "" : " ";
      pieces.push(apart);
      for (const child of node.childNodes) {
        if (child instanceof Element) visit(child);
        else if (child.nodeType === Node.TEXT_NODE) pieces.push(child.textContent ?? "");
      }
      pieces.push(apart);
    };
    visit(element);
    return plain(pieces.join(""));
  };
  const read = (element: HTMLElement): ReadElement => {
    const row = element.closest("tr, li") ?? element.closest("p") ?? element;
    return {
      text: textOf(element),
      label: plain(element.getAttribute("aria-label") ?? ""),
      title: plain(element.getAttribute("title") ?? ""),
      href: element.getAttribute("href") ?? "",
      links: [...row.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
      column: element.closest("[data-column]")?.getAttribute("data-column") ?? "",
      section: element.closest("[data-section]")?.getAttribute("data-section") ?? "",
      rowData: row instanceof HTMLElement ? { ...row.dataset } : {},
      data: { ...element.dataset },
      states: [...element.querySelectorAll<HTMLElement>("[data-state-word]")].map((one) => ({ state: one.dataset.stateWord ?? "", text: textOf(one) })),
      facet: element.closest("[data-facet]")?.getAttribute("data-facet") ?? "",
      heading: element.closest("section")?.getAttribute("aria-labelledby") ?? "",
      revision: element.closest("[data-revision]")?.getAttribute("data-revision") ?? "",
      dated: element.closest(undated) === null ? textOf(element, undated) : "",
      row: textOf(row),
    };
  };
  return selectors.map((selector) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true })).map(read),
  );
}

/** The whole numbers of a text, in order: "1,204 of 1,230" gives 1204 and 1230. Numbers inside names, times, ages and shares are left out. */
export function numbersIn(text: string, names: readonly string[] = []): readonly number[] {
  const ordered = [...names].filter((name) => name !== "").sort((a, b) => b.length - a.length);
  const rest = ordered.reduce((left, name) => left.replaceAll(name, " "), text).replace(TIMES, " ");
  return (rest.match(/(?<![\w.-])\d[\d,]*(?![\w-]|\.\d)/g) ?? []).map((found) => Number(found.replaceAll(",", "")));
}

/** Dates, clock times, ages ("3h20m"), spans ("12 min") and shares ("12.5 %"). */
const TIMES = /\d{4}-\d\d-\d\d|\d\d?:\d\d(?::\d\d)?|\b\d+(?:\.\d+)? ?(?:ms|s|min|h|d|%)(?![\w])|\b\d+[smhdy](?:\d+[smhd])?\b/g;

/** The object that an address leads to: a page of an entry, a group or a service. */
export interface Linked {
  readonly kind: "entries" | "groups" | "services" | "serviceentries";
  readonly namespace: string;
  readonly name: string;
  /** The uid or host of the address. */
  readonly search: URLSearchParams;
}

export function linkedObject(href: string): Linked | null {
  const [path = "", query = ""] = href.split("?");
  const [, kind, namespace = "", name = ""] = /^\/c\/[^/]+\/(entries|groups|services|serviceentries)\/([^/]+)\/([^/?#]+)/.exec(path) ?? [];
  if (kind === undefined) return null;
  return { kind: kind as Linked["kind"], namespace: decodeURIComponent(namespace), name: decodeURIComponent(name), search: new URLSearchParams(query) };
}

/** The first object that the row of an element links to. */
export function rowObject({ links }: ReadElement): Linked | null {
  for (const href of links) {
    const linked = linkedObject(href);
    if (linked !== null) return linked;
  }
  return null;
}
