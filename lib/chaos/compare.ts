/** When something was first seen is each reader's own. */
const OWN_HISTORY = new Set(["since", "sinceAtLeast", "sinceNotBefore"]);

/** The first place where two values differ, in words; null where they are equal but for what only a reader's own past explains. */
export function firstDifference(where: string, expected: unknown, found: unknown): string | null {
  if (Object.is(expected, found)) return null;
  if (!isTree(expected) || !isTree(found)) return `${where} is ${brief(found)} and should be ${brief(expected)}`;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (OWN_HISTORY.has(key)) continue;
    const difference = firstDifference(`${where} › ${key}`, Reflect.get(expected, key), Reflect.get(found, key));
    if (difference !== null) return difference;
  }
  return null;
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 160);
}
