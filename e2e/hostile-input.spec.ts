import { freshness } from "./alive";
import { expect, test } from "./fixtures";
import { faultOf, hostileInputs } from "./outside/hostile-inputs";
import { sendRaw } from "./outside/raw-request";

/* Inputs that mean to take time, memory or the process: a share of them, another with each seed. `npm run prove -- inputs` sends all and measures. */

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false" },
  },
});

const SEED = Number(process.env.HOSTILE_SEED ?? 1);
/** One in so many. */
const SHARE = 3;

test("the server answers each hostile input as declared, and stays live", async ({ house, page }) => {
  const all = hostileInputs(house.address);
  expect(all.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  // What is sent to three addresses goes to another of them each time.
  for (const input of all.filter((_, at) => (at + Math.floor(at / SHARE) + SEED) % SHARE === 0)) {
    const fault = faultOf(input, await sendRaw(house.address, input));
    if (fault !== null) wrong.push(fault);
  }
  expect(wrong).toEqual([]);
  expect(house.dashboard.log()).not.toMatch(/"level":"error"|unhandledRejection|uncaughtException|FATAL ERROR/);
  await page.goto("/entries");
  await expect(freshness(page, "live")).toBeVisible();
});
