import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { gatewayApiDefinitions } from "@/lib/sandbox/apiserver/gateway-api-definitions";
import { istioDefinitions } from "@/lib/sandbox/apiserver/istio-definitions";
import { readConfig } from "@/lib/server/config";
import { openSqliteSession } from "@/lib/server/history/sqlite-session";
import { start } from "@/lib/server/runtime";
import { wordsOfFleet, wordsOfScript } from "./compared-words";
import { playPast } from "./play";
import type { PastScript } from "./script";

const MINUTE = 60_000;
const [ADMIN, CLUSTER] = ["admin", "admin@sandbox"];
const ZONES = ["eu-central-1a", "eu-central-1b"];

const SCRIPT: PastScript = {
  lengthMs: 20 * MINUTE,
  clusters: [
    {
      name: CLUSTER,
      istiods: ZONES.map((zone, at) => ({ key: String(at), zone })),
      groups: [
        { namespace: "shop", name: "checkout", size: 30, zones: ZONES, expected: "30" },
        { namespace: "shop", name: "pay", size: 10, zones: ZONES, expected: "10" },
      ],
      services: [{ kind: "Service", namespace: "shop", name: "pay", selector: { app: "pay" }, port: 80 }],
    },
  ],
  events: [
    { at: 10 * MINUTE, kind: "fail", machines: { groups: ["shop/checkout"], most: 4 }, message: "connection refused" },
    { at: 12 * MINUTE, kind: "lose", machines: { groups: ["shop/pay"], most: 2 }, how: "silent" },
    { at: 14 * MINUTE, kind: "delete-entry", machines: { groups: ["shop/pay"], numbers: [5] }, with: "kubectl" },
  ],
};

/** A dashboard on the embedded API server with a past's objects and history. */
async function served() {
  const folder = mkdtempSync(join(tmpdir(), "stolos-served-"));
  const past = await playPast(SCRIPT, { seed: 4, now: Date.now(), folder });
  const [count, snapshot, now] = [past.countAt(past.now), past.snapshot(CLUSTER), past.now];
  await past.close();
  const definitions = [...istioDefinitions(), ...gatewayApiDefinitions()];
  const server = await createApiServer({ users: [{ name: ADMIN, token: "a", groups: ["system:masters"] }], definitions });
  server.storage.restore(snapshot.objects);
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig(ADMIN));
  const runtime = await start(readConfig({ KUBECONFIG: kubeconfig, STOLOS_DATA: folder }));
  onTestFinished(async () => {
    await runtime.stop();
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, runtime, server, snapshot, count, now };
}

it("goes on in a dashboard that starts with its history and its objects, without a transition of a machine", async () => {
  const { folder, runtime, server, snapshot, count, now } = await served();
  await vi.waitFor(() => expect(runtime.statuses().map(({ freshness }) => freshness.kind)).toEqual(["live"]), 20_000);
  expect(wordsOfFleet(runtime.fleet)).toEqual(wordsOfScript(count));
  const kept = ({ metadata }: (typeof snapshot.objects)[number]) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`;
  const inSnapshot = snapshot.objects.filter(({ kind }) => kind === "WorkloadEntry").map(kept);
  expect(server.storage.list("networking.istio.io/v1", "WorkloadEntry", "").map(kept).sort()).toEqual(inSnapshot.sort());
  // The dashboard's own window opens once it has compared its objects with the recorded ones.
  await vi.waitFor(
    () => expect(selected(folder, "select recorder_id from watch_window where kind = 'workloadentries' order by id")).toEqual([[1], [2]]),
    20_000,
  );
  const later = `select type, to_word from transition join subject on subject.id = subject_id where subject.kind = 'entry' and at > ${now}`;
  expect(selected(folder, later)).toEqual([]);
  const viewer = await runtime.signIn.viewerOf({ headers: new Headers() });
  const before = await runtime.history.fleetAt(now - 1_000, viewer.scope);
  expect(wordsOfFleet(before.fleet)).toEqual(wordsOfScript(count));
}, 60_000);

function selected(folder: string, statement: string): readonly (readonly unknown[])[] {
  const session = openSqliteSession(join(folder, "history.db"), "read");
  try {
    return session.execute(statement, []).rows;
  } finally {
    session.close();
  }
}
