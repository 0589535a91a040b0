import type { Page } from "@playwright/test";

/** What a page must never do with a stranger's text. */
export interface Misdeeds {
  /** Each in a sentence; empty where the text stayed a text. */
  readonly seen: readonly string[];
}

/** Watches a page from before its first script: calls of `__xss`, dialogs, reports of its policy, requests to other hosts, new windows. */
export async function watchMisdeeds(page: Page, address: string): Promise<Misdeeds> {
  const seen: string[] = [];
  await page.exposeFunction("__xss", (mark: string) => seen.push(`${mark} was run on ${page.url()}`));
  await page.exposeFunction("__violated", (what: string) => seen.push(`the policy was violated on ${page.url()}: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      void (window as unknown as { __violated(what: string): void }).__violated(`${violatedDirective} ${blockedURI}`);
    });
  });
  page.on("dialog", (dialog) => {
    seen.push(`a dialog on ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => seen.push(`a window was opened: ${popup.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("about:") && !request.url().startsWith(`blob:${address}`))
      seen.push(`${request.url()} was asked for by ${page.url()}`);
  });
  return { seen };
}

/** What a page holds when it has been drawn: all that it says, and what in it could lead or load elsewhere. */
export interface Drawn {
  readonly text: string;
  readonly title: string;
  /** Addresses of links, forms and sources that lead to another host or are no address of the web. */
  readonly elsewhere: readonly string[];
  readonly isPolluted: boolean;
}

export function drawnOf(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    // What stands in a script is for the page's own code, and nobody reads it.
    const isRead = (node: Node) => node.parentElement?.closest("script, style") === null;
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let written = "";
    while (nodes.nextNode()) if (isRead(nodes.currentNode)) written += nodes.currentNode.textContent ?? "";
    const attributes = ["href", "src", "action", "formaction", "xlink:href", "data", "poster", "srcdoc", "style"];
    const elements = [...document.querySelectorAll("*")];
    const elsewhere = elements.flatMap((element) =>
      attributes.flatMap((name) => {
        const value = element.getAttribute(name);
        if (value === null) return [];
        if (name === "style" || name === "srcdoc") return /url\(|expression|<|@import/i.test(value) ? [`${element.localName} ${name}=${value}`] : [];
        const url = URL.canParse(value, location.href) ? new URL(value, location.href) : null;
        const isOurs = url !== null && (url.origin === location.origin || url.protocol === "blob:" || url.host === "links.example");
        return isOurs ? [] : [`${element.localName} ${name}=${value}`];
      }),
    );
    const handlers = elements.flatMap((element) =>
      element
        .getAttributeNames()
        .filter((name) => /^on/i.test(name))
        .map((name) => `${element.localName} ${name}`),
    );
    // Texts are read as a reader sees and hears them, with what stands in fields.
    const said = elements.flatMap((element) => ["value", "aria-label", "title", "placeholder", "alt"].map((name) => element.getAttribute(name) ?? ""));
    const typed = [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value);
    return {
      text: [written, ...said, ...typed].join("\n"),
      title: document.title,
      elsewhere: [...elsewhere, ...handlers],
      isPolluted: Object.keys(Object.prototype).length > 0 || "polluted" in {},
    };
  });
}
