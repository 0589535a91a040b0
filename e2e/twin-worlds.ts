import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { Cluster } from "./cluster";
import { expect } from "./fixtures";
import { entriesOf, writeEntry } from "./fleet";
import { startSandbox } from "./house";
import { type SecondDashboard, startSecond } from "./second-dashboard";
import { openStream, setViews } from "./streams";

const KINDS = ["shell", "fleet", "strip", "groups", "entries", "services", "unselected", "networks", "localities", "single-zone", "control-plane", "findings"];
/** What a stream is asked for; some of it by names that are out of sight. */
export const VIEWS = [
  ...KINDS.map((kind) => ({ kind, query: "" })),
  { kind: "entries", query: "zz" },
  { kind: "group-findings", query: "" },
  ...["localities", "networks", "control-plane"].map((map) => ({ kind: "found-on", query: `map=${map}` })),
  ...["hosts", "groups"].map((of) => ({ kind: "what-if", query: `lost=zone%3Azz-foreign%2Fzone&of=${of}` })),
].map((view, id) => ({ ...view, id, offset: 0, limit: 100 }));

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface World {
  readonly dashboard: SecondDashboard;
  readonly cluster: Cluster;
  end(): Promise<void>;
}

/** The same seed, at a pace at which nothing happens by itself; some more entries where nobody may look. */
export async function startWorld(foreign: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-world-"));
  const { program } = await startSandbox(folder, ["--scenario", "steady", "--seed", "5", "--speed", "1", "--max-age", "86400"]);
  const cluster = new Cluster(join(folder, "admin.kubeconfig"));
  for (let index = 0; index < foreign; index++) {
    await writeEntry(cluster, "payments", `zz-foreign-${index}`, {
      spec: { address: `203.0.113.${index + 1}`, labels: { "unseen-label": "x" }, locality: "zz-foreign/zone" },
    });
  }
  expect(await entriesOf(cluster, "legacy", "sap-bridge")).toHaveLength(6);
  // Guard rails out of sight: what they say is the same for everybody, and neither world has any.
  const settings = { STOLOS_VISIBLE_NAMESPACES: "legacy", STOLOS_READ_ONLY: "false", STOLOS_GUARD_RAILS: "payments/guard-rails" };
  const dashboard = await startSecond({ KUBECONFIG: join(folder, "dashboard.kubeconfig"), ...settings });
  return {
    dashboard,
    cluster,
    end: async () => {
      await Promise.all([dashboard.end(), program.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the views of a stream begin with, in the order of the views. */
export async function framesOf({ address }: SecondDashboard): Promise<readonly string[]> {
  const stream = await openStream(address);
  const frames = new Map<number, string>();
  stream.listen(({ data }) => {
    const { t, v } = JSON.parse(data);
    if (t === "snapshot") frames.set(v, sameInAll(data));
  });
  try {
    expect(await setViews(address, stream.name, VIEWS)).toBe(204);
    await expect.poll(() => frames.size).toBe(VIEWS.length);
    return VIEWS.map(({ id }) => frames.get(id) ?? "");
  } finally {
    stream.close();
  }
}

/** What differs between any two processes is made equal: nonces, the framework's numbers of requests, authorities, times, ages (the two worlds began a moment apart), uids, the made-up parts of replicas' names, the order of an object's own keys stays. */
function sameInAll(text: string): string {
  return text
    .replace(/nonce(=\\?"|\\?":\\?")[A-Za-z0-9+/=]+/g, "nonce$1")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "UID")
    .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, "TIME")
    .replace(/\b1[789]\d{11}(\.\d+)?\b/g, "MS")
    .replace(/\b\d\d:\d\d:\d\d\b/g, "CLOCK")
    .replace(/127\.0\.0\.1:\d+/g, "HOST")
    .replace(/(\["\$","\$L\w+",")[\w-]{21}(?=[a-z]")/g, "$1REQUEST")
    .replace(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/g, "CERTIFICATE")
    .replace(/(≥ )?\b(\d+[ydhms](\d+[dm])?|\d+ (s|min|h|d)|\d+\.\d s)\b/g, "AGE")
    .replace(/"(x-stolos-build|buildId|b)\\?":\\?"[^"\\]+/g, '"$1":"BUILD');
}

export async function answerOf(
  request: APIRequestContext,
  { address }: SecondDashboard,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  // What the framework fetches of a page stands at an address that it is led to.
  const answer = await request.get(`${address}${path}`, { maxRedirects: headers.rsc === undefined ? 0 : 1, headers });
  return { status: answer.status(), body: sameInAll(await answer.text()) };
}
