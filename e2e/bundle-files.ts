import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Download, Page } from "@playwright/test";

/** The files of a bundle as its page shows them, by name. */
export async function shownFiles(page: Page): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const name of ["cluster.env", "mesh.yaml", "hosts", "root-cert.pem"]) {
    const file = page.getByRole("group").filter({ has: page.locator("summary").getByText(name, { exact: true }) });
    files[name] = (await file.locator("pre").textContent()) ?? "";
  }
  return { ...files, "istio-token": (await page.getByRole("region", { name: "istio-token" }).locator("pre").textContent()) ?? "" };
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
