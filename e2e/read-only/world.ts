import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type ApiProxy, type SeenRequest, startApiProxy } from "@/e2e/api-proxy";
import { Cluster } from "@/e2e/cluster";
import { startSandbox, WITHOUT_LIMITS } from "@/e2e/house";
import { type SecondDashboard, startSecond, temporaryFile } from "@/e2e/second-dashboard";
import { WITHOUT, type Withheld } from "./layers";

/** What a server that only reads may send beside reads: questions about access. */
const REVIEWS = [
  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  "/apis/authentication.k8s.io/v1/tokenreviews",
  "/apis/authentication.k8s.io/v1/selfsubjectreviews",
];
/** A GET that acts in the place of an object below which it is made. */
const ACTS = /\/(pods|services|nodes)\/[^/?]+\/(exec|attach|portforward|proxy)\b/i;

/** Those of these requests that do more than read and ask about access. */
export function beyondReading(requests: readonly SeenRequest[]): readonly string[] {
  return requests
    .filter(({ method, path }) => (method === "GET" ? ACTS.test(decodeURIComponent(path)) : method !== "POST" || !REVIEWS.includes(path)))
    .map(({ method, path, status }) => `${method} ${path} ${status}`);
}

/** What the process said of itself. */
interface Inside {
  readonly loaded: readonly string[];
  readonly planted: readonly { readonly find: string; readonly times: number }[];
}

/** A dashboard behind whose back every request to the API server is noted. */
export interface WatchedDashboard extends SecondDashboard {
  readonly proxy: ApiProxy;
  /** The files of the built server that the process has loaded, and what was planted in them. */
  inside(): Promise<Inside>;
}

/** An embedded cluster, and dashboards of any of its users. */
export interface RecordedWorld {
  readonly admin: Cluster;
  readonly folder: string;
  /** Starts one with the credentials of a user (whose kubeconfig is in `folder`), without some of its layers. */
  start(user: string, settings: Readonly<Record<string, string>>, without?: readonly Withheld[]): Promise<WatchedDashboard>;
  end(): Promise<void>;
}

const INSIDE = pathToFileURL("e2e/read-only/inside.mjs");

export async function startRecordedWorld(
  sandboxArguments: readonly string[] = ["--scenario", "steady", "--seed", "3", "--speed", "4"],
): Promise<RecordedWorld> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-recorded-"));
  const { program } = await startSandbox(folder, sandboxArguments);
  let started = 0;
  const ending: (() => Promise<unknown>)[] = [];
  return {
    folder,
    admin: new Cluster(join(folder, "admin.kubeconfig")),
    async start(user, settings, without = []) {
      const config = readFileSync(join(folder, `${user}.kubeconfig`), "utf8");
      const server = /server: (\S+)/.exec(config)?.[1] ?? "";
      const proxy = await startApiProxy(server);
      const file = temporaryFile(config.replaceAll(server, proxy.address));
      const report = join(folder, `inside-${++started}.json`);
      const planted = JSON.stringify([...JSON.parse(process.env.PLANTED_IN_BUILD ?? "[]"), ...without.flatMap((layer) => WITHOUT[layer])]);
      const seen = { LOADED_FILES: report, PLANTED_IN_BUILD: planted };
      const dashboard = await startSecond({ KUBECONFIG: file.path, ...WITHOUT_LIMITS, ...seen, ...settings }, ["--import", INSIDE.href]);
      const end = async () => {
        const tookMs = await dashboard.end();
        await proxy.close();
        file.remove();
        return tookMs;
      };
      ending.push(end);
      return { ...dashboard, proxy, inside: () => insideOf(dashboard, report), end };
    },
    async end() {
      for (const end of ending) await end();
      await program.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function insideOf(dashboard: SecondDashboard, report: string): Promise<Inside> {
  rmSync(report, { force: true });
  dashboard.signal("SIGUSR2");
  for (const startedAt = performance.now(); performance.now() - startedAt < 20_000; await wait(50)) {
    if (existsSync(report)) return JSON.parse(readFileSync(report, "utf8"));
  }
  throw new Error("The dashboard told nothing of what it loaded.");
}
