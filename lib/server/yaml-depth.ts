import { type CST, Parser } from "yaml";

/**
 * Where a YAML text goes deeper than so many levels of maps and lists, as an offset; null where it does not. Whoever reads YAML that somebody else
 * wrote asks this first: the parser's reader of values calls itself for each level, and a stack that is nearly full ends the process.
 */
export function tooDeepAt(text: string, deepest: number): number | null {
  for (const token of new Parser().parse(text)) {
    if (token.type !== "document") continue;
    const at = belowAt(token.value, deepest);
    if (at !== null) return at;
  }
  return null;
}

/** Without calling itself. */
function belowAt(root: CST.Token | undefined, deepest: number): number | null {
  const left: { readonly token: CST.Token; readonly depth: number }[] = root === undefined ? [] : [{ token: root, depth: 1 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { token, depth } = next;
    if (!("items" in token)) continue;
    if (depth > deepest) return token.offset;
    for (const { key, value } of token.items) for (const inner of [key, value]) if (inner) left.push({ token: inner, depth: depth + 1 });
  }
  return null;
}
