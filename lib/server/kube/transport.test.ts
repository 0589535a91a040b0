import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { createKubeClient } from "./client";

x509.cryptoProvider.set(webcrypto as Crypto);
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };
let server: Server | null = null;

afterEach(async () => {
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
});

async function certificate(host: string, notAfter: Date): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey({ ...ALGORITHM, hash: "SHA-256" }, true, ["sign", "verify"]);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=kube",
    notBefore: new Date("2020-01-01"),
    notAfter,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    keys: keys as CryptoKeyPair,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: host === "127.0.0.1" ? "ip" : "dns", value: host }])],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: cert.toString("pem") };
}

async function ask(started: Server, ca: string | undefined) {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(started.address() as AddressInfo).port}`;
  const credentials = async () => ({ ca, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] });
  const client = createKubeClient({
    context: { cluster: "c", server: url, proxyUrl: null, namespace: "", credentials },
    clock: systemClock(),
    mode: "read-only",
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
