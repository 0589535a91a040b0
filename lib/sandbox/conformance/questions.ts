import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedRequest, RecordedResponse } from "./transcripts";

/**
 * One step of a question: a request with the answer that the real server gave, or the compaction of what the server remembers.
 * `as` names the answer for later requests, `until` repeats the request until its answer has this status.
 */
export interface QuestionStep {
  readonly compact?: true;
  readonly request?: Partial<RecordedRequest> & Pick<RecordedRequest, "method" | "path">;
  readonly as?: string;
  readonly until?: number;
  readonly response?: RecordedResponse;
}

/** Requests that stand alone: they are asked in a namespace of their own, `<ns>`, which exists before the first of them. */
export interface Question {
  readonly number: number;
  readonly title: string;
  readonly steps: readonly QuestionStep[];
}

/** The areas of a folder with their questions, one JSON object a line. */
export function loadQuestions(folder: string): Map<string, Question[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return new Map(files.sort().map((name) => [name.replace(".jsonl", ""), questionsOf(readFileSync(join(folder, name), "utf8"))]));
}

export function saveQuestions(folder: string, area: string, questions: readonly Question[]): void {
  writeFileSync(join(folder, `${area}.jsonl`), questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
}

function questionsOf(text: string): Question[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Question);
}
