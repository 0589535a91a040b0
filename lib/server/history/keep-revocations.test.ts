import { expect, it, onTestFinished } from "vitest";
import { onEachEngine } from "@/lib/testing/engines";
import { NOW } from "@/lib/testing/entries";
import type { HistoryStatus } from "./history-record";
import { revocationTable } from "./keep-revocations";
import { openMemoryDatabase } from "./memory-database";
import { openPostgres } from "./postgres-database";

const HOUR = 3_600_000;
const RECORDING: HistoryStatus = { kind: "recording", since: NOW, notice: "" };

onEachEngine("the table of revoked sessions", (own) => {
  it("returns each session to every process, including later ones", async () => {
    const url = await own();
    const database = url === null ? await openMemoryDatabase() : openPostgres(url);
    onTestFinished(() => database.close());
    await database.prepare();
    const aProcess = () => revocationTable({ database, status: () => RECORDING });
    const [one, other] = [aProcess(), aProcess()];
    expect(await one.read(NOW)).toEqual([]);
    await one.keep([{ session: "a", endsAt: NOW + HOUR }], NOW);
    await other.keep(
      [
        { session: "a", endsAt: NOW + HOUR },
        { session: "b", endsAt: NOW + 2 * HOUR },
      ],
      NOW,
    );
    const both = ["a", "b"];
    for (const table of [one, other, aProcess()]) expect((await table.read(NOW)).map(({ session }) => session)).toEqual(both);
  });

  it("deletes a session after its natural end", async () => {
    const url = await own();
    const database = url === null ? await openMemoryDatabase() : openPostgres(url);
    onTestFinished(() => database.close());
    await database.prepare();
    const table = revocationTable({ database, status: () => RECORDING });
    await table.keep([{ session: "a", endsAt: NOW + HOUR }], NOW);
    expect(await table.read(NOW + HOUR)).toEqual([]);
    await table.keep([], NOW + HOUR);
    expect(await database.read.selectFrom("revoked_session").selectAll().execute()).toEqual([]);
  });

  it("deletes the oldest above 100,000", async () => {
    const url = await own();
    const database = url === null ? await openMemoryDatabase() : openPostgres(url);
    onTestFinished(() => database.close());
    await database.prepare();
    const table = revocationTable({ database, status: () => RECORDING });
    await table.keep([{ session: "oldest", endsAt: NOW + HOUR }], NOW);
    await database.write
      .insertInto("revoked_session")
      .values({ id: 100_001, session: "newest", ends_at: NOW + HOUR })
      .execute();
    expect(await table.read(NOW)).toHaveLength(2);
    await table.keep([], NOW);
    expect(await revocationTable({ database, status: () => RECORDING }).read(NOW)).toEqual([{ session: "newest", endsAt: NOW + HOUR }]);
  });

  it("rejects while the database is not open", async () => {
    const url = await own();
    const database = url === null ? await openMemoryDatabase() : openPostgres(url);
    onTestFinished(() => database.close());
    const table = revocationTable({ database, status: () => ({ kind: "starting", reason: "" }) });
    await expect(table.read(NOW)).rejects.toThrow(/not open yet/);
    await expect(table.keep([], NOW)).rejects.toThrow(/not open yet/);
  });
});
