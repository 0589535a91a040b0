import { chromium, type Page } from "@playwright/test";
import { BROWSER_ARGUMENTS } from "@/e2e/browser-arguments";
import { listenToAll } from "@/e2e/complaints";
import type { House } from "@/e2e/house";
import { type HttpProxy, startHttpProxy } from "@/lib/testing/http-proxy";
import { startTcpProxy, type TcpProxy } from "@/lib/testing/tcp-proxy";

/** A page with a stream and a road of its own: browser, door, proxy, dashboard. */
export interface Lane {
  readonly page: Page;
  readonly pageDoor: TcpProxy;
  readonly apiDoor: TcpProxy;
  readonly proxy: HttpProxy;
}

/** What the lanes show, one after the other: a list, and the page of whoever is on call. */
const SHOWN = ["/groups", "/oncall"];

/** What a browser says of roads that are cut. Anything else is of the pages. */
const OF_ROADS = /Failed to load resource|ERR_|NetworkError/;

/** A browser with its lanes. */
interface Lanes {
  readonly lanes: readonly Lane[];
  /** What the browser said of the pages that is not of their roads: violations of the policy, errors that nobody caught. */
  complaints(): readonly string[];
  end(): Promise<void>;
}

/** Starts one browser with so many lanes, each of them live. */
export async function startBrowser(house: House, lanes: number): Promise<Lanes> {
  const browser = await chromium.launch({ executablePath: process.env.STOLOS_CHROMIUM ?? "chromium", args: BROWSER_ARGUMENTS });
  const heard: string[] = [];
  listenToAll(browser, heard);
  const opened: Lane[] = [];
  for (let at = 0; at < lanes; at++) {
    const proxy = await startHttpProxy([Number(new URL(house.address).port)]);
    const pageDoor = await startTcpProxy(Number(new URL(proxy.address).port));
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${pageDoor.port}${SHOWN[at % SHOWN.length]}`);
    await page.locator("html[data-stream=live]").waitFor({ state: "attached", timeout: 60_000 });
    opened.push({ page, pageDoor, apiDoor: house.apiDoor, proxy });
  }
  return {
    lanes: opened,
    complaints: () => heard.filter((what) => !OF_ROADS.test(what)),
    end: async () => {
      await browser.close();
      await Promise.all(opened.flatMap(({ pageDoor, proxy }) => [pageDoor.close(), proxy.close()]));
    },
  };
}
