import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type Program, startCommand } from "@/e2e/programs";

const run = promisify(execFile);
const CONTROL_PORT = 9980;
const FIRST_OFFSET = 6000;
const LAST_OFFSET = 9000;
/** The first start builds it. */
const START_MS = 20 * 60_000;
/** It ends etcd, the API server and each replica in turn. */
const END_MS = 20_000;

/** A real control plane with simulated VMs: the folder that REAL_CLUSTER names, started anew. */
export interface RealCluster {
  /** The folder that holds `start` and `scenarios`. */
  readonly source: string;
  /** A folder for what it needs while it runs; it goes with it. */
  readonly folder: string;
  /** Kubeconfig of admin, dashboard, viewer, team-shop or nobody. */
  kubeconfigOf(user: string): string;
  /** The settings of a dashboard that runs as this user. */
  settingsOf(user: string): Readonly<Record<string, string>>;
  /** The address of the control API. */
  readonly controlUrl: string;
  /** Asks the control API: `POST /vms`, `DELETE /replicas/a?lost`, … */
  control(method: string, path: string, body?: string): Promise<unknown>;
  /** Runs kubectl as the administrator, through a shell, in `source`; resolves to what it prints. */
  kubectl(line: string): Promise<string>;
  /** Runs the real istioctl as the administrator; resolves to all that it says, also where it fails or crashes. */
  istioctl(args: readonly string[]): Promise<{ readonly output: string; readonly done: boolean }>;
  /** Takes away every VM, group and entry; leaves all Nodes ready, and the replicas a and b running and ready. */
  clear(): Promise<void>;
  log(): string;
  end(): Promise<void>;
}

/** The cluster that KUBECONFIG names: its pages are walked, and nothing is ever written there. */
export const givenCluster: RealCluster = {
  source: "",
  folder: "",
  controlUrl: "",
  kubeconfigOf: untouched,
  settingsOf: () => ({}),
  control: untouched,
  kubectl: untouched,
  istioctl: untouched,
  clear: untouched,
  log: () => "",
  end: () => Promise.resolve(),
};

function untouched(): never {
  throw new Error("This cluster is not the suite's own: set REAL_CLUSTER to play scenarios.");
}

/** Starts it in a folder of its own, on ports of its own. Its first build takes minutes, its start a quarter of one. `flags`: more than that, as `start` takes them. */
export async function startRealCluster(sourcePath: string, flags: readonly string[] = []): Promise<RealCluster> {
  const source = resolve(sourcePath);
  const folder = mkdtempSync(join(tmpdir(), "stolos-real-"));
  const offset = await freeOffset();
  const program = await startCommand("real cluster", [join(source, "start"), "-dir", folder, "-port-offset", String(offset), ...flags], {
    isReady: (written) => Promise.resolve(/^ready$/m.test(written)),
    timeoutMs: START_MS,
    graceMs: END_MS,
  });
  const controlUrl = `http://127.0.0.1:${CONTROL_PORT + offset}`;
  const kubeconfigOf = (user: string) => join(folder, `${user}.kubeconfig`);
  const control = (method: string, path: string, body?: string) => askControl(new URL(path, controlUrl), method, body);
  const kubectl = async (line: string) => {
    const { stdout } = await run("sh", ["-c", `kubectl --kubeconfig "${kubeconfigOf("admin")}" ${line}`], { cwd: source });
    return stdout;
  };
  return {
    source,
    folder,
    controlUrl,
    kubeconfigOf,
    settingsOf: (user) => ({ STOLOS_KUBECONFIG: kubeconfigOf(user) }),
    control,
    kubectl,
    istioctl: (args) => istioctl(args, kubeconfigOf("admin")),
    clear: () => clear(control, kubectl),
    log: () => program.log(),
    end: () => endAll(program, folder),
  };
}

/** The program that `start` built has it as a verb; where that is, `build` says. */
async function istioctl(args: readonly string[], kubeconfig: string): Promise<{ readonly output: string; readonly done: boolean }> {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const binary = process.env.REAL_CLUSTER_BIN ?? join(cache, "stolos", "real-cluster");
  try {
    const { stdout, stderr } = await run(binary, ["istioctl", ...args], { env: { ...process.env, KUBECONFIG: kubeconfig } });
    return { output: stdout + stderr, done: true };
  } catch (error) {
    if (!(error instanceof Error && "stderr" in error)) throw error;
    return { output: String(error.stderr), done: false };
  }
}

async function endAll(program: Program, folder: string): Promise<void> {
  await program.end();
  rmSync(folder, { recursive: true, force: true });
}

async function clear(control: RealCluster["control"], kubectl: RealCluster["kubectl"]): Promise<void> {
  const { vms, replicas } = (await control("GET", "/state")) as { readonly vms: Readonly<Record<string, unknown>>; readonly replicas: readonly string[] };
  for (const vm of Object.keys(vms)) await control("DELETE", `/vms/${vm}`);
  await deleteEndingPods(kubectl);
  for (const node of (await kubectl("get nodes -o name")).trim().split("\n")) await control("POST", `/nodes/${node.replace("node/", "")}?ready`);
  const ending = (await kubectl("-n istio-system get pods -o jsonpath='{.items[?(@.metadata.deletionTimestamp)].metadata.name}'")).trim().split(" ");
  for (const name of replicas) if (!["a", "b"].includes(name) || ending.includes(`istiod-${name}`)) await control("DELETE", `/replicas/${name}`);
  for (const name of ["a", "b"]) {
    const runs = replicas.includes(name) && !ending.includes(`istiod-${name}`);
    await control("POST", `/replicas/${name}${runs ? "?ready" : ""}`);
  }
  await kubectl("delete wg,we --all --all-namespaces --ignore-not-found");
}

/** Pods of deleted namespaces end slowly, and a Node that holds one cannot become ready again. */
async function deleteEndingPods(kubectl: RealCluster["kubectl"]): Promise<void> {
  const path = "{range .items[?(@.metadata.deletionTimestamp)]}{.metadata.namespace}/{.metadata.name} {end}";
  const ending = (await kubectl(`get pods --all-namespaces -o jsonpath='${path}'`)).split(" ").filter((pod) => pod !== "" && !pod.startsWith("istio-system/"));
  for (const pod of ending) {
    const [namespace, name] = pod.split("/");
    await kubectl(`delete pod ${name} -n ${namespace} --force --grace-period=0 --ignore-not-found`);
  }
}

async function askControl(url: URL, method: string, body: string | undefined): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${url.pathname}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** How far all its ports are moved, so that a cluster which runs already stays alone. */
async function freeOffset(): Promise<number> {
  for (let offset = FIRST_OFFSET; offset < LAST_OFFSET; offset += 200) if (!(await isTaken(CONTROL_PORT + offset))) return offset;
  throw new Error("Too many clusters run here already.");
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  const taken = await Promise.race([answer, wait(1000, true)]);
  socket.destroy();
  return taken;
}
