import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDashboard, untilReady } from "./house";

/** A dashboard of a test's own beside that of the house, in surroundings that are not well. */
export interface SecondDashboard {
  readonly address: string;
  readonly log: () => string;
  /** Tells it something that does not end it. */
  readonly signal: (name: NodeJS.Signals) => void;
  /** Milliseconds that ending took. */
  end(): Promise<number>;
}

/** Starts one with these settings (and arguments of Node itself) and waits until it has something to say. */
export async function startSecond(settings: Readonly<Record<string, string>>, nodeArguments: readonly string[] = []): Promise<SecondDashboard> {
  const { program, port } = await startDashboard({ STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", ...settings }, nodeArguments);
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address);
  return { address, log: program.log, signal: program.signal, end: program.end };
}

/** A file with this text in a folder of its own; `remove` takes both away. */
export function temporaryFile(text: string): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "stolos-file-"));
  const path = join(folder, "kubeconfig");
  writeFileSync(path, text);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
