import type { Browser, BrowserContext, Page } from "@playwright/test";

/** Notes what the browser says of a page that it would not say of a good one. Violations of the Content-Security-Policy reach the console as errors. */
export function listen(page: Page, heard: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || /content security policy/i.test(message.text()))
      heard.push(`${message.text()} (${message.location().url || page.url()})`);
  });
}

/** Listens to every page of every context of a browser, those that a test opens itself among them. Gives back what ends that. */
export function listenToAll(browser: Browser, heard: string[]): () => void {
  const hear = (context: BrowserContext) => {
    for (const page of context.pages()) listen(page, heard);
    context.on("page", (page) => listen(page, heard));
    context.on("weberror", (error) => heard.push(`uncaught: ${error.error().message}`));
  };
  for (const context of browser.contexts()) hear(context);
  browser.on("context", hear);
  return () => void browser.off("context", hear);
}
