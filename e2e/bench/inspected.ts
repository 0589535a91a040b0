import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "undici";

/** A heap is steady that changes by no more than this share in this time. */
const STEADY = 0.01;
const SETTLE_MS = 15_000;

/** A Node process that was started with `--inspect`, asked about itself. */
export interface Inspected {
  /** Collects all garbage, once. */
  collect(): Promise<void>;
  /** Live heap with the array buffers that hang on it, in bytes, after full collections and once it is steady. */
  heap(): Promise<number>;
  /** Milliseconds of CPU that the process has used so far. */
  cpuMs(): Promise<number>;
  close(): void;
}

/** `log` is what the process has written. */
export async function inspect(log: string): Promise<Inspected> {
  const address = log.match(/Debugger listening on (ws:\S+)/)?.[1];
  if (address === undefined) throw new Error("The dashboard does not listen for an inspector.");
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The inspector did not answer.")));
  });
  let next = 1;
  const ask = (method: string, params = {}) => answered(socket, next++, method, params);
  const told = async (expression: string) => {
    const { result } = await ask("Runtime.evaluate", { expression: `JSON.stringify(${expression})`, returnByValue: true });
    return JSON.parse((result as { value: string }).value);
  };
  const collect = async () => void (await ask("HeapProfiler.collectGarbage"));
  const live = async () => {
    for (let round = 0; round < 3; round++) await collect();
    const { heapUsed, arrayBuffers }: { heapUsed: number; arrayBuffers: number } = await told("process.memoryUsage()");
    return heapUsed + arrayBuffers;
  };
  return {
    collect,
    async heap() {
      // What is on its way to the record right after the start is no part of the fleet.
      let before = 0;
      let bytes = await live();
      while (Math.abs(bytes - before) > before * STEADY) {
        await wait(SETTLE_MS);
        before = bytes;
        bytes = await live();
      }
      return bytes;
    },
    async cpuMs() {
      const { user, system }: { user: number; system: number } = await told("process.cpuUsage()");
      return (user + system) / 1_000;
    },
    close: () => socket.close(),
  };
}

function answered(socket: WebSocket, id: number, method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    const listen = (event: { readonly data: unknown }) => {
      const answer: { id?: number; result?: Record<string, unknown> } = JSON.parse(String(event.data));
      if (answer.id !== id) return;
      socket.removeEventListener("message", listen);
      resolve(answer.result ?? {});
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
