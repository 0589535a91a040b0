import { connect, createServer, type Socket } from "node:net";

/** A door in front of a server on loopback that counts what passes out through it. */
export interface CountingDoor {
  readonly port: number;
  /** Bytes that browsers have been sent, headers and streams and all. */
  sent(): number;
  close(): Promise<void>;
}

export async function openCountingDoor(targetPort: number): Promise<CountingDoor> {
  let sent = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(targetPort, "127.0.0.1");
    far.on("data", (bytes) => {
      sent += bytes.byteLength;
    });
    near.pipe(far);
    far.pipe(near);
    for (const [side, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(side);
      side.setNoDelay(true);
      side.on("error", () => other.destroy());
      side.on("close", () => {
        open.delete(side);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    sent: () => sent,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
