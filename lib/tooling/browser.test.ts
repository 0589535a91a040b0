import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findBrowser } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "stolos-browser-"));
const [browser, installed] = [join(folder, "chromium"), join(folder, "installed")];

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe("findBrowser", () => {
  it("waits until .ci/run has installed a Chromium", async () => {
    vi.stubEnv("STOLOS_CHROMIUM", browser);
    vi.stubEnv("CI_CHROMIUM_INSTALLED", installed);
    let isFound = false;
    const found = findBrowser().finally(() => {
      isFound = true;
    });
    await wait(250);
    expect(isFound).toBe(false);
    writeFileSync(browser, "");
    writeFileSync(installed, "");
    expect(await found).toBe(browser);
  });
});
