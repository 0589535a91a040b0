import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** An HTTP proxy for TLS connections (CONNECT), as companies have one between their machines and all others. */
export interface TunnelProxy {
  readonly address: string;
  /** The hosts and ports of the CONNECT requests, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1. Whatever host a client asks for, it is led to `port` of 127.0.0.1: the proxy alone resolves names. */
export async function startTunnelProxy(port: number): Promise<TunnelProxy> {
  const asked: string[] = [];
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on("connect", (request, near, head) => {
    asked.push(request.url ?? "");
    const far = connect(port, "127.0.0.1", () => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.write(head);
      far.pipe(near);
      near.pipe(far);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
