import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { freePort } from "@/lib/testing/tcp-proxy";
import { ask } from "./ask";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { type Program, startCommand } from "./programs";

/*
 * What a container image holds is enough: a copy of these files alone starts with the command and the settings of lib/deployment/deployment.yaml, as a user
 * who may write to the volume and nowhere else, with the service account that a Pod finds.
 */
interface Probe {
  readonly httpGet: { readonly path: string; readonly httpHeaders: readonly { readonly name: string; readonly value: string }[] };
}

interface Container extends Readonly<Record<"startupProbe" | "readinessProbe" | "livenessProbe", Probe>> {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } }[];
}

const [deployment] = parseAllDocuments(readFileSync("lib/deployment/deployment.yaml", "utf8"))
  .map((part) => part.toJS())
  .filter(({ kind }) => kind === "Deployment");
const pod = deployment.spec.template.spec;
const container: Container = pod.containers[0];
/** Only root may run a program as somebody else. */
const user: number | undefined = process.getuid?.() === 0 ? pod.securityContext.runAsUser : undefined;

let folder: string;
let image: string;
let data: string;
let address: string;
let server: Program;

test.beforeAll(async ({ house }) => {
  folder = mkdtempSync(join(tmpdir(), "stolos-image-"));
  [image, data] = [join(folder, "image"), join(folder, "data")];
  execFileSync(process.execPath, ["lib/tooling/image-files.mjs", image], { stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("chmod", ["-R", "a-w,a+rX", image]);
  mkdirSync(data);
  const account = serviceAccountIn(join(folder, "account"), house.kubeconfigOf("dashboard"));
  chmodSync(folder, 0o755);
  if (user !== undefined) chownSync(data, user, user);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const [, ...args] = container.command.map((word) => (word === "0.0.0.0" ? "127.0.0.1" : word === "3000" ? String(port) : word));
  // A Pod has no kubeconfig, and a volume where STOLOS_DATA says.
  const settings = container.env.map(({ name, value }): [string, string] => [name, value ?? randomBytes(32).toString("base64")]);
  const env = { ...Object.fromEntries(settings), ...account, STOLOS_DATA: data, KUBECONFIG: "", STOLOS_KUBECONFIG: "", HOME: "/" };
  const isReady = async () => (await probed("startupProbe").catch(() => 0)) === 200;
  const more = { folder: image, ...(user !== undefined && { user }) };
  server = await startCommand("image", [process.execPath, ...args], { env, isReady, ...more });
});

test.afterAll(async () => {
  await server.end();
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** The folder that a Pod finds its account in, made of a kubeconfig; gives the settings that say where it and the cluster are. */
function serviceAccountIn(path: string, kubeconfig: string): Readonly<Record<string, string>> {
  const [named]: Kubeconfig["clusters"] = parse(readFileSync(kubeconfig, "utf8")).clusters;
  if (named === undefined) throw new Error(`${kubeconfig} names no cluster.`);
  const { hostname, port } = new URL(named.cluster.server);
  mkdirSync(path);
  writeFileSync(join(path, "token"), new Cluster(kubeconfig).token);
  writeFileSync(join(path, "ca.crt"), Buffer.from(named.cluster["certificate-authority-data"], "base64"));
  writeFileSync(join(path, "namespace"), "stolos");
  return { STOLOS_SERVICE_ACCOUNT_FOLDER: path, KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
}

/** What a probe is answered, asked as the kubelet does. */
async function probed(name: "startupProbe" | "readinessProbe" | "livenessProbe"): Promise<number> {
  const { path, httpHeaders } = container[name].httpGet;
  const headers = Object.fromEntries(httpHeaders.map(({ name: header, value }) => [header.toLowerCase(), value]));
  return (await ask(address, { method: "GET", path, headers })).status;
}

test("what an image holds starts as a user who may write nothing of it, becomes ready, and shows a person the fleet", async ({ house }) => {
  await expect.poll(() => probed("readinessProbe"), { timeout: 60_000 }).toBe(200);
  expect(await probed("livenessProbe")).toBe(200);
  const asked = (path: string, headers: Readonly<Record<string, string>> = {}) => ask(address, { method: "GET", path, headers });
  expect((await asked("/")).headers.location).toContain("/sign-in");
  const { token } = new Cluster(house.kubeconfigOf("viewer"));
  const page = await asked("/entries", { authorization: `Bearer ${token}` });
  const { items = [] } = await new Cluster(house.kubeconfigOf("admin")).get("/apis/networking.istio.io/v1/workloadentries?limit=500");
  const shown = items.filter(({ metadata }) => page.body.includes(metadata.name));
  expect([page.status, shown.length > 10]).toEqual([200, true]);
  const script = /\/_next\/static\/[\w./~-]+\.js/.exec(page.body)?.[0] ?? "";
  expect((await asked(script)).status).toBe(200);
  // A name that is not the server's own is why the probes bring one.
  expect((await asked("/api/readyz", { host: "10.1.2.3:3000" })).status).toBe(421);
});

test("its history is kept on the volume, nothing else was to be written, and it ends in time", async () => {
  expect(readdirSync(data)).toContain("history.db");
  const tookMs = await server.end();
  expect(tookMs).toBeLessThan(pod.terminationGracePeriodSeconds * 1_000);
  expect(tookMs).toBeLessThan(3_000);
  expect(server.log()).not.toMatch(/EACCES|EPERM|EROFS|MODULE_NOT_FOUND|unhandledRejection|uncaughtException|⨯/);
});
