import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { runCommand, runProgram } from "./run.mjs";

const DOWNLOAD_MS = 60_000;
/** Longest wait for a Chromium that `.ci/run` is installing. */
const INSTALL_MS = 300_000;
/** One without windows comes first: it shows the same pages for a third less work. */
const KNOWN_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A Chromium for the tests: the one named by `STOLOS_CHROMIUM`, the system's, one that Playwright has or fetches within a minute,
 * or the distribution's package where this is root. Resolves to its path, or ends the process with what to do.
 */
export async function findBrowser() {
  await installation();
  const found = installedBrowser() ?? (await playwrightBrowser()) ?? (await downloadedBrowser()) ?? (await packagedBrowser());
  if (found) return found;
  process.stderr.write(
    "The tests need a Chromium and none could be found, downloaded or installed.\n" +
      "What to do: install Chromium or Chrome, or set STOLOS_CHROMIUM to the path of one, and run the command again.\n",
  );
  process.exit(1);
}

/** `.ci/run` installs a Chromium beside the first stages, and creates a file when that has ended. */
async function installation() {
  const file = process.env.CI_CHROMIUM_INSTALLED ?? "";
  const startedAt = performance.now();
  while (file !== "" && !existsSync(file) && performance.now() - startedAt < INSTALL_MS) await wait(100);
}

function installedBrowser() {
  return [process.env.STOLOS_CHROMIUM, ...KNOWN_PLACES].find((path) => path && existsSync(path));
}

async function playwrightBrowser() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

async function downloadedBrowser() {
  process.stdout.write("No Chromium on this machine: downloading one (a minute at most)\n");
  await runProgram("playwright", ["install", "chromium"], { env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "" }, timeoutMs: DOWNLOAD_MS });
  return playwrightBrowser();
}

async function packagedBrowser() {
  if (process.getuid?.() !== 0) return undefined;
  process.stdout.write("The download failed: installing the distribution's Chromium\n");
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" } };
  await runCommand("apt-get", ["update", "-qq"], options);
  await runCommand("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"], options);
  return installedBrowser();
}
