import { describe, expect, it } from "vitest";
import { createTidy } from "@/lib/server/history/retention";
import { postgresPrograms, startPostgres } from "@/lib/testing/postgres";
import { proveByteFlips } from "./byte-flip-proof";
import { proveFullDisks } from "./full-disk-proof";
import { proveIncidentKills, proveIncidentReplicas } from "./incident-proofs";
import { proveKills } from "./kill-proof";
import { SCRIPT_BEGAN, scriptedRecord } from "./memory-script";
import { provePromotions, proveRestarts, proveThreeRecorders } from "./postgres-proofs";
import type { Proof } from "./proof";
import { startRecording, untilStatus } from "./recording";
import { proveReplicaKills, proveStarts } from "./replica-proofs";

/** A sample of what `npm run prove -- history` does at length. */
const PATIENCE_MS = 120_000;
const installed = postgresPrograms() !== null;
const where = installed ? "where PostgreSQL is installed" : "skipped: PostgreSQL is not installed here";

async function holds(proof: Promise<Proof>): Promise<void> {
  const { value, target, faults } = await proof;
  expect({ value, faults }).toEqual({ value: target, faults: [] });
}

describe("a history in a file", () => {
  it("loses and doubles nothing that it acknowledged, when its process is killed", () => holds(proveKills(2, 7)), PATIENCE_MS);
  it("loses, doubles and changes no incident when its process is killed", () => holds(proveIncidentKills(2, 7)), PATIENCE_MS);
  it("pauses where the disk is full, says so, goes on by itself and shows the gap", () => holds(proveFullDisks(2, 7)), PATIENCE_MS);
  it(
    "loses and doubles nothing when a byte changed on the disk: it is set aside, or as it was but for one row or one index",
    () => holds(proveByteFlips(6, 7)),
    PATIENCE_MS,
  );
});

describe.skipIf(!installed)(`a history in PostgreSQL (${where})`, () => {
  it("loses and doubles nothing when the server restarts", () => holds(proveRestarts(1, 7)), PATIENCE_MS);
  it("loses and doubles nothing when a standby takes over", () => holds(provePromotions(1, 7)), PATIENCE_MS);
  it("that three processes write at once is that of one", () => holds(proveThreeRecorders(600, 7)), PATIENCE_MS);

  it(
    "never goes back and stores no event twice when a replica starts during a rollout",
    () => holds(proveStarts(1, 7, { machines: 400, perSecond: 800 })),
    PATIENCE_MS,
  );
  it("stores each incident of two replicas once, also if one of them is killed", () => holds(proveIncidentReplicas(2, 7, 240)), PATIENCE_MS);
  it("loses and duplicates nothing when one of two replicas is killed", () => holds(proveReplicaKills(1, 7, { machines: 60, perSecond: 100 })), PATIENCE_MS);

  it(
    "sheds what is too old as a file does, and knows about how much it holds",
    async () => {
      const server = await startPostgres();
      const { database, writer, end } = await startRecording({ url: server.url, folder: "" });
      try {
        await untilStatus(writer, "recording");
        writer.append(Array.from({ length: 1_000 }, (_, index) => scriptedRecord(index)));
        await writer.flush();
        const tidy = createTidy({ keepMs: 100, incidentMs: 1e12, bytes: 1e12 });
        while ((await tidy(database, SCRIPT_BEGAN + 600)) < 60_000);
        // Of forty machines in turn, a version holds for forty moments.
        const left = await database.read.selectFrom("version").select(["valid_from"]).orderBy("valid_from").execute();
        expect(left.map((row) => row.valid_from - SCRIPT_BEGAN)).toEqual(Array.from({ length: 540 }, (_, more) => 460 + more));
        // A connection reports its changed rows after ten idle seconds, or at its end.
        await server.query("select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()");
        await expect.poll(async () => ((await database.size()) ?? 0) > 500 * 700, { timeout: 30_000 }).toBe(true);
      } finally {
        await end();
        await server.remove();
      }
    },
    PATIENCE_MS,
  );

  it(
    "may be absent at the start: the history says that it waits, and records once the server is there",
    async () => {
      const server = await startPostgres();
      await server.stop("fast");
      const { writer, end } = await startRecording({ url: server.url, folder: "" });
      try {
        await new Promise<void>((resolve) => writer.onStatus(() => resolve()));
        expect(writer.status()).toEqual({ kind: "starting", reason: "PostgreSQL does not answer (ECONNREFUSED)" });
        await server.start();
        await untilStatus(writer, "recording");
      } finally {
        await end();
        await server.remove();
      }
    },
    PATIENCE_MS,
  );
});
