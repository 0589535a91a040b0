import { readFileSync } from "node:fs";
import type { RequestOptions } from "node:https";
import { pathToFileURL } from "node:url";
import { KubeConfig } from "@kubernetes/client-node";
import { expect, it } from "vitest";
import { importedPackages } from "./image-files.mjs";
import { bundleKubeConfig } from "./kube-config.mjs";

const KUBECONFIG = `
apiVersion: v1
kind: Config
current-context: east
contexts: [{ name: east, context: { cluster: east, user: reader, namespace: shop } }]
clusters: [{ name: east, cluster: { server: "https://127.0.0.1:6443", tls-server-name: api.east } }]
users: [{ name: reader, user: { token: a-token } }]
`;

/** What a connection is made with, as a reader makes it of the kubeconfig above; the agent of each is another one. */
async function connectionOf(config: KubeConfig): Promise<unknown> {
  config.loadFromString(KUBECONFIG);
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { agent, ...rest } = options;
  return { ...rest, kindOfAgent: agent?.constructor.name, context: config.getContextObject("east") };
}

it("what is bundled of the Kubernetes client reads a kubeconfig as the package does, and brings none of the other types and APIs", async () => {
  const path = await bundleKubeConfig();
  const bundled: { readonly KubeConfig: typeof KubeConfig } = await import(pathToFileURL(path).href);
  const [ofBundle, ofPackage] = [await connectionOf(new bundled.KubeConfig()), await connectionOf(new KubeConfig())];
  expect(ofBundle).toEqual(ofPackage);
  expect(JSON.stringify(ofBundle)).toContain("a-token");
  const text = readFileSync(path, "utf8");
  expect(importedPackages(text)).not.toContain("@kubernetes/client-node");
  expect(text).not.toContain("V1Pod");
});
