import { readdirSync, readFileSync } from "node:fs";
import type { BundleCase } from "./bundle-cases";

/** What a real istioctl did for a case, and the objects that it read, by their paths at the API server. */
export interface IstioctlRun {
  readonly call: BundleCase;
  readonly namespace: string;
  readonly output: string;
  /** It ended without an error. */
  readonly done: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly objects: Readonly<Record<string, unknown>>;
}

/** The runs that `npm run test:cluster` kept; none where it did not run. */
export function istioctlRuns(folder: string | undefined): readonly IstioctlRun[] {
  if (folder === undefined) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as IstioctlRun);
}

/** Lines in order; the ports of one line in any: istioctl writes them as its map has them. */
export function envLines(text = ""): readonly string[] {
  return text.split("\n").map((line) => (line.startsWith("ISTIO_INBOUND_PORTS=") ? `ports ${line.match(/\d+/g)?.sort().join(" ")}` : line));
}
