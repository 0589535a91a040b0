import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The events of a watch, in order. */
  readonly events?: readonly unknown[];
  readonly streamEnd?: string;
}

export interface Step {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

/** What a real server was asked and what it answered, under its number in the recording. */
export interface Interaction {
  readonly number: number;
  readonly area: string;
  readonly title: string;
  readonly steps: readonly Step[];
}

/** State that the recording had before this number without an interaction that shows it. */
export interface Setup {
  readonly before: number;
  readonly requests?: readonly RecordedRequest[];
  readonly objects?: ReadonlyArray<Record<string, unknown>>;
}

/** All interactions in the order of recording, read from one file per area. */
export function loadInteractions(folder: string): Interaction[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl") && name !== "setup.jsonl");
  return files
    .flatMap((name) => linesOf(join(folder, name)).map((line) => ({ ...(line as Omit<Interaction, "area">), area: name.replace(".jsonl", "") })))
    .sort((left, right) => left.number - right.number);
}

export function loadSetup(folder: string): Setup[] {
  return linesOf(join(folder, "setup.jsonl")) as Setup[];
}

function linesOf(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}
