import { WebSocket } from "undici";

/** A Node process that was started with `--inspect`, asked about itself. */
export interface Inspected {
  /** Live heap with what hangs on it, in bytes, after full collections. */
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
  return {
    async heap() {
      for (let round = 0; round < 3; round++) await ask("HeapProfiler.collectGarbage");
      const usage = await ask("Runtime.getHeapUsage");
      return Number(usage.usedSize) + Number(usage.backingStorageSize ?? 0);
    },
    async cpuMs() {
      const { result } = await ask("Runtime.evaluate", { expression: "JSON.stringify(process.cpuUsage())", returnByValue: true });
      const { user, system }: { user: number; system: number } = JSON.parse((result as { value: string }).value);
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
