import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "./root.mjs";

/**
 * Adds to a lock file the platform packages that npm left out because the registry at hand did not serve them.
 * `npm ci` refuses a lock without them. An added entry has a version and a platform, no address and no checksum.
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
  writeFileSync(path, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  process.stdout.write(`package-lock.json: ${added.length} platform packages added\n`);
}
