import type { IncomingMessage, ServerResponse } from "node:http";
import { processWide } from "@/lib/server/process-wide";

/** Answers a request of Node's own server; what it rejects with is a fault of ours. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const answers = processWide<ReadonlyMap<string, Answer>>("stolos.direct");

/** From now on the server in front gives requests of this path to this answer, past the app's routing. */
export function answerDirectly(path: string, answer: Answer): void {
  answers.set(new Map([...(answers.get() ?? []), [path, answer]]));
}

/** What answers a path directly, if anything does. */
export function directAnswer(path: string): Answer | undefined {
  return answers.get()?.get(path);
}
