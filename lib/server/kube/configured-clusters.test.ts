import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { NO_KUBECONFIG } from "@/lib/testing/server/kubeconfig-settings";
import type { KubeconfigSettings } from "./cluster-context";
import { type ClusterChange, ConfiguredClusters } from "./configured-clusters";

let folder = "";
let file = "";
let clock: ManualClock;
let changes: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stolos-configured-"));
  file = join(folder, "config");
  clock = new ManualClock(1_800_000_000_000);
  changes = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A kubeconfig (JSON is YAML) with these contexts, each of the server `https://NAME`. */
const config = (names: readonly string[], { current = names[0] ?? "", server = (name: string) => `https://${name}` } = {}) =>
  JSON.stringify({
    "current-context": current,
    contexts: names.map((name) => ({ name, context: { cluster: name, user: "u" } })),
    clusters: names.map((name) => ({ name, cluster: { server: server(name) } })),
    users: [{ name: "u", user: { token: "t" } }],
  });

async function read(settings: Partial<KubeconfigSettings>): Promise<ConfiguredClusters> {
  const clusters = await ConfiguredClusters.read({ ...NO_KUBECONFIG, ...settings }, clock);
  clusters.follow(({ added, removed }: ClusterChange) => {
    changes.push(...removed.map((name) => `-${name}`), ...added.map(({ cluster }) => `+${cluster}`));
  });
  return clusters;
}
const titles = (clusters: ConfiguredClusters) => clusters.problems.map(({ title }) => title);

describe("the contexts of a kubeconfig", () => {
  it("are watched once they are added, without another reading", async () => {
    writeFileSync(file, config(["eu"]));
    const clusters = await read({ kubeconfig: file, contexts: "all" });
    writeFileSync(file, config(["eu", "us"]));
    await clusters.readAgain();
    expect([clusters.names, changes]).toEqual([["eu", "us"], ["+us"]]);
  });

  it("are watched once a kubeconfig is made in the home folder, which had none", async () => {
    const clusters = await read({ home: folder });
    expect([clusters.names, clusters.problems.length]).toEqual([[], 1]);
    mkdirSync(join(folder, ".kube"));
    writeFileSync(join(folder, ".kube", "config"), config(["eu"]));
    await clusters.readAgain();
    expect([clusters.names, changes, clusters.problems.length]).toEqual([["eu"], ["+eu"], 0]);
  });

  it("are read by the timer, several times within ten seconds", async () => {
    writeFileSync(file, config(["eu"]));
    const clusters = await read({ kubeconfig: file, contexts: "all" });
    writeFileSync(file, config(["eu", "us"]));
    clock.advance(3_000);
    await expect.poll(() => clusters.names).toEqual(["eu", "us"]);
    clusters.stop();
    expect(clock.timers).toBe(0);
  });

  it("are removed if two readings lack them, because programs write the file in place", async () => {
    writeFileSync(file, config(["eu", "us"]));
    const clusters = await read({ kubeconfig: file, contexts: "all" });
    writeFileSync(file, config(["eu"]));
    await clusters.readAgain();
    expect(clusters.names).toEqual(["eu", "us"]);
    await clusters.readAgain();
    expect([clusters.names, changes, titles(clusters)]).toEqual([["eu"], ["-us"], []]);
  });

  it("stay if only one reading lacks them", async () => {
    writeFileSync(file, config(["eu", "us"]));
    const clusters = await read({ kubeconfig: file, contexts: "all" });
    writeFileSync(file, config(["eu"]));
    await clusters.readAgain();
    writeFileSync(file, config(["eu", "us"]));
    await clusters.readAgain();
    await clusters.readAgain();
    expect([clusters.names, changes]).toEqual([["eu", "us"], []]);
  });

  it("are another cluster under another name", async () => {
    writeFileSync(file, config(["eu"]));
    const clusters = await read({ kubeconfig: file, contexts: "all" });
    writeFileSync(file, config(["europe"]));
    await clusters.readAgain();
    await clusters.readAgain();
    expect([clusters.names, changes]).toEqual([["europe"], ["+europe", "-eu"]]);
  });

  it.each([
    ["is empty for a moment", () => writeFileSync(file, "")],
    ["is no YAML", () => writeFileSync(file, "{{")],
    ["is deleted", () => unlinkSync(file)],
    ["names a certificate that is not there", () => writeFileSync(file, config(["eu"]).replace('"server"', '"certificate-authority":"/nowhere/ca","server"'))],
  ])("stay while the file %s", async (_what, breakFile) => {
    writeFileSync(file, config(["eu"]));
    const clusters = await read({ kubeconfig: file, contexts: "all" });
    const [context] = clusters.contexts;
    breakFile();
    for (let reading = 0; reading < 3; reading++) await clusters.readAgain();
    expect([clusters.names, changes]).toEqual([["eu"], []]);
    writeFileSync(file, config(["eu", "us"]));
    await clusters.readAgain();
    expect([clusters.names, clusters.contexts[0] === context]).toEqual([["eu", "us"], true]);
  });

  it("are found when the file of the settings appears later", async () => {
    const clusters = await read({ kubeconfig: file });
    expect([clusters.names, titles(clusters)]).toEqual([[], ["The kubeconfig does not exist"]]);
    writeFileSync(file, config(["eu"]));
    await clusters.readAgain();
    expect([clusters.names, titles(clusters), changes]).toEqual([["eu"], [], ["+eu"]]);
  });

  it("that a setting names are watched once they exist, and reported until then", async () => {
    writeFileSync(file, config(["eu"]));
    const clusters = await read({ kubeconfig: file, contexts: ["eu", "us"] });
    expect([clusters.names, titles(clusters), clusters.named]).toEqual([["eu"], ['The kubeconfig has no context "us"'], ["eu", "us"]]);
    writeFileSync(file, config(["eu", "us"]));
    await clusters.readAgain();
    expect([clusters.names, titles(clusters)]).toEqual([["eu", "us"], []]);
    writeFileSync(file, config(["us"]));
    for (let reading = 0; reading < 2; reading++) await clusters.readAgain();
    expect([clusters.names, titles(clusters)]).toEqual([["us"], ['The kubeconfig has no context "eu"']]);
  });

  it("do not follow the current context of kubectl while their own exists", async () => {
    writeFileSync(file, config(["eu", "us"]));
    const clusters = await read({ kubeconfig: file });
    writeFileSync(file, config(["eu", "us"], { current: "us" }));
    for (let reading = 0; reading < 2; reading++) await clusters.readAgain();
    expect(clusters.names).toEqual(["eu"]);
    writeFileSync(file, config(["us"], { current: "us" }));
    for (let reading = 0; reading < 2; reading++) await clusters.readAgain();
    expect([clusters.names, changes]).toEqual([["us"], ["+us", "-eu"]]);
  });

  it("with one name in two files are read from the first file, and an error names both", async () => {
    const other = join(folder, "other");
    writeFileSync(file, config(["eu"]));
    writeFileSync(other, config(["eu"]));
    const same = await read({ kubeconfigVariable: `${file}:${other}` });
    expect([same.names, titles(same)]).toEqual([["eu"], []]);
    writeFileSync(other, config(["eu"], { server: () => "https://elsewhere" }));
    await same.readAgain();
    expect([same.names, same.problems]).toEqual([
      ["eu"],
      [expect.objectContaining({ context: "eu", title: 'Two contexts have the name "eu"', detail: expect.stringContaining(`${file} and ${other}`) })],
    ]);
  });

  it("with one name in one file are an error", async () => {
    writeFileSync(file, config(["eu", "eu"]));
    const clusters = await read({ kubeconfig: file });
    expect([clusters.names, titles(clusters)]).toEqual([["eu"], ['Two contexts have the name "eu"']]);
  });
});

describe("a folder of kubeconfigs", () => {
  /** Writes the folder as the kubelet does: the files are links through `..data`, which is replaced at once. */
  function mount(name: string, files: Readonly<Record<string, string>>): void {
    const target = join(folder, name);
    const version = `..version-${readdirSync(target, { withFileTypes: true }).length}-${Math.random()}`;
    mkdirSync(join(target, version));
    for (const [key, text] of Object.entries(files)) writeFileSync(join(target, version, key), text);
    symlinkSync(version, join(target, "..data_tmp"));
    renameSync(join(target, "..data_tmp"), join(target, "..data"));
    for (const key of readdirSync(target)) if (!key.startsWith("..") && files[key] === undefined) unlinkSync(join(target, key));
    for (const key of Object.keys(files)) if (!readdirSync(target).includes(key)) symlinkSync(join("..data", key), join(target, key));
  }
  const secrets = () => join(folder, "secrets");
  beforeEach(() => mkdirSync(secrets()));

  it("has a cluster for each file, with the name of the file and not of its context", async () => {
    mount("secrets", { "eu.yaml": config(["default"]), us: config(["default"]) });
    const clusters = await read({ kubeconfigs: secrets() });
    expect(clusters.contexts.map(({ cluster, server }) => [cluster, server])).toEqual([
      ["eu", "https://default"],
      ["us", "https://default"],
    ]);
    expect(clusters.problems).toEqual([]);
  });

  it("follows a Secret that is mounted again with more and with fewer keys", async () => {
    mount("secrets", { eu: config(["a"]) });
    const clusters = await read({ kubeconfigs: secrets() });
    mount("secrets", { eu: config(["a"]), us: config(["b"]) });
    expect(readlinkSync(join(secrets(), "us"))).toBe("..data/us");
    await clusters.readAgain();
    expect(clusters.names).toEqual(["eu", "us"]);
    mount("secrets", { us: config(["b"]) });
    for (let reading = 0; reading < 2; reading++) await clusters.readAgain();
    expect([clusters.names, changes]).toEqual([["us"], ["+us", "-eu"]]);
  });

  it("has a folder in it for each Secret, whose name is the cluster's if its key is a usual one", async () => {
    for (const name of ["secrets/eu", "secrets/us"]) mkdirSync(join(folder, name));
    mount("secrets/eu", { value: config(["a"]) });
    mount("secrets/us", { "us-1": config(["b"]), "us-2": config(["c"]) });
    expect((await read({ kubeconfigs: secrets() })).names).toEqual(["eu", "us-1", "us-2"]);
  });

  it("keeps a cluster whose file is broken, and reports only files of clusters that are not watched", async () => {
    mount("secrets", { eu: config(["a"]), us: config(["b"]) });
    const clusters = await read({ kubeconfigs: secrets() });
    mount("secrets", { eu: "{{", us: config(["b"]), ap: "{{" });
    for (let reading = 0; reading < 3; reading++) await clusters.readAgain();
    expect([[...clusters.names].sort(), clusters.problems.map(({ context, title }) => [context, title])]).toEqual([
      ["eu", "us"],
      [["ap", "The kubeconfig is not YAML"]],
    ]);
    expect(clusters.named).toContain("ap");
  });

  it("keeps all clusters while the folder is not there", async () => {
    mount("secrets", { eu: config(["a"]) });
    const clusters = await read({ kubeconfigs: secrets() });
    renameSync(secrets(), join(folder, "away"));
    for (let reading = 0; reading < 3; reading++) await clusters.readAgain();
    expect([clusters.names, titles(clusters)]).toEqual([["eu"], ["The folder of kubeconfigs cannot be read"]]);
  });

  it("adds to the kubeconfig of the settings, and replaces the one of the home folder", async () => {
    mkdirSync(join(folder, ".kube"));
    writeFileSync(join(folder, ".kube/config"), config(["home"]));
    writeFileSync(file, config(["set"]));
    mount("secrets", { eu: config(["a"]) });
    expect((await read({ home: folder, kubeconfigs: secrets(), kubeconfig: file })).names).toEqual(["set", "eu"]);
    expect((await read({ home: folder, kubeconfigs: secrets() })).names).toEqual(["eu"]);
  });

  it("of which two name one cluster watches none of them, and the error names both", async () => {
    mount("secrets", { eu: config(["a"]), "eu.yaml": config(["b"]), us: config(["c"]) });
    const clusters = await read({ kubeconfigs: secrets() });
    expect(clusters.names).toEqual(["us"]);
    expect(clusters.problems).toMatchObject([
      { context: "eu", title: 'Several clusters have the name "eu"', detail: expect.stringMatching(/secrets\/eu and .*secrets\/eu\.yaml name it/) },
    ]);
  });

  it("keeps the cluster that is watched when another file takes its name", async () => {
    mount("secrets", { "eu.yaml": config(["b"]) });
    const clusters = await read({ kubeconfigs: secrets() });
    mount("secrets", { eu: config(["a"]), "eu.yaml": config(["b"]) });
    for (let reading = 0; reading < 2; reading++) await clusters.readAgain();
    expect([clusters.contexts.map(({ server }) => server), changes, titles(clusters)]).toEqual([["https://b"], [], ['Several clusters have the name "eu"']]);
    mount("secrets", { eu: config(["a"]) });
    await clusters.readAgain();
    expect([clusters.contexts.map(({ server }) => server), changes]).toEqual([["https://a"], ["-eu", "+eu"]]);
  });

  it("may be empty at the start", async () => {
    const clusters = await read({ kubeconfigs: secrets() });
    expect([clusters.names, titles(clusters)]).toEqual([[], ["The folder of kubeconfigs is empty"]]);
    mount("secrets", { eu: config(["a"]) });
    await clusters.readAgain();
    expect([clusters.names, titles(clusters)]).toEqual([["eu"], []]);
  });
});
