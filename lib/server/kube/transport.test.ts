import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { certificate } from "@/lib/testing/certificate";
import { createKubeClient } from "./client";

let server: Server | null = null;

afterEach(async () => {
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
});

async function ask(started: Server, ca: string | undefined) {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(started.address() as AddressInfo).port}`;
  const credentials = async () => ({ ca, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] });
  const client = createKubeClient({
    context: { cluster: "c", server: url, proxyUrl: null, namespace: "", credentials },
    clock: systemClock(),
  });
  const answer = await client.get("/version");
  await client.close();
  return answer;
}

describe("a TLS connection", () => {
  const LATER = new Date("2100-01-01");
  const answering = (pair: { key: string; cert: string }) =>
    createTlsServer(pair, (_request, response) => response.setHeader("content-type", "application/json").end("{}"));

  it("stands with the certificate that the kubeconfig trusts", async () => {
    const pair = await certificate("127.0.0.1", LATER);
    expect(await ask(answering(pair), pair.cert)).toEqual({ ok: true, value: {} });
  });

  it.each<[string, string, Date, boolean, string]>([
    ["an expired certificate", "127.0.0.1", new Date("2021-01-01"), true, "has expired"],
    ["a certificate of nobody known", "127.0.0.1", LATER, false, "not trusted by the kubeconfig"],
    ["a certificate for another host", "elsewhere.example", LATER, true, "for another host name"],
  ])("fails for %s, and says so", async (_name, host, notAfter, trusted, words) => {
    const pair = await certificate(host, notAfter);
    expect(await ask(answering(pair), trusted ? pair.cert : undefined)).toMatchObject({
      ok: false,
      error: { kind: "tls", message: expect.stringContaining(words) },
    });
  });

  it("fails where the server speaks no TLS", async () => {
    const plain = createServer((socket) => {
      socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
      socket.destroySoon();
    });
    expect(await ask(plain, undefined)).toMatchObject({ ok: false, error: { kind: "tls" } });
  });
});
