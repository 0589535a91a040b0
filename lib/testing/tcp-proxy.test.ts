import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy";

let server: Server;
let proxy: TcpProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => socket.write(`echo ${bytes}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  proxy = await startTcpProxy(address.port);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** A client of the proxy, what it heard, and whether it was ended. */
function aClient() {
  const socket = connect(proxy.port, "127.0.0.1");
  clients.push(socket);
  const heard = { text: "", isEnded: false };
  socket.on("data", (bytes) => {
    heard.text += bytes;
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    heard.isEnded = true;
  });
  return { heard, say: (text: string) => socket.write(text) };
}

describe("a door in front of a server", () => {
  it("passes bytes both ways", async () => {
    const client = aClient();
    client.say("hello");
    await vi.waitFor(() => expect(client.heard.text).toBe("echo hello"));
  });

  it("ends what is open and refuses what is new while cut, and lets both in again afterwards", async () => {
    const open = aClient();
    open.say("a");
    await vi.waitFor(() => expect(open.heard.text).toBe("echo a"));
    proxy.cut();
    await vi.waitFor(() => expect(open.heard.isEnded).toBe(true));
    const refused = aClient();
    await vi.waitFor(() => expect(refused.heard.isEnded).toBe(true));
    proxy.restore();
    const again = aClient();
    again.say("b");
    await vi.waitFor(() => expect(again.heard.text).toBe("echo b"));
  });

  it("holds bytes while stalled, without ending anything, and passes them on when restored", async () => {
    const client = aClient();
    client.say("a");
    await vi.waitFor(() => expect(client.heard.text).toBe("echo a"));
    proxy.stall();
    client.say("b");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.heard).toEqual({ text: "echo a", isEnded: false });
    proxy.restore();
    await vi.waitFor(() => expect(client.heard.text).toBe("echo aecho b"));
  });

  it("drops what is open once and lets the next one pass", async () => {
    const client = aClient();
    client.say("a");
    await vi.waitFor(() => expect(proxy.connections()).toBe(1));
    proxy.drop();
    await vi.waitFor(() => expect(client.heard.isEnded).toBe(true));
    const next = aClient();
    next.say("b");
    await vi.waitFor(() => expect(next.heard.text).toBe("echo b"));
  });

  it("that is restored without having been shut passes every byte once", async () => {
    const client = aClient();
    client.say("a");
    await vi.waitFor(() => expect(client.heard.text).toBe("echo a"));
    proxy.restore();
    client.say("b");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.heard.text).toBe("echo aecho b");
  });

  it("forgets what is open without a word, for ever, and passes what is new", async () => {
    const client = aClient();
    client.say("a");
    await vi.waitFor(() => expect(client.heard.text).toBe("echo a"));
    proxy.forget();
    client.say("b");
    const other = aClient();
    other.say("c");
    await vi.waitFor(() => expect(other.heard.text).toBe("echo c"));
    proxy.restore();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.heard).toEqual({ text: "echo a", isEnded: false });
  });

  it("passes bytes as slowly as told", async () => {
    const client = aClient();
    proxy.slow(100);
    const began = performance.now();
    client.say("x".repeat(45));
    await vi.waitFor(() => expect(client.heard.text).toHaveLength(50), { timeout: 3_000 });
    expect(performance.now() - began).toBeGreaterThan(450);
  });

  it("passes what was on its way slowly at once, when everything passes again", async () => {
    const client = aClient();
    proxy.slow(1);
    client.say("x".repeat(45));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.heard.text).toBe("");
    proxy.restore();
    await vi.waitFor(() => expect(client.heard.text).toHaveLength(50));
    client.say("y");
    await vi.waitFor(() => expect(client.heard.text).toContain("echo y"));
  });
});
