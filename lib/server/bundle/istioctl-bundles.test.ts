import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import type { BundleDefaults, GeneratedBundles } from "@/lib/contract/answers/bundle";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { readConfig } from "@/lib/server/config";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";
import { envLines, type IstioctlRun, istioctlRuns } from "@/lib/testing/istioctl-files";
import { answerBundle, answerBundleStart } from "./answer-bundle";

/** Where `npm run test:cluster` keeps what a real istioctl did; nothing is judged where it did not run. */
const runs = istioctlRuns(process.env.ISTIOCTL_RUNS);
const TOKEN = "token-of-the-viewer";

// Each token is audited there.
beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

describe.skipIf(runs.length === 0)("bundles beside those of a real istioctl, from the same objects", () => {
  const whole = runs.filter(({ done }) => done);
  const broken = runs.filter(({ done }) => !done);

  it.each(whole.map((run) => [run.call.name, run] as const))("%s: the five files have the same content", async (_name, run) => {
    const { files, made, asked } = await ours(run);
    expect(made.notes.filter((note) => note.includes("could not be read"))).toEqual([]);
    expectSame(files, run);
    expect(files["root-cert.pem"]).toBe(run.files["root-cert.pem"]);
    expect(files.hosts).toBe(run.files.hosts);
    const claims = JSON.parse(Buffer.from(run.files["istio-token"]?.split(".")[1] ?? "", "base64url").toString());
    const account = claims["kubernetes.io"].serviceaccount.name;
    expect(asked).toMatchObject([{ path: expect.stringContaining(`/namespaces/${run.namespace}/serviceaccounts/${account}/token?`) }]);
    expect(asked[0]?.body).toMatchObject({ spec: { audiences: claims.aud, expirationSeconds: claims.exp - claims.iat } });
  });

  it.each(broken.map((run) => [run.call.name, run] as const))(
    "%s: where istioctl ends without all of its files, ours are there and say what is missing",
    async (_name, run) => {
      const { files, made } = await ours(run);
      expectSame(files, run);
      expect(Object.keys(files).sort()).toEqual(["cluster.env", "hosts", "mesh.yaml", "root-cert.pem"]);
      expect(made.token).toBe(TOKEN);
      expect(files["cluster.env"]).toContain(`ISTIO_META_WORKLOAD_NAME='${run.call.name}'\n`);
      expect(parse(files["mesh.yaml"] ?? "").defaultConfig.proxyMetadata.ISTIO_META_WORKLOAD_NAME).toBe(run.call.name);
      if (!run.output.includes("panic:")) expect(made.notes.join("\n")).toContain("service account");
    },
  );
});

/** Those of its files that istioctl came to write; nothing of ours is marked, since nothing was chosen that it does not know. */
function expectSame(files: Readonly<Record<string, string>>, run: IstioctlRun): void {
  if (run.files["cluster.env"] !== undefined) expect(envLines(files["cluster.env"])).toEqual(eachPortOnce(envLines(run.files["cluster.env"])));
  if (run.files["mesh.yaml"] !== undefined) expect(parse(files["mesh.yaml"] ?? "")).toEqual(parse(run.files["mesh.yaml"]));
  expect(JSON.stringify(files)).not.toContain("Added by");
}

/** istioctl writes the number of a port once for each name that has it, and ours once: the same ports are captured. */
function eachPortOnce(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line.startsWith("ports ") ? [...new Set(line.split(" "))].join(" ") : line));
}

/** Through the route: first what is known, then the files with the case's own choices, as the page sends them. */
async function ours(run: IstioctlRun) {
  const { call, namespace } = run;
  const { route, asked } = routeFor(run);
  const start: BundleDefaults = await answerBundleStart(route(`?revision=${call.revision}`));
  const machine = { name: "vm-1", internalIp: call.internalIp, externalIp: call.externalIp, labels: "", locality: "" };
  const wish = {
    revision: call.revision,
    clusterId: call.clusterId ?? start.clusterId.value,
    trustDomain: start.trustDomain.value,
    meshId: start.meshId.value,
    rootCertificate: "",
    gateway: { address: call.ingressIp || start.gateway.value, way: "resolved", resolved: "" },
    account: start.account || "default",
    captureDns: call.captureDns,
    autoRegister: call.autoRegister,
    machines: [machine],
    seconds: call.seconds,
    form: "files",
  };
  const made = (await (await answerBundle(route("", wish))).json()) as GeneratedBundles;
  expect(start.unreadable, namespace).toBe("");
  return { made, asked, files: Object.fromEntries((made.machines[0]?.files ?? []).map(({ name, text }) => [name, text])) };
}

function routeFor({ call, namespace, objects }: IstioctlRun) {
  const asked: WriteRequest[] = [];
  const client: WritingClient = {
    ...{ cluster: "eu", server: "", skewMs: () => null, close: async () => undefined },
    get: async (path) => {
      if (path.endsWith("/apis/networking.istio.io")) return { ok: true, value: { versions: [{ version: "v1" }] } };
      return path in objects ? { ok: true, value: objects[path] } : { ok: false, error: { kind: "forbidden", message: `${path} is forbidden.` } };
    },
    post: async () => ({ ok: true, value: { status: { allowed: true } } }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    write: async (request) => {
      asked.push(request);
      return { ok: true, value: { status: { token: TOKEN, expirationTimestamp: "2026-08-12T04:26:12Z" } }, warnings: [] };
    },
  };
  const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", [namespace]]])]]));
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const runtime = {
    config: readConfig({}),
    clock: systemClock(),
    ownClientOf: () => client,
    readRails: noRails,
    history: { keepAudit: () => undefined },
    signIn: {},
  };
  const route = (search: string, body?: unknown) => ({
    request: new Request(`http://localhost/api${search}`, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) }),
    viewer: { subject: "ann", scope, mayWrite: true, clientOf: () => client },
    params: { cluster: "eu", namespace, name: call.name },
    runtime,
  });
  return { route, asked };
}
