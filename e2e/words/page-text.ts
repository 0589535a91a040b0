import type { Page } from "@playwright/test";

/** One piece of text that a page says, and where it stands. */
export interface Statement {
  readonly text: string;
  /** Shown, or told by an attribute. */
  readonly from: "text" | "aria-label" | "title" | "alt" | "placeholder";
  /** Name of the section, table, list or navigation that holds it; "" = none. */
  readonly region: string;
  /** Of a table's cell: the heading of its column, in small letters; else "". */
  readonly column: string;
  /** What the row, list item or link that holds it leads to ("entries/shop/vm-1", "groups/shop/cart", "services/shop/cart"); "" = nothing, or several things. */
  readonly about: string;
  /** All text of the button, label, list item or link that holds it; "" = none does. */
  readonly item: string;
}

/** All that a page says, and the moment it was read, in milliseconds. */
export interface PageText {
  readonly path: string;
  readonly statements: readonly Statement[];
  readonly readAt: number;
}

/**
 * Reads everything that a page says: the text of each block as one piece, with the parts of a line set apart by spaces, and the labels and
 * titles that are shown or spoken. What is not rendered is left out; what is there for a screen reader only is not. `part`: a selector of the part
 * that is read, the whole page where it is left out.
 */
export async function readPage(page: Page, part = "body"): Promise<PageText> {
  const statements = await page.evaluate(collectStatements, part);
  const { pathname, search } = new URL(page.url());
  return { path: `${pathname}${search}`, statements, readAt: Date.now() };
}

/** Runs in the browser, so that nothing from outside may be used in it. */
function collectStatements(part: string): Statement[] {
  const found: Statement[] = [];
  let piece = "";
  let holder: Element = document.body;
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  const regionOf = (element: Element) => {
    const region = element.closest("section,nav,table,fieldset,[role=region],[role=group],[role=dialog],dialog,header");
    return plain(region?.getAttribute("aria-label") ?? region?.querySelector("h2,h3,caption,legend")?.textContent ?? "");
  };
  const columnOf = (element: Element) => {
    const cell = element.closest<HTMLTableCellElement>("td,th[scope=row]");
    const head = cell?.closest("table")?.querySelector("thead tr")?.children[cell.cellIndex];
    return plain(head?.textContent ?? "").toLowerCase();
  };
  const aboutOf = (element: Element) => {
    const row = element.closest("a[href],tr,li,[role=row]");
    const links = row === null ? [] : [...(row.matches("a") ? [row] : []), ...row.querySelectorAll("a[href]")];
    const targets = new Set(
      links.flatMap((link) => /\/c\/[^/]+\/((?:entries|groups|services|serviceentries)\/[^/?#]+\/[^/?#]+)/.exec(link.getAttribute("href") ?? "")?.[1] ?? []),
    );
    return targets.size === 1 ? decodeURIComponent([...targets][0] ?? "") : "";
  };
  const itemOf = (element: Element) => {
    const item = element.closest("button,label,li,a,dd");
    const texts: string[] = [];
    const walker = item === null ? null : document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    while (walker?.nextNode()) texts.push(walker.currentNode.textContent ?? "");
    return plain(texts.join(" "));
  };
  const add = (text: string, from: Statement["from"], element: Element) => {
    if (plain(text) === "") return;
    found.push({ text: plain(text), from, region: regionOf(element), column: columnOf(element), about: aboutOf(element), item: itemOf(element) });
  };
  const flush = () => {
    add(piece, "text", holder);
    piece = "";
  };
  const visit = (element: Element) => {
    const { display, visibility } = getComputedStyle(element);
    if (display === "none" || visibility === "hidden" || ["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(element.tagName)) return;
    for (const from of ["aria-label", "title", "alt", "placeholder"] as const) add(element.getAttribute(from) ?? "", from, element);
    const isBlock = display !== "inline" && display !== "contents";
    if (isBlock) flush();
    for (const child of element.childNodes) {
      if (child instanceof Element) {
        piece += " ";
        visit(child);
        piece += " ";
      } else if (child.nodeType === Node.TEXT_NODE && plain(child.textContent ?? "") !== "") {
        if (plain(piece) === "") holder = element;
        piece += child.textContent ?? "";
      }
    }
    if (isBlock) flush();
  };
  visit(document.querySelector(part) ?? document.body);
  return found;
}
