import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NO_PROXIES } from "@/lib/server/http/outbound-proxy";
import { certificate } from "@/lib/testing/certificate";
import { tokenSigner } from "@/lib/testing/token-signer";
import { parseKeySet, readKeySet } from "./key-set";

const signer = tokenSigner("one");
let server: Pick<Server, "close" | "closeAllConnections"> | null = null;

afterEach(async () => {
  vi.unstubAllEnvs();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

async function at(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/keys`;
}

describe("a set of keys", () => {
  it("has those that check signatures", () => {
    const other = { ...signer.publicKey, kid: "enc", use: "enc" };
    expect(parseKeySet(JSON.stringify({ keys: [signer.publicKey, other, { kty: "unheard-of" }] })).keys.map(({ kid }) => kid)).toEqual(["one"]);
  });

  it.each([
    ["no JSON", "<html>", /no JSON/],
    ["no list", "{}", /no list of "keys"/],
    ["no key", '{"keys":[]}', /no public key/],
    ["something else than keys", '{"keys":[null]}', /no list of "keys"/],
    ["a shared secret", '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}', /holds a secret/],
    ["a private key", '{"keys":[{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}]}', /holds a secret/],
    ["more than 256 KiB", `{"keys":[]}${" ".repeat(256 * 1024)}`, /too large/],
  ])("is refused with %s", (_claim, text, why) => {
    expect(() => parseKeySet(text)).toThrow(why);
  });
});

describe("keys at an address", () => {
  it("are not taken from a server that nobody vouches for, whatever Node is told of all servers", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const keys = JSON.stringify({ keys: [signer.publicKey] });
    const own = createTlsServer(await certificate("localhost", new Date(Date.now() + 86_400_000)), (_request, response) => response.end(keys));
    server = own;
    await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
    await expect(readKeySet({ url: `https://localhost:${(own.address() as AddressInfo).port}/keys`, proxies: NO_PROXIES })).rejects.toThrow(
      /self-signed certificate/,
    );
  });

  it("are read by one request", async () => {
    const url = await at((_request, response) => response.end(JSON.stringify({ keys: [signer.publicKey] })));
    expect((await readKeySet({ url, proxies: NO_PROXIES })).keys).toHaveLength(1);
  });

  it.each([
    ["a redirect, which is not followed", 302],
    ["a failure", 500],
  ])("are not there where the answer is %s", async (_claim, status) => {
    let asked = 0;
    const url = await at((_request, response) => {
      asked++;
      response.writeHead(status, { location: "/elsewhere" }).end(JSON.stringify({ keys: [signer.publicKey] }));
    });
    await expect(readKeySet({ url, proxies: NO_PROXIES })).rejects.toThrow(`answered with ${status}`);
    expect(asked).toBe(1);
  });

  it("are not there where the answer has no end", async () => {
    const url = await at((_request, response) => {
      const more = () => {
        if (!response.destroyed) response.write(" ".repeat(64 * 1024), () => setImmediate(more));
      };
      more();
    });
    await expect(readKeySet({ url, proxies: NO_PROXIES })).rejects.toThrow(/too large/);
  });
});
