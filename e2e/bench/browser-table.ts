import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRealCluster } from "@/e2e/cluster/real-cluster";
import { startDashboard, startSandbox, untilReady, WITHOUT_LIMITS } from "@/e2e/house";
import { openCountingDoor } from "./counting-door";
import { startChromium } from "./devtools";
import { listTable } from "./list-table";
import { previewTable } from "./preview-table";
import { seedCluster } from "./seed-cluster";
import { Writer } from "./writer";

/** A cluster to measure on, with the kubeconfigs of who looks and of who writes. */
interface Ground {
  readonly part: string;
  /** Its name on the pages. */
  readonly cluster: string;
  readonly reader: string;
  readonly administrator: string;
  end(): Promise<void>;
}

/** The table of `npm run bench:browser` for one fleet: on the sandbox, or on the real control plane of REAL_CLUSTER. */
export async function browserTable(entries: number, rounds: number): Promise<void> {
  const ground = process.env.REAL_CLUSTER ? await realGround(process.env.REAL_CLUSTER, entries) : await sandboxGround(entries);
  try {
    const { program: dashboard, port } = await startDashboard({ KUBECONFIG: ground.reader, STOLOS_KUBECONFIG: ground.reader, ...WITHOUT_LIMITS });
    const chromium = await startChromium(process.env.STOLOS_CHROMIUM ?? "chromium");
    const door = await openCountingDoor(port);
    const writer = new Writer(ground.administrator);
    try {
      const address = `http://127.0.0.1:${door.port}`;
      await untilReady(address);
      await writer.prepare();
      await warm(address);
      const scene = { part: ground.part, entries, address, door, chromium, writer, rounds };
      await listTable(scene);
      await previewTable({ ...scene, cluster: ground.cluster });
    } finally {
      await writer.end();
      await chromium.end();
      await door.close();
      await dashboard.end();
    }
  } finally {
    await ground.end();
  }
}

/** A server answers its first requests while its code is compiled: nobody measures that. */
async function warm(address: string): Promise<void> {
  for (let round = 0; round < 5; round++) for (const path of ["/", "/entries"]) await (await fetch(address + path)).text();
}

async function sandboxGround(entries: number): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-bench-"));
  const { program } = await startSandbox(folder, ["--scenario", "steady", "--entries", String(entries), "--seed", "1"]);
  return {
    ...{ part: "browser, sandbox", cluster: "sandbox" },
    reader: join(folder, "kubeconfig"),
    administrator: join(folder, "admin.kubeconfig"),
    end: async () => {
      await program.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function realGround(source: string, entries: number): Promise<Ground> {
  const cluster = await startRealCluster(source);
  await seedCluster(cluster.kubeconfigOf("admin"), entries);
  return {
    ...{ part: "browser, real cluster", cluster: "real" },
    reader: cluster.kubeconfigOf("dashboard"),
    administrator: cluster.kubeconfigOf("admin"),
    end: () => cluster.end(),
  };
}
