import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Download, Locator, Page } from "@playwright/test";

/** The part of the bundle page that shows the token. */
export function tokenSection(page: Page): Locator {
  return page.locator('[data-section="istio-token"]');
}

/** The files of a bundle by name, as its page shows them. */
export async function shownFiles(page: Page): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const name of ["cluster.env", "mesh.yaml", "hosts", "root-cert.pem"]) {
    files[name] = (await page.locator(`[data-file="${name}"] pre`).textContent()) ?? "";
  }
  return { ...files, "istio-token": (await tokenSection(page).locator("pre").textContent()) ?? "" };
}

const BLOCK = 512;

/** The files of a downloaded archive for one machine, by name: what `tar -xzf` leaves in its folder. */
export async function downloadedFiles(download: Download): Promise<Readonly<Record<string, string>>> {
  const tar = gunzipSync(readFileSync(await download.path()));
  const files: Record<string, string> = {};
  // A header names its file in 100 bytes, and its length in octal; two blocks of zeros end the archive.
  for (let at = 0; tar[at] !== 0 && at < tar.length; ) {
    const field = (from: number, length: number) => tar.toString("utf8", at + from, at + from + length).split("\0")[0] ?? "";
    const length = Number.parseInt(field(124, 12), 8);
    files[basename(field(0, 100))] = tar.toString("utf8", at + BLOCK, at + BLOCK + length);
    at += BLOCK + Math.ceil(length / BLOCK) * BLOCK;
  }
  return files;
}
