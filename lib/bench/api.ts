import { fork } from "node:child_process";
import type { ApiOrder, ApiWord } from "./api-server";

/** The other process: where it listens, and what it is asked to do. */
export interface Api {
  readonly url: string;
  order(order: ApiOrder): void;
  /** Sends events and resolves when all are sent, to the last version and the sender's own share of a core. */
  events(order: Extract<ApiOrder, { events: number }>): Promise<{ readonly version: string; readonly busy: number }>;
  end(): void;
}

export async function startApi(entries: number): Promise<Api> {
  const child = fork(process.argv[1] ?? "", ["api", String(entries)], { execArgv: [] });
  const next = <W extends ApiWord>(isIt: (word: ApiWord) => word is W) =>
    new Promise<W>((resolve) => {
      const listen = (word: ApiWord) => {
        if (!isIt(word)) return;
        child.off("message", listen);
        resolve(word);
      };
      child.on("message", listen);
    });
  const { url } = await next((word): word is Extract<ApiWord, { url: string }> => "url" in word);
  return {
    url,
    order: (order) => void child.send(order),
    async events(order) {
      child.send(order);
      const { done, busy } = await next((word): word is Extract<ApiWord, { done: string }> => "done" in word);
      return { version: done, busy };
    },
    end: () => void child.kill(),
  };
}
