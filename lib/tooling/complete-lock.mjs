import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "./root.mjs";

/**
 * Adds to a lock file the platform packages that npm left out because the registry at hand did not serve them.
 * `npm ci` refuses a lock without them. An added entry has a version and a platform; its checksum and licence come from `withChecksums`.
 * Run it after each change of a dependency: `node lib/tooling/complete-lock.mjs`.
 */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of absentPlatformPackages(lock)) {
    packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
  }
  const paths = Object.keys(packages).sort((a, b) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(paths.map((path) => [path, packages[path]])) };
}

/** Paths in a lock file of packages without a checksum: whatever a registry serves under their names would be installed. */
export function withoutChecksum(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== "" && !link && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
    .map(([path]) => path);
}

/** The same lock with a checksum and a licence for each package that has none. `ask(name, version)` gives both, as the registry tells them. */
export function withChecksums(lock, ask) {
  const packages = { ...lock.packages };
  for (const path of withoutChecksum(lock)) {
    const { version, ...rest } = packages[path];
    const { integrity, license } = ask(path.split("node_modules/").at(-1), version);
    // In the order in which npm writes them.
    const sorted = Object.entries({ ...rest, license }).sort(([a], [b]) => a.localeCompare(b, "en"));
    packages[path] = { version, integrity, ...Object.fromEntries(sorted) };
  }
  return { ...lock, packages };
}

/** Asks the registry that npm is set to. */
function askRegistry(name, version) {
  const told = JSON.parse(execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity", "license", "--json"], { encoding: "utf8" }));
  return { integrity: told["dist.integrity"], license: told.license };
}

/** Optional dependencies of an exact version for which the lock has no entry. */
export function absentPlatformPackages(lock) {
  return Object.entries(lock.packages)
    .flatMap(([path, entry]) => Object.entries(entry.optionalDependencies ?? {}).map(([name, version]) => ({ path, name, version, dev: entry.dev })))
    .filter(({ path, name, version }) => /^\d/.test(version) && !isLocked(lock.packages, path, name));
}

/** Looks where Node would: in the package's own node_modules, then in those above it. */
function isLocked(packages, path, name) {
  const above = path.split(/\/?node_modules\//).slice(1);
  for (let depth = above.length; depth >= 0; depth -= 1) {
    const folder = above
      .slice(0, depth)
      .map((part) => `node_modules/${part}/`)
      .join("");
    if (packages[`${folder}node_modules/${name}`]) return true;
  }
  return false;
}

/** `os`, `cpu` and `libc` as the name of a platform package tells them: `@next/swc-darwin-arm64`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const of = (...known) => known.filter((word) => words.includes(word));
  const os = of("aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "sunos", "win32");
  const cpu = of("arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64");
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") && os.includes("linux") ? ["glibc"] : [];
  return Object.fromEntries(Object.entries({ cpu, os, libc }).filter(([, values]) => values.length > 0));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = inRoot("package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8"));
  const added = absentPlatformPackages(lock);
  const completed = completeLock(lock);
  const bare = withoutChecksum(completed);
  writeFileSync(path, `${JSON.stringify(withChecksums(completed, askRegistry), null, 2)}\n`);
  process.stdout.write(`package-lock.json: ${added.length} platform packages and ${bare.length} checksums added\n`);
}
