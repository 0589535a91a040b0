const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** An object or a list that is open while the text is read. */
interface Open {
  readonly path: string;
  /** Null for a list. */
  readonly keys: Set<string> | null;
  index: number;
  key: string;
}

/** Paths of keys that stand twice in one object of this valid JSON, as `spec.address`, in the order they are met. */
export function duplicateFields(text: string, parsed: unknown): string[] {
  // Compact JSON without duplicates is as long as what it parses to.
  if (JSON.stringify(parsed).length === text.trimEnd().length) return [];
  const found: string[] = [];
  const stack: Open[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    const top = stack.at(-1);
    if (token === "{" || token === "[") stack.push({ path: top === undefined ? "" : pathIn(top), keys: token === "{" ? new Set() : null, index: 0, key: "" });
    else if (token === "}" || token === "]") stack.pop();
    else if (token === "," && top !== undefined) top.index += 1;
    else if (token === ":" && top?.keys !== null && top !== undefined) {
      top.key = String(JSON.parse(last));
      if (top.keys?.has(top.key)) found.push(pathIn(top));
      top.keys?.add(top.key);
    }
    last = token;
  }
  return found;
}

function pathIn({ path, keys, index, key }: Open): string {
  if (keys === null) return `${path}[${index}]`;
  return path === "" ? key : `${path}.${key}`;
}
