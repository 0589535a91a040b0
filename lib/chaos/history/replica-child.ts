import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { startMemory } from "@/lib/server/start-memory";
import { startClusterWatch } from "@/lib/server/watch/cluster-watch";
import type { ReplicaTask } from "./replicas";

/** A process that watches a fake API server and records it in PostgreSQL, like one replica of the product. The parent may kill it at any time. */
const CLUSTER = "fake";
const task: ReplicaTask = JSON.parse(process.argv[2] ?? "{}");
const say = (line: string) => process.stdout.write(`${line}\n`);

const clock = systemClock();
const fleet = liveFleet([CLUSTER], () => clock.now());
const config = { kind: "on", url: task.database, folder: task.folder, days: 30, incidentDays: 90, maxMb: 2_048 } as const;
const memory = await startMemory({ config: () => config, clock, fleet, scope: () => scopeFromPermissions(new Map()), timeScale: 1 });
const sources = memory.recorder === null ? {} : { sources: memory.recorder };
const sink = new LiveFleetSink(fleet, clock, { status: (status) => memory.recorder?.status(status), rights: () => undefined, ...sources });
const credentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
const context = { cluster: CLUSTER, server: task.api, proxyUrl: null, namespace: "", credentials: async () => credentials };
const watch = startClusterWatch({ context, sink, clock });

const told = setInterval(() => {
  if (memory.recorder?.watches(CLUSTER) !== true) return;
  say("recording");
  clearInterval(told);
}, 20);

process.on("message", (line: { readonly audit: string }) => {
  memory.history.keepAudit({
    ...{ who: "ann", command: "set-expected-size", verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", mode: "applied" },
    ...{ cluster: CLUSTER, namespace: "shop", name: line.audit, fields: "metadata", result: "done", audit_id: "" },
  });
  say(`audited ${line.audit}`);
});

process.once("SIGTERM", () => {
  sink.stop();
  void Promise.all([watch.stop(), memory.stop()]).then(() => process.exit(0));
});
