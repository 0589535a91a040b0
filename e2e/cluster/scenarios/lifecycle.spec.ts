import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectWords, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { Stage } from "@/e2e/cluster/stage";

const CHECKED = "checkout-10.30.0.1-vpc-2";
const PLAIN = "plain-10.30.0.2";

/** istiod deletes it when its grace period is over, or a moment later: both words are right. */
const FORGOTTEN = /^This entry is not in the API any more\. It was (reconnecting|disconnected) when last seen\.$/;

test("lifecycle: a machine comes, fails, recovers, leaves and is forgotten, in words and without a reload", async ({
  scenario,
  namespace,
  visit,
  listenTo,
  latencies,
}) => {
  const play = scenario("lifecycle");
  await play.step("kubectl apply");
  const [fleet, group, list] = await Promise.all([
    visit("dashboard", "/"),
    visit("dashboard", `/c/real/groups/${namespace}/checkout`),
    visit("dashboard", `/entries?ns=${namespace}`),
  ]);
  const loaded = await Promise.all([fleet, group, list].map(loadedAt));
  const writes = await listenTo("entries", namespace);
  const stage = new Stage({ play, list, latencies, writes });

  await expectCells(list, "hand-written", ["Awaiting first probe", "no health report yet"]);
  await expectHeadline(group, /^No machine is registered\./);
  await expectWords(group, "No machine is registered", "no expected size is declared");
  await expectHeadline(fleet, "0 serving.");

  await test.step("registered, and nothing reported yet", async () => {
    await stage.turn({ step: "connect", write: [CHECKED, "registered"], wanted: { row: CHECKED, words: ["Awaiting first probe"] } });
    await stage.turn({ step: "connect", write: [PLAIN, "registered"], wanted: { row: PLAIN, words: ["Not checked"] } });
  });
  const hrefs = await Promise.all([CHECKED, PLAIN].map((name) => rowOf(list, name).getByRole("link", { name }).getAttribute("href")));
  const [entry, plain] = await Promise.all([visit("dashboard", hrefs[0] ?? ""), visit("dashboard", hrefs[1] ?? "")]);
  await expectCells(list, CHECKED, ["Awaiting first probe", "no health report yet", "eu-central-1b", "istiod-a"]);
  await expectCells(list, PLAIN, ["Not checked", "istiod-b"]);
  await expectHeadline(entry, "This machine waits for its first health report. Istio sends it no traffic.");
  await expectHeadline(plain, "No health check decides about this machine. No host selects it.");
  await expectHeadline(group, /^0 serving\./);
  await expectHeadline(fleet, "1 serving.");
  await expectWords(fleet, "2 istiod replicas hold 2 connections");

  await test.step("healthy", async () => {
    await stage.turn({ step: `health ${namespace}/vm-1`, write: [CHECKED, "True"], wanted: { row: CHECKED, words: ["Healthy"] } });
    await expectCells(list, CHECKED, ["Healthy"]);
    await expectHeadline(entry, /^This machine is healthy\. No host selects it\. It has been connected to istiod-a for \d+ s\.$/);
    await expectWords(entry, "closes the connection at about its maximum age", "maximum age 30 min", "known: arguments of istiod-a");
    await expectHeadline(group, /^1 serving\./);
    await expectHeadline(fleet, "2 serving.");
  });

  await test.step("unhealthy, with the probe's own words", async () => {
    const refused = 'Get "http://10.30.0.1:8080/healthz": dial tcp 10.30.0.1:8080: connect: connection refused';
    await stage.turn({ step: `health ${namespace}/vm-1 Get`, write: [CHECKED, "False"], wanted: { row: CHECKED, words: ["Unhealthy", refused] } });
    await expectCells(list, CHECKED, ["Unhealthy", refused]);
    await expectCells(group, CHECKED, ["Unhealthy", refused]);
    await expectHeadline(group, "0 serving. 1 unhealthy machine.");
    await expectHeadline(fleet, "1 serving. checkout has 1 unhealthy machine.");
    await expectCells(fleet, `${namespace} / checkout`, ["Unhealthy", `1 unhealthy machine: ${refused}.`]);
    await expectHeadline(entry, "This machine fails its health check. Istio sends it no traffic.");
    await expectWords(entry, refused, "no: the health gate is on and the condition is False");

    await stage.turn({
      step: `health ${namespace}/vm-1 readiness`,
      write: [CHECKED, "False"],
      wanted: { row: CHECKED, words: ["readiness probe failed: 503"] },
    });
    await play.step(`health ${namespace}/vm-1 readiness`);
    await expectCells(list, CHECKED, ["Unhealthy", "readiness probe failed: 503"]);
  });

  await test.step("healthy again", async () => {
    await stage.turn({ step: `health ${namespace}/vm-1`, write: [CHECKED, "True"], wanted: { row: CHECKED, words: ["Healthy"] } });
    await expectCells(list, CHECKED, ["Healthy"]);
    await expectHeadline(group, /^1 serving\./);
    await expectHeadline(fleet, "2 serving.");
    await expectWords(fleet, /None of \d groups is in trouble\./);
  });

  await test.step("lost: a countdown, then nothing", async () => {
    const left = await stage.turn({
      step: `disconnect ${namespace}/vm-1`,
      write: [CHECKED, "disconnected"],
      wanted: { row: CHECKED, words: ["Reconnecting", "deleted in"] },
    });
    const gone = stage.later([CHECKED, "deleted"], left.at, { row: CHECKED, words: null });
    // All at once: the real grace period is ten seconds.
    await Promise.all([
      expectCells(list, CHECKED, ["Reconnecting", /^left \d+ s ago; deleted in \d+ s unless it is back$/]),
      expectHeadline(entry, /^This machine left a moment ago\. .*deleted in \d+ s unless it is back\. No host selects it\.$/),
      expectHeadline(group, /^1 serving\. 1 reconnecting machine/),
      expectHeadline(fleet, "2 serving. checkout has 1 reconnecting machine."),
      expectWords(fleet, "2 istiod replicas hold 1 connection"),
      expectCountdown(entry),
    ]);
    await gone;
    await expect(rowOf(list, CHECKED)).toHaveCount(0);
    await expectHeadline(group, /^No machine is registered\. One machine vanished at [\d:]+\.$/);
    await expectHeadline(fleet, /^1 serving\. checkout lost one machine at [\d:]+\.$/);
    await expectHeadline(entry, FORGOTTEN);
  });

  await test.step("the machine without a probe leaves as well", async () => {
    const left = await stage.turn({ step: `disconnect ${namespace}/vm-2`, write: [PLAIN, "disconnected"], wanted: { row: PLAIN, words: ["Reconnecting"] } });
    await stage.later([PLAIN, "deleted"], left.at, { row: PLAIN, words: null });
    await expectHeadline(plain, FORGOTTEN);
    await expectHeadline(fleet, /^0 serving\. 2 machines in 2 groups were lost/);
    await expectWords(fleet, "hold 0 connections");
  });

  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all([fleet, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
  latencies.expectPrompt();
});

/** A clock that runs down, in seconds. */
async function expectCountdown(entry: Page): Promise<void> {
  const timer = entry.getByRole("timer");
  await expect(timer).toHaveText(/^in\s*0:\d\d$/);
  const first = (await timer.textContent()) ?? "";
  await expect(timer, "the countdown runs").not.toHaveText(first);
}
