import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { belowFloor, licenceTroubles, lockedPackages } from "./supply-chain.mjs";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const lock = read("package-lock.json");
const floors: readonly { readonly package: string; readonly firstGood: string; readonly advisory: string; readonly about: string }[] =
  read("lib/tooling/advisory-floors.json");
const licences = read("lib/tooling/licences.json");
const lockOf = (packages: Readonly<Record<string, object>>) => ({
  packages: Object.fromEntries(Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry])),
});

const folder = mkdtempSync(join(tmpdir(), "stolos-supply-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** What an npm that started the tests was set to is not handed on: each folder has settings of its own. */
const env = { NODE_ENV: "test", ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))) } as const;
const npm = (args: readonly string[], cwd: string) => execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

describe("the advisories that are known here", () => {
  it("are about no package of the lock file in its version", () => {
    expect(belowFloor(lock, floors)).toEqual([]);
  });

  it("are about packages that are there, and each says what it is", () => {
    const names = new Set(lockedPackages(lock).map(({ name }) => name));
    expect(floors.filter((floor) => !names.has(floor.package))).toEqual([]);
    for (const { firstGood, advisory, about } of floors)
      expect([firstGood, advisory, about]).toEqual([
        expect.stringMatching(/^\d+\.\d+\.\d+$/),
        expect.stringMatching(/^(CVE-\d{4}-\d+|GHSA-)/),
        expect.stringMatching(/\w/),
      ]);
    expect(["next", "react", "react-dom"].every((name) => floors.some((floor) => floor.package === name))).toBe(true);
  });

  it.each([
    ["16.3.2", true],
    ["16.3.3-canary.1", true],
    ["16.3.3", false],
    ["16.10.0", false],
    ["9.9.9", true],
  ])("are found in next %s: %s", (version, isFound) => {
    expect(belowFloor(lockOf({ next: { version } }), floors).length > 0).toBe(isFound);
  });

  it("are found in a package within another, and not in a line that they are not about", () => {
    const two = { packages: { "node_modules/a/node_modules/js-yaml": { version: "5.1.0" }, "node_modules/js-yaml": { version: "4.1.1" } } };
    expect(belowFloor(two, floors)).toEqual(["js-yaml 5.1.0 is before 5.2.1: CVE-2026-59870"]);
  });
});

describe("licences", () => {
  it("of all packages are allowed ones", () => {
    expect(licenceTroubles(lock, licences)).toEqual([]);
  });

  it.each([
    ["a", "GPL-3.0-only", true],
    ["a", undefined, true],
    ["a", "LGPL-3.0-or-later", true],
    ["@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later", false],
    ["a", "MIT AND GPL-3.0-only", true],
    ["a", "(MIT OR GPL-3.0-only)", false],
    ["a", "MIT AND ISC", false],
    ["a", "UNLICENSED", true],
  ])("of %s: %s is a trouble: %s", (name, license, isTrouble) => {
    expect(licenceTroubles(lockOf({ [name]: { version: "1.0.0", license } }), licences).length > 0).toBe(isTrouble);
  });
});

describe("the bill of materials (npm run sbom)", () => {
  it("is CycloneDX, and names every package of the lock file with its checksum and licence, and no other", () => {
    for (const file of ["package.json", "package-lock.json", ".npmrc"]) copyFileSync(file, join(folder, file));
    const { bomFormat, components } = JSON.parse(npm(["run", "--silent", "sbom"], folder));
    expect(bomFormat).toBe("CycloneDX");
    const told = (components as { name: string; version: string; hashes?: { content: string }[] }[]).map(
      ({ name, version, hashes }) => `${name}@${version} ${hashes?.[0]?.content}`,
    );
    const locked = lockedPackages(lock).map(
      ({ name, version, integrity }) => `${name}@${version} ${Buffer.from(integrity.slice(7), "base64").toString("hex")}`,
    );
    expect([...new Set(told)].sort()).toEqual([...new Set(locked)].sort());
  });
});

/** A package of which npm runs a script while it installs it, unless these settings keep it from that: the script leaves a file. */
function withScript(name: string, settings: string): string {
  const [home, made] = [join(folder, name), join(folder, `${name}-made`)];
  for (const one of [home, made]) mkdirSync(one);
  const scripts = { postinstall: `node -e "require('fs').writeFileSync('${join(home, "ran")}', '')"` };
  writeFileSync(join(made, "package.json"), JSON.stringify({ name: "scripted", version: "1.0.0", scripts }));
  npm(["pack", "--silent", "--pack-destination", home], made);
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "home", version: "1.0.0", dependencies: { scripted: "file:scripted-1.0.0.tgz" } }));
  // Newer npm asks to be allowed each script; an older one does not know the word.
  writeFileSync(join(home, ".npmrc"), `${settings}\ndangerously-allow-all-scripts=true\n`);
  npm(["install", "--offline", "--no-audit", "--no-fund"], home);
  return home;
}

describe("scripts of packages", () => {
  it("do not run while they are installed, by whatever command", () => {
    const home = withScript("guarded", readFileSync(".npmrc", "utf8"));
    expect(readdirSync(join(home, "node_modules"))).toContain("scripted");
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  it("would run without the setting of this repository", () => {
    expect(existsSync(join(withScript("unguarded", "ignore-scripts=false"), "ran"))).toBe(true);
  });

  it("are those of one package, which does without", () => {
    const scripted = lockedPackages(lock).filter(({ hasInstallScript }) => hasInstallScript);
    expect(scripted.map(({ name }) => name)).toEqual(["esbuild"]);
  });
});
