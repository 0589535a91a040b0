import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { absentPlatformPackages, completeLock, withChecksums, withoutChecksum } from "./complete-lock.mjs";
import { missingPackages } from "./install.mjs";

const text = readFileSync("package-lock.json", "utf8");
const lock = JSON.parse(text);

mkdirSync(".stolos", { recursive: true });
const folder = mkdtempSync(join(".stolos", "lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("package-lock.json", () => {
  it("names no host: any registry will do", () => {
    expect(Object.values<{ resolved?: string }>(lock.packages).filter((entry) => entry.resolved)).toEqual([]);
    expect(text).not.toMatch(/"resolved"|https?:\/\/[^"]*\/-\//);
  });

  it("has an entry for every platform's package, or npm ci would refuse it elsewhere", () => {
    expect(absentPlatformPackages(lock)).toEqual([]);
  });

  it("has the checksum of every package, so that nothing else is installed under its name", () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(400);
    expect(withoutChecksum(lock)).toEqual([]);
  });

  it("is what npm ci accepts, without a network", () => {
    for (const file of ["package.json", "package-lock.json", ".npmrc"]) copyFileSync(file, join(folder, file));
    const command = ["ci", "--dry-run", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "notice"];
    const output = execFileSync("npm", command, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    expect(output).toMatch(/added \d+ packages/);
  });

  it("pins every direct dependency to one version", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version));
    expect(loose).toEqual([]);
  });
});

describe("completing a lock", () => {
  const parent = { version: "1.0.0", dev: true, optionalDependencies: { "@x/y-linux-x64-musl": "1.0.0", "@x/y-darwin-arm64": "1.0.0", other: "^1.0.0" } };

  it("adds the exact-version platform packages with the platform their name tells", () => {
    const completed = completeLock({ packages: { "": {}, "node_modules/@x/y": parent } });
    expect(completed.packages["node_modules/@x/y-linux-x64-musl"]).toEqual({
      version: "1.0.0",
      cpu: ["x64"],
      os: ["linux"],
      libc: ["musl"],
      dev: true,
      optional: true,
    });
    expect(completed.packages["node_modules/@x/y-darwin-arm64"]).toEqual({ version: "1.0.0", cpu: ["arm64"], os: ["darwin"], dev: true, optional: true });
    expect(completed.packages).not.toHaveProperty("node_modules/other");
  });

  it("finds a package that is nested under its parent", () => {
    const packages = { "node_modules/a/node_modules/@x/y": parent, "node_modules/a/node_modules/@x/y-darwin-arm64": { version: "1.0.0" } };
    expect(absentPlatformPackages({ packages }).map(({ name }) => name)).toEqual(["@x/y-linux-x64-musl"]);
  });
});

describe("checksums", () => {
  const whole = { version: "1.0.0", integrity: `sha512-${"a".repeat(86)}==` };

  it("are missed where there is none, or one that is weaker or cut", () => {
    const others = Object.entries({ none: undefined, weaker: `sha1-${"a".repeat(27)}=`, cut: "sha512-aaaa==" });
    const packages = Object.fromEntries(others.map(([name, integrity]) => [`node_modules/${name}`, { ...whole, integrity }]));
    expect(withoutChecksum({ packages: { "": {}, "node_modules/whole": whole, ...packages } })).toEqual([
      "node_modules/none",
      "node_modules/weaker",
      "node_modules/cut",
    ]);
  });

  it("come from the registry, with the licence, for the package of that name and version", () => {
    const asked: string[] = [];
    const ask = (name: string, version: string) => ({ integrity: whole.integrity, license: asked.push(`${name}@${version}`) > 0 ? "MIT" : "" });
    const completed = withChecksums(
      { packages: { "": {}, "node_modules/a": whole, "node_modules/a/node_modules/@x/y": { version: "2.0.0", os: ["linux"] } } },
      ask,
    );
    expect(completed.packages["node_modules/a/node_modules/@x/y"]).toEqual({ version: "2.0.0", integrity: whole.integrity, os: ["linux"], license: "MIT" });
    expect(asked).toEqual(["@x/y@2.0.0"]);
  });
});

describe("what is installed, beside the lock", () => {
  it("is incomplete when a package is absent or of another version, and complete without the platform packages of others", () => {
    const wanted = {
      packages: {
        "": {},
        "node_modules/a": { version: "1.0.0" },
        "node_modules/b": { version: "2.0.0" },
        "node_modules/c": { version: "1.0.0", optional: true },
      },
    };
    expect(missingPackages(wanted, { packages: {} })).toEqual(["node_modules/a", "node_modules/b"]);
    expect(missingPackages(wanted, { packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "1.9.0" } } })).toEqual([
      "node_modules/b",
    ]);
    expect(missingPackages(wanted, { packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "2.0.0" } } })).toEqual([]);
  });
});
