import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_KUBECONFIG } from "@/lib/testing/server/kubeconfig-settings";
import type { KubeconfigSettings } from "./cluster-context";
import { loadContexts } from "./contexts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stolos-contexts-"));
  await writeFile(path.join(folder, "token"), "from-file\n");
});
afterAll(() => rm(folder, { recursive: true }));

async function load(yaml: string, settings: Partial<KubeconfigSettings> = {}) {
  const kubeconfig = path.join(folder, `config-${Math.random()}`);
  await writeFile(kubeconfig, yaml);
  return loadContexts({ ...NO_KUBECONFIG, kubeconfig, ...settings });
}

function config(parts: { context?: string; cluster?: string; user?: string; current?: string }): string {
  return `apiVersion: v1
kind: Config
current-context: ${parts.current ?? "prod"}
contexts:
- {name: prod, context: ${parts.context ?? "{cluster: one, user: me, namespace: shop}"}}
- {name: test, context: {cluster: one, user: me}}
clusters:
- {name: one, cluster: ${parts.cluster ?? '{server: "https://10.0.0.1:6443/"}'}}
users:
- {name: me, user: ${parts.user ?? "{token: s3cret}"}}
`;
}

describe("a kubeconfig", () => {
  it("may hold an ID token of a provider where no program may be started", async () => {
    const user = "{auth-provider: {name: oidc, config: {id-token: a.b.c, client-id: stolos, idp-issuer-url: 'https://id.example'}}}";
    expect((await load(config({ user }))).problems).toEqual([]);
  });

  it("gives its current context with namespace, server and credentials", async () => {
    const { contexts, problems } = await load(config({}));
    expect(problems).toEqual([]);
    expect(contexts).toMatchObject([{ cluster: "prod", server: "https://10.0.0.1:6443", namespace: "shop", proxyUrl: null }]);
    expect((await contexts[0]?.credentials(false))?.headers).toEqual([["Authorization", "Bearer s3cret"]]);
  });

  it("has names that every store can hold, whatever it spells", async () => {
    const yaml = config({ current: String.raw`"a\0b\uD800"`, context: "{cluster: one, user: me}" }).replace("name: prod", String.raw`name: "a\0b\uD800"`);
    expect((await load(yaml)).contexts.map((one) => one.cluster)).toEqual(["a\uFFFDb\uFFFD"]);
  });

  it("gives several contexts at once, and the good ones beside a problem", async () => {
    const { contexts, problems } = await load(config({}), { contexts: ["test", "gone", "prod"] });
    expect(contexts.map((one) => one.cluster)).toEqual(["test", "prod"]);
    expect(problems).toMatchObject([{ kind: "problem", context: "gone", fix: "Use one of: prod, test." }]);
  });

  it("gives all of them on request", async () => {
    expect((await load(config({}), { contexts: "all" })).contexts.map((one) => one.cluster)).toEqual(["prod", "test"]);
  });

  it("reads a token file beside it, and reads it again when asked afresh", async () => {
    const { contexts } = await load(config({ user: "{tokenFile: token}" }));
    expect((await contexts[0]?.credentials(false))?.headers).toEqual([["Authorization", "Bearer from-file"]]);
    await writeFile(path.join(folder, "token"), "renewed");
    expect((await contexts[0]?.credentials(false))?.headers).toEqual([["Authorization", "Bearer from-file"]]);
    expect((await contexts[0]?.credentials(true))?.headers).toEqual([["Authorization", "Bearer renewed"]]);
  });

  it("may impersonate, use a name and password, and name the server's certificate", async () => {
    const user = "{username: u, password: p, as: viewer}";
    const { contexts } = await load(config({ user, cluster: '{server: "https://x", tls-server-name: kube, certificate-authority-data: Y2E=}' }));
    const credentials = await contexts[0]?.credentials(false);
    expect(credentials).toMatchObject({ servername: "kube", rejectUnauthorized: true });
    expect(credentials?.ca?.toString()).toBe("ca");
    expect(credentials?.headers).toEqual([
      ["Impersonate-User", "viewer"],
      ["Authorization", `Basic ${Buffer.from("u:p").toString("base64")}`],
    ]);
  });

  it("merges the files of KUBECONFIG, the first to name a thing winning, and skips one that is missing", async () => {
    const [a, b] = [path.join(folder, "a"), path.join(folder, "b")];
    await writeFile(a, config({ current: "prod", cluster: '{server: "https://first"}' }));
    await writeFile(b, config({ current: "test", cluster: '{server: "https://second"}' }));
    const kubeconfigVariable = [path.join(folder, "missing"), a, b].join(path.delimiter);
    expect((await loadContexts({ ...NO_KUBECONFIG, kubeconfigVariable })).contexts).toMatchObject([{ cluster: "prod", server: "https://first" }]);
  });
});

describe("what is wrong with a kubeconfig is said", () => {
  it.each<[string, string, Partial<KubeconfigSettings>, string]>([
    ["text that is no YAML", "a: [", {}, "The kubeconfig is not YAML"],
    ["YAML of something else", "a: 1", {}, "The file is not a kubeconfig"],
    ["an empty file", "", {}, "The file is not a kubeconfig"],
    [
      "an alias bomb",
      `a: &a [x,x]\n${"bcdefghijk".replace(/./g, (c, i) => `${c}: &${c} [${`*${i === 0 ? "a" : "abcdefghijk"[i]},`.repeat(9)}]\n`)}contexts: *k`,
      {},
      "The kubeconfig is not YAML",
    ],
    ["a context that is not there", config({}), { contexts: ["gone"] }, 'The kubeconfig has no context "gone"'],
    ["no current context", config({ current: '""' }), {}, "The kubeconfig has no current context"],
    ["a current context that is not there", config({ current: "old" }), {}, 'The kubeconfig has no context "old"'],
    ["a missing cluster", config({ context: "{cluster: two, user: me}" }), {}, "The context has no cluster"],
    ["a missing user", config({ context: "{cluster: one, user: you}" }), {}, "The context has no user"],
    ["a cluster without address", config({ cluster: "{}" }), {}, "The cluster has no address"],
    ["an address that is none", config({ cluster: "{server: nonsense}" }), {}, "The cluster's address is no URL"],
    [
      "a CA file that is missing",
      config({ cluster: '{server: "https://x", certificate-authority: gone.crt}' }),
      {},
      "The file of the certificate authority cannot be read",
    ],
    ["a client key that is missing", config({ user: "{client-key: gone.key}" }), {}, "The file of the client key cannot be read"],
    ["a token file that is missing", config({ user: "{tokenFile: gone}" }), {}, "The file of the token cannot be read"],
    ["a program, where none may be started", config({ user: "{exec: {command: aws, apiVersion: v1}}" }), {}, "The kubeconfig wants to start a program"],
    ["a cloud's program", config({ user: "{auth-provider: {name: azure, config: {cmd-path: /bin/az}}}" }), {}, "The kubeconfig wants to start a program"],
    [
      "a program within another provider",
      config({ user: "{auth-provider: {name: oidc, config: {exec: {command: aws, apiVersion: v1}}}}" }),
      {},
      "The kubeconfig wants to start a program",
    ],
    ["a proxy of another kind", config({ cluster: '{server: "https://x", proxy-url: "socks5://p"}' }), {}, "The cluster's proxy is not supported"],
  ])("%s", async (_name, yaml, settings, title) => {
    const { contexts, problems } = await load(yaml, settings);
    expect(contexts).toEqual([]);
    expect(problems.map((one) => one.title)).toEqual([title]);
    expect(problems[0]?.fix).not.toBe("");
    expect(JSON.stringify(problems)).not.toContain("s3cret");
  });

  it("a file that does not exist, a folder, and nothing at all", async () => {
    const titleOf = async (settings: Partial<KubeconfigSettings>) => (await loadContexts({ ...NO_KUBECONFIG, ...settings })).problems[0]?.title;
    expect(await titleOf({ kubeconfig: "/nowhere/config" })).toBe("The kubeconfig does not exist");
    expect(await titleOf({ kubeconfig: folder })).toBe("The kubeconfig cannot be read");
    expect(await titleOf({ home: folder })).toBe("There is no cluster to show");
    expect(await titleOf({ serviceHost: "10.0.0.1" })).toBe("The service account cannot be read");
  });
});

describe("inside a cluster", () => {
  it("the service account is the context", async () => {
    await writeFile(path.join(folder, "ca.crt"), "ca");
    await writeFile(path.join(folder, "namespace"), "stolos\n");
    const { contexts } = await loadContexts({ ...NO_KUBECONFIG, serviceHost: "fd00::1", servicePort: "443", serviceAccountFolder: folder });
    expect(contexts).toMatchObject([{ cluster: "in-cluster", server: "https://[fd00::1]:443", namespace: "stolos" }]);
    expect((await contexts[0]?.credentials(true))?.ca?.toString()).toBe("ca");
  });
});
