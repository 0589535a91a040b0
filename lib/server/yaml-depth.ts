import { type CST, Parser } from "yaml";

/** How deep a document may be: an object of Kubernetes has a dozen levels. */
const DEEPEST = 60;

/**
 * Where a YAML text goes deeper than anything that is read here, as an offset; null where it does not. Whoever reads YAML that somebody else
 * wrote asks this first: the parser's reader of values calls itself for each level, and a stack that is nearly full ends the process.
 */
export function tooDeepAt(text: string): number | null {
  for (const token of new Parser().parse(text)) {
    if (token.type !== "document") continue;
    const at = deepestOf(token.value);
    if (at !== null) return at;
  }
  return null;
}

/** Without calling itself. */
function deepestOf(root: CST.Token | undefined): number | null {
  const left: { readonly token: CST.Token; readonly depth: number }[] = root === undefined ? [] : [{ token: root, depth: 1 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { token, depth } = next;
    if (!("items" in token)) continue;
    if (depth > DEEPEST) return token.offset;
    for (const { key, value } of token.items) for (const inner of [key, value]) if (inner) left.push({ token: inner, depth: depth + 1 });
  }
  return null;
}
