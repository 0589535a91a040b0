import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readKeySet } from "@/lib/server/access/key-set";
import { oidcProvider } from "@/lib/server/access/oidc-provider";
import { oidcConfig } from "@/lib/server/access/oidc-settings";
import { systemClock } from "@/lib/server/clock";
import { createKubeClient } from "@/lib/server/kube/client";
import { loadContexts } from "@/lib/server/kube/contexts";
import { parseSettings } from "@/lib/server/settings";
import { certificate } from "@/lib/testing/certificate";
import { tokenSigner } from "@/lib/testing/token-signer";
import { startTunnelProxy } from "@/lib/testing/tunnel-proxy";
import { outboundProxies, proxyFor } from "./outbound-proxy";

const PROXY = "http://proxy.example:3128";

describe("the proxy for an address", () => {
  it.each<[string, string, string, string | null]>([
    ["https://kube.example:6443", "", "", PROXY],
    ["http://kube.example", "", "without a proxy for http", null],
    ["https://localhost:6443", "", "this machine", null],
    ["https://127.8.9.1:6443", "", "this machine", null],
    ["https://[::1]:6443", "", "this machine", null],
    ["https://kube.example", "*", "every host", null],
    ["https://kube.example", "other.example, kube.example", "the host", null],
    ["https://KUBE.example", "kube.EXAMPLE", "letters of either size", null],
    ["https://eu.kube.example", "kube.example", "a subdomain", null],
    ["https://eu.kube.example", ".kube.example", "a subdomain after a dot", null],
    ["https://eu.kube.example", "*.kube.example", "a subdomain after a star", null],
    ["https://kube.example", ".kube.example", "after a dot, but not the domain itself", PROXY],
    ["https://mykube.example", "kube.example", "only the end of the name", PROXY],
    ["https://kube.example:6443", "kube.example:6443", "the port", null],
    ["https://kube.example", "kube.example:443", "the port of https", null],
    ["https://kube.example:6443", "kube.example:443", "another port", PROXY],
    ["https://10.96.0.1", "10.96.0.0/12", "a range", null],
    ["https://10.112.0.1", "10.96.0.0/12", "another range", PROXY],
    ["https://[fd00::7]:6443", "fd00::/8", "a range of IPv6", null],
    ["https://10.0.0.7:6443", "10.0.0.7", "the address", null],
    ["https://10.0.0.70:6443", "10.0.0.7", "another address", PROXY],
    ["https://[fd00::7]:6443", "fd00::7", "the address of IPv6", null],
    ["https://[fd00::7]:6443", "[fd00::7]:443", "another port of IPv6", PROXY],
    ["https://kube.example", "10.0.0.0/99,/,:,[", "no range and no host", PROXY],
  ])("%s is, with NO_PROXY=%j (%s), %s", (address, exceptions, _why, expected) => {
    const { values } = parseSettings({ HTTPS_PROXY: PROXY, NO_PROXY: exceptions });
    expect(proxyFor(address, outboundProxies(values))).toBe(expected);
  });

  it("is that of the variable in capital letters, else of the one in small letters, with http as default", () => {
    const proxies = (environment: Readonly<Record<string, string>>) => outboundProxies(parseSettings(environment).values);
    expect(proxies({ https_proxy: "proxy.example:3128" })).toEqual({ https: PROXY, http: "", except: [] });
    expect(proxies({ HTTPS_PROXY: PROXY, https_proxy: "http://other", HTTP_PROXY: "http://plain", no_proxy: "a, b" })).toEqual({
      ...{ https: PROXY, http: "http://plain", except: ["a", "b"] },
    });
    expect(() => proxies({ HTTPS_PROXY: "socks5://proxy.example" })).toThrow('HTTPS_PROXY: "socks5://proxy.example" is no address of an HTTP proxy, such as');
  });
});

/** The path of a file with this text, until the test ends. */
function inFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "stolos-outbound-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file"), text);
  return join(folder, "file");
}

/** A TLS server for this host name, behind a proxy that alone resolves it. `answer`: its JSON by path. */
async function behindProxy(answer: (path: string, address: string) => object) {
  const pair = await certificate("inside.example", new Date("2100-01-01"));
  const other = await certificate("inside.example", new Date("2100-01-01"));
  const server = createServer(pair, (request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer(request.url ?? "", "https://inside.example")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy = await startTunnelProxy((server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { ca: pair.cert, otherCa: other.cert, proxy };
}

describe("a server behind a proxy", () => {
  it("is reached if it is an API server, with the authority of its kubeconfig only", async () => {
    const { ca, otherCa, proxy } = await behindProxy(() => ({ gitVersion: "v1.35.0" }));
    const ask = async (authority: string, more: Readonly<Record<string, string>> = {}) => {
      const kubeconfig = inFile(
        JSON.stringify({
          "current-context": "eu",
          contexts: [{ name: "eu", context: { cluster: "eu" } }],
          clusters: [
            {
              name: "eu",
              cluster: { server: "https://inside.example:6443", "certificate-authority-data": Buffer.from(authority).toString("base64"), ...more },
            },
          ],
        }),
      );
      const settings = { kubeconfig, kubeconfigVariable: null, home: null, contexts: null, serviceHost: null, servicePort: null, kubeconfigs: null };
      const proxies = outboundProxies(parseSettings({ HTTPS_PROXY: proxy.address }).values);
      const { contexts } = await loadContexts({ ...settings, serviceAccountFolder: "", allowExec: false, proxies });
      const [context] = contexts;
      if (context === undefined) throw new Error("no context");
      const client = createKubeClient({ context, clock: systemClock() });
      onTestFinished(() => client.close());
      return client.get("/version");
    };
    expect(await ask(ca)).toEqual({ ok: true, value: { gitVersion: "v1.35.0" } });
    expect(await ask(otherCa)).toMatchObject({ ok: false, error: { kind: "tls", message: expect.stringContaining("not trusted by the kubeconfig") } });
    expect(new Set(proxy.asked)).toEqual(new Set(["inside.example:6443"]));
    const before = proxy.asked.length;
    expect(await ask(ca, { "proxy-url": "http://127.0.0.1:1" }), "the proxy of the kubeconfig comes first").toMatchObject({ ok: false });
    expect(proxy.asked).toHaveLength(before);
  });

  it("is reached if it is an OpenID provider, with the authority of STOLOS_OIDC_CA only", async () => {
    const { ca, otherCa, proxy } = await behindProxy((_path, issuer) => ({
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    }));
    const begin = async (authority: string) => {
      const set = {
        ...{ STOLOS_OIDC_ISSUER: "https://inside.example", STOLOS_OIDC_CLIENT_ID: "stolos", STOLOS_OIDC_CA: inFile(authority) },
        HTTPS_PROXY: proxy.address,
      };
      const redirectUri = "https://stolos.example/api/sign-in/callback";
      const provider = oidcProvider(oidcConfig(parseSettings(set).values), {
        redirectUri,
        clock: systemClock(),
        clusterSkewMs: () => null,
        clientSecret: () => null,
      });
      onTestFinished(() => provider.close());
      return (await provider.begin()).address;
    };
    expect(await begin(ca)).toMatch(/^https:\/\/inside\.example\/authorize\?/);
    await expect(begin(otherCa)).rejects.toMatchObject({ status: 503 });
    expect(new Set(proxy.asked)).toEqual(new Set(["inside.example:443"]));
  });

  it("is reached if it has the keys of a sign-in proxy, but not with an unknown authority", async () => {
    const { proxy } = await behindProxy(() => ({ keys: [tokenSigner("one").publicKey] }));
    const proxies = outboundProxies(parseSettings({ HTTPS_PROXY: proxy.address }).values);
    await expect(readKeySet({ url: "https://inside.example/keys", proxies })).rejects.toThrow(/self-signed certificate/);
    expect(proxy.asked).toEqual(["inside.example:443"]);
  });
});
