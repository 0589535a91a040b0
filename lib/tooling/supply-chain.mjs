/** Every package of a lock file that is installed from a registry: `{name, version, ...}` with the fields of its entry. */
export function lockedPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => ({ ...entry, name: entry.name ?? path.split("node_modules/").at(-1) }));
}

/** Packages of a version that an advisory is about, a line for each: floors are `{package, from?, firstGood, advisory}`. */
export function belowFloor(lock, floors) {
  return lockedPackages(lock).flatMap(({ name, version }) =>
    floors
      .filter((floor) => floor.package === name && isBefore(version, floor.firstGood) && !isBefore(version, floor.from ?? "0.0.0"))
      .map(({ firstGood, advisory }) => `${name} ${version} is before ${firstGood}: ${advisory}`),
  );
}

/** Is a version lower than another? A pre-release is lower than its release. */
function isBefore(version, other) {
  const [numbers, otherNumbers] = [version, other].map((text) => text.split(/[-+]/, 1)[0].split(".").map(Number));
  const at = numbers.findIndex((number, index) => number !== otherNumbers[index]);
  return at < 0 ? version.includes("-") && !other.includes("-") : numbers[at] < otherNumbers[at];
}

/** Packages whose licence nobody has allowed, or that name none. In `A OR B` one is enough, in `A AND B` both must be allowed. */
export function licenceTroubles(lock, { allowed, forPackages }) {
  const isAllowed = (name, licence) => allowed.includes(licence) || forPackages.some((one) => one.licence === licence && name.startsWith(one.begins));
  const partsOf = (text, word) => text.split(word).map((part) => part.trim());
  return lockedPackages(lock)
    .filter(({ name, license = "" }) => {
      const choices = partsOf(license.replaceAll(/[()]/g, ""), " OR ");
      return !choices.some((choice) => partsOf(choice, " AND ").every((part) => isAllowed(name, part)));
    })
    .map(({ name, license = "none" }) => `${name}: ${license}`);
}
