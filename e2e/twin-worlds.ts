import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import { type AskedThings, streamedViews } from "@/lib/testing/asked-views";
import type { TcpProxy } from "@/lib/testing/tcp-proxy";
import { Cluster } from "./cluster";
import { expect } from "./fixtures";
import { entriesOf, writeEntry } from "./fleet";
import { doorBefore, startSandbox, WITHOUT_LIMITS } from "./house";
import { type SecondDashboard, startSecond } from "./second-dashboard";
import { openStream, setViews } from "./streams";
import { accountOf } from "./viewers/world";

/** One thing that is in sight and one that is not, of each kind. */
export const TWIN_THINGS: AskedThings = {
  entries: [
    { cluster: "sandbox", namespace: "legacy", name: "oracle-primary" },
    { cluster: "sandbox", namespace: "payments", name: "zz-foreign-0" },
  ],
  groups: [
    { cluster: "sandbox", namespace: "legacy", name: "sap-bridge" },
    { cluster: "sandbox", namespace: "payments", name: "ledger" },
  ],
};

/** What a stream is asked for: views of every kind, some of it by names that are out of sight. */
export const VIEWS = [
  ...streamedViews(TWIN_THINGS),
  { kind: "entries", query: "q=zz", offset: 0, limit: 50 },
  ...["hosts", "groups"].map((of) => ({ kind: "what-if", query: `lost=zone%3Azz-foreign%2Fzone&of=${of}`, offset: 0, limit: 50 })),
].map((view, id) => ({ ...view, id }));

/** What keeps a namespace out of sight: a setting of the server, for everybody, or the rights of whoever asks. */
export type Hidden = "by a setting" | "by the rights of a person";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface World {
  readonly dashboard: SecondDashboard;
  readonly cluster: Cluster;
  /** Between the two. */
  readonly door: TcpProxy;
  /** What a request says of who asks. */
  readonly asking: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/**
 * A machine that is busy stalls a moment. At life's pace, with a sign of life from each watch every second, none is silent for so long that a server
 * says, and records, that it did not see: what is compared is what was seen.
 */
const UNSTRESSED = { arguments: ["--speed", "1", "--bookmark-seconds", "1"], settings: { STOLOS_TIME_SCALE: "1" } };

const LEGACY_BINDINGS = "/apis/rbac.authorization.k8s.io/v1/namespaces/legacy/rolebindings";

/** The same seed, at a pace at which nothing happens by itself; some more entries where nobody may look. */
export async function startWorld(foreign: number, hidden: Hidden): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-world-"));
  const { program } = await startSandbox(folder, ["--scenario", "steady", "--seed", "5", "--max-age", "86400", ...UNSTRESSED.arguments]);
  const cluster = new Cluster(join(folder, "admin.kubeconfig"));
  for (let index = 0; index < foreign; index++) {
    await writeEntry(cluster, "payments", `zz-foreign-${index}`, {
      spec: { address: `203.0.113.${index + 1}`, labels: { "unseen-label": "x" }, locality: "zz-foreign/zone" },
    });
    // The namespace of these EndpointSlices is not visible.
    await cluster.create("/apis/discovery.k8s.io/v1/namespaces/payments/endpointslices", {
      ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: "IPv4", ports: [{ name: "zz", port: 80 }] },
      metadata: { name: `zz-foreign-${index}`, namespace: "payments", labels: { "kubernetes.io/service-name": "sap-bridge" } },
      endpoints: [{ addresses: [`203.0.113.${index + 1}`] }],
    });
  }
  expect(await entriesOf(cluster, "legacy", "sap-bridge")).toHaveLength(6);
  const isPersonal = hidden === "by the rights of a person";
  const asking: Record<string, string> = isPersonal ? { authorization: `Bearer ${await accountOf(cluster, "legacy-only", LEGACY_BINDINGS)}` } : {};
  // Guard rails out of sight: what they say is the same for everybody, and neither world has any.
  const settings = { STOLOS_READ_ONLY: "false", STOLOS_GUARD_RAILS: "payments/guard-rails", ...WITHOUT_LIMITS, ...UNSTRESSED.settings };
  const hiding = isPersonal ? { STOLOS_SIGN_IN: "token" } : { STOLOS_VISIBLE_NAMESPACES: "legacy" };
  const { door, kubeconfig } = await doorBefore(join(folder, "dashboard.kubeconfig"));
  const dashboard = await startSecond({ KUBECONFIG: kubeconfig, ...settings, ...hiding });
  return {
    ...{ dashboard, cluster, door },
    asking,
    end: async () => {
      await Promise.all([dashboard.end(), program.end(), door.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the views of a stream begin with, in the order of the views. */
export async function framesOf(world: World): Promise<readonly string[]> {
  const { begins, close } = await streamOf(world);
  close();
  return begins;
}

/** A stream with all views: what each begins with, and all that has come since. */
export async function streamOf({ dashboard: { address }, asking }: World): Promise<{ begins: readonly string[]; since(): string; close(): void }> {
  const stream = await openStream(address, asking);
  const frames = new Map<number, string>();
  let since = "";
  stream.listen(({ event, data }) => {
    if (event === "beat" || event === "hello") return;
    const { t, v } = JSON.parse(data);
    if (t === "snapshot") frames.set(v, sameInAll(data));
    else since += data;
  });
  expect(await setViews(address, stream.name, VIEWS, asking)).toBe(204);
  await expect.poll(() => frames.size).toBe(VIEWS.length);
  return { begins: VIEWS.map(({ id }) => frames.get(id) ?? ""), since: () => since, close: stream.close };
}

/** What differs between any two processes is made equal: nonces, the framework's numbers of requests, authorities, times, ages and how long something was observed (the two worlds began a moment apart), uids, the made-up parts of replicas' names, the order of an object's own keys stays. */
export function sameInAll(text: string): string {
  return (
    text
      .replace(/nonce(=\\?"|\\?":\\?")[A-Za-z0-9+/=]+/g, "nonce$1")
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "UID")
      .replace(/"id":"[\w-]{16}"/g, '"id":"UID"')
      // The random key of an incident (`lib/server/history/keep-incidents.ts`): in rows, addresses, results of the search and exports.
      .replace(/("(?:id|key|incident)\\?":\\?"|data-incident="|>|\/incidents\/)[bcdfghjkmnpqrstvwxz2-9]{6}(?=\\?"|<)/g, "$1KEY")
      .replace(/("kind":"incident",[^{}]*"name":")[bcdfghjkmnpqrstvwxz2-9]{6}(?=")/g, "$1KEY")
      .replace(/^[bcdfghjkmnpqrstvwxz2-9]{6}(?=,(open|recovering|long-running|planned|over),)/gm, "KEY")
      .replace(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, "TIME")
      .replace(/\b1[789]\d{11}(\.\d+)?\b/g, "MS")
      .replace(/\b\d\d:\d\d:\d\d\b/g, "CLOCK")
      .replace(/"(observedMs|flapsObservedMs|unseenMs)":\d+/g, '"$1":MS')
      .replace(/ (data-(?:[a-z]+-)*ms)="\d+(\.\d+)?"/g, ' $1="MS"')
      .replace(/"timeInState":\[[\d,]+\]/g, '"timeInState":MS')
      .replace(/127\.0\.0\.1:\d+/g, "HOST")
      .replace(/(\["\$","\$L\w+",")[\w-]{21}(?=[a-z]")/g, "$1REQUEST")
      .replace(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/g, "CERTIFICATE")
      .replace(/(≥ )?\b(\d+[ydhms](\d+[dm])?\+?|\d+ (s|min|h|d)|\d+\.\d s)\b/g, "AGE")
      .replace(/"(x-stolos-build|buildId|b)\\?":\\?"[^"\\]+/g, '"$1":"BUILD')
  );
}

export async function answerOf(
  request: APIRequestContext,
  { dashboard: { address }, asking }: World,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  // What the framework fetches of a page stands at an address that it is led to.
  const answer = await request.get(`${address}${path}`, { maxRedirects: headers.rsc === undefined ? 0 : 1, headers: { ...asking, ...headers } });
  return { status: answer.status(), body: sameInAll(await answer.text()) };
}

/** So long nothing comes from an API server: every source falls out of live, and a moment later is tried again. Milliseconds. */
const CUT_MS = 2_500;
/** Within this time of the way's return every source is seen again, and recorded. Milliseconds. */
const SEEN_AGAIN_MS = 8_000;

/** What whoever asks is told that was not seen, once the way to the API server was cut for a while: the whole answer, and the names of the sources, each once. */
export async function unseenIn(request: APIRequestContext, world: World): Promise<{ readonly body: string; readonly sources: readonly string[] }> {
  world.door.cut();
  await wait(CUT_MS);
  world.door.restore();
  await wait(SEEN_AGAIN_MS);
  const answer = await request.get(`${world.dashboard.address}/api/history/activity?type=blind&window=1h&limit=500`, { headers: { ...world.asking } });
  const body = await answer.text();
  const rows: readonly { readonly cluster: string; readonly namespace: string; readonly to: string }[] = JSON.parse(body).rows;
  return { body, sources: [...new Set(rows.map(({ cluster, namespace, to }) => `${cluster}/${namespace}/${to}`))].sort() };
}
