import { WebSocket } from "undici";

/** Asks a Node process that was started with `--inspect` for its live heap in bytes, after a full collection. `log` is what it has written. */
export async function heapAfterCollection(log: string): Promise<number> {
  const address = log.match(/Debugger listening on (ws:\S+)/)?.[1];
  if (address === undefined) throw new Error("The dashboard does not listen for an inspector.");
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error("The inspector did not answer.")));
  });
  await ask(socket, 1, "HeapProfiler.enable");
  await ask(socket, 2, "HeapProfiler.collectGarbage");
  await ask(socket, 3, "HeapProfiler.collectGarbage");
  const usage = await ask(socket, 4, "Runtime.getHeapUsage");
  socket.close();
  return Number(usage.usedSize) + Number(usage.backingStorageSize ?? 0);
}

function ask(socket: WebSocket, id: number, method: string): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    const listen = (event: { readonly data: unknown }) => {
      const answer: { id?: number; result?: Record<string, unknown> } = JSON.parse(String(event.data));
      if (answer.id !== id) return;
      socket.removeEventListener("message", listen);
      resolve(answer.result ?? {});
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ id, method }));
  });
}
