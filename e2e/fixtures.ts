import { test as base, expect } from "@playwright/test";
import { Cluster } from "./cluster";
import { listenToAll } from "./complaints";
import { type House, type HouseOptions, startHouse } from "./house";
import { setLanePriority } from "./lane-priority";

/**
 * The demo's fleet without its incidents, four times as fast as life: faster, and a busy machine looks like an outage. Stolos believes five seconds of silence
 * here and then opens a watch again, with a new TLS connection for each of thirty watches. Bookmarks every three seconds avoid that; houses of single files
 * have the bookmarks of a real API server.
 */
const STEADY_FLEET: HouseOptions = {
  sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4", "--bookmark-seconds", "3"],
  settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" },
};

/** The longest life of a token in the house `shortTokens`. */
export const SHORT_TOKEN_SECONDS = 8;
/** Users sign in with a token and may write. */
const WRITING = { ...STEADY_FLEET.settings, STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" };

/** Houses that several specs share. Playwright keeps a worker for files whose options are the same value, so these have names. */
const SHARED_HOUSES = {
  writing: { ...STEADY_FLEET, settings: { ...WRITING, STOLOS_TEAM_VIEWS: "istio-system/stolos-views" } },
  /** The API server limits every token to a few seconds. */
  shortTokens: { sandboxArguments: [...STEADY_FLEET.sandboxArguments, "--max-token-seconds", String(SHORT_TOKEN_SECONDS)], settings: WRITING },
} satisfies Readonly<Record<string, HouseOptions>>;

/** What the browser complained about. A test that provokes a complaint claims it; every other one fails the test. */
export interface Complaints {
  /** From now on, complaints that match are expected. */
  claim(pattern: RegExp): void;
  /** What was heard so far, claimed or not. */
  heard(): readonly string[];
}

interface WorkerFixtures {
  readonly lane: string;
  readonly houseOptions: HouseOptions | keyof typeof SHARED_HOUSES;
  readonly house: House;
}
interface TestFixtures {
  readonly cluster: Cluster;
  readonly complaints: Complaints;
}

/** One sandbox and one dashboard per worker. Every page of every context is watched for errors and for violations of its policy. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Before the browser and the house start, which take over the priority.
  lane: [
    async ({ browserName }, use, { project }) => {
      setLanePriority(project.name);
      await use(`${project.name}, ${browserName}`);
    },
    { scope: "worker", auto: true },
  ],

  houseOptions: [STEADY_FLEET, { option: true, scope: "worker" }],

  house: [
    async ({ houseOptions }, use) => {
      const house = await startHouse(typeof houseOptions === "string" ? SHARED_HOUSES[houseOptions] : houseOptions);
      await use(house);
      await house.end();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: ({ house }, use) => use(house.address),

  cluster: ({ house }, use) => use(new Cluster(house.kubeconfigOf("admin"))),

  complaints: [
    async ({ browser, context, house }, use, testInfo) => {
      const heard: string[] = [];
      const claimed: RegExp[] = [];
      const logged = house.dashboard.log().length;
      // The test's own context is opened before this begins, and closed after it has ended.
      expect(browser.contexts()).toContain(context);
      const stop = listenToAll(browser, heard);
      await use({ claim: (pattern) => claimed.push(pattern), heard: () => heard });
      stop();

      house.pageDoor.restore();
      house.apiDoor.restore();
      const written = house.dashboard.log().slice(logged);
      const crashes = written.match(/.*(unhandledRejection|uncaughtException|⨯).*/g) ?? [];
      const unclaimed = [...heard, ...crashes].filter((complaint) => !claimed.some((pattern) => pattern.test(complaint)));
      if (testInfo.status !== testInfo.expectedStatus || unclaimed.length > 0) {
        await testInfo.attach("dashboard.log", { body: written, contentType: "text/plain" });
        await testInfo.attach("sandbox.log", { body: house.sandbox.log().slice(-20_000), contentType: "text/plain" });
      }
      expect(unclaimed, "the browser and the server had nothing to complain about").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
