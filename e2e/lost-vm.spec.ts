import { expectHeadline, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { Latencies } from "@/e2e/cluster/latencies";
import { sighted } from "@/e2e/cluster/sighting";
import { Writes } from "@/e2e/cluster/writes";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, tellMachine } from "./fleet";

// Half the pace of the others: a countdown of five seconds is seen on a busy machine as well.
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "2"], settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" } },
});

const GROUPS = [
  ["checkout", 48],
  ["cart", 40],
  ["storefront", 64],
] as const;

test("a lost machine counts down and leaves within a second of each write, its group and the fleet turning with it", async ({
  page,
  context,
  house,
  cluster,
}, testInfo) => {
  const latencies = new Latencies();
  const writes = await Writes.of(cluster, "entries", "shop");
  const fleet = await context.newPage();
  await fleet.goto("/");
  const fleetLoaded = await loadedAt(fleet);
  const servingBefore = await servingOf(fleet.getByRole("heading", { level: 1 }));

  for (const [group, size] of GROUPS) {
    const entry = await freshEntry(cluster, "shop", group);
    await page.goto(groupPage("shop", group));
    await expectHeadline(page, new RegExp(`^${size} of ${size} expected machines serve\\.`));
    const loaded = await loadedAt(page);

    const askedAt = Date.now();
    const counted = sighted(page, { row: entry, words: ["Reconnecting", "deleted in", "unless it is back"] });
    await tellMachine(house, "shop", entry, "disconnect");
    const [countedAt, gone] = [await counted, sighted(page, { row: entry, words: null })];
    await expect(page.getByRole("heading", { level: 1 }), "a machine within its grace period still serves").toContainText(`${size} of ${size} expected`);
    const goneAt = await gone;

    for (const [kind, seenAt] of [
      ["disconnected", countedAt],
      ["deleted", goneAt],
    ] as const) {
      await expect.poll(() => writes.first(entry, askedAt, kind)).toBeDefined();
      latencies.take(`${entry} ${kind}`, writes.first(entry, askedAt, kind)?.at ?? Number.NaN, seenAt);
    }
    await expectHeadline(page, new RegExp(`^${size - 1} of ${size} expected machines serve\\.\\s+One machine vanished( at \\d\\d:\\d\\d:\\d\\d)?\\.`));
    expect(await loadedAt(page), "the page was not loaded again").toBe(loaded);
  }
  await expect.poll(() => servingOf(fleet.getByRole("heading", { level: 1 }))).toBe(servingBefore - GROUPS.length);
  await expect(fleet.getByRole("table", { name: "Groups in trouble" }).getByRole("row").filter({ hasText: "shop / checkout" })).toContainText(
    /One machine vanished\.|Lost one machine at/,
  );
  expect(await loadedAt(fleet)).toBe(fleetLoaded);
  writes.end();
  latencies.expectPrompt();
  await testInfo.attach("latencies.txt", { body: latencies.report(testInfo.title) });
  process.stdout.write(latencies.report("lost machines"));
});

test("the page of a lost machine keeps what was last seen of it, and the machine is back by itself", async ({ page, house, cluster }) => {
  const entry = await freshEntry(cluster, "payments", "ledger");
  await page.goto(entryPage("payments", entry));
  await expectHeadline(page, /^This machine is healthy\./);
  await tellMachine(house, "payments", entry, "disconnect");
  await expectHeadline(
    page,
    /^This machine left a moment ago\. .*deleted in \d+ s unless it is back\. It still answers for ledger\.payments\.mesh\.internal\.$/,
  );
  await expect(page.getByRole("timer")).toHaveText(/^(in|at the latest in)\s*\d+:\d\d$/);
  await expectHeadline(page, /^This entry is not in the API any more\. It was (reconnecting|disconnected) when last seen\.$/);
  await expect(page.getByRole("region", { name: "When last seen" })).toContainText("aws-frankfurt");

  await page.goto(groupPage("payments", "ledger"));
  await expectHeadline(page, /^17 of 18 /);
  await tellMachine(house, "payments", entry, "connect");
  await expect(rowOf(page, entry)).toContainText("Healthy");
  await expectHeadline(page, /^18 of 18 /);
});

test.afterEach(({ house }) => house.control("POST", "/scenario/steady"));

async function servingOf(heading: { textContent(): Promise<string | null> }): Promise<number> {
  return Number(/^([\d,]+)/.exec((await heading.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
}
