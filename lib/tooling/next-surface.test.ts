import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What most advisories about Next.js need, and no source may have: Server Actions, scripts before the page, parts that are kept. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "a Server Action": /^\s*["']use server["']/m,
  "a part that is kept": /^\s*["']use cache/m,
  "a script before the page": /beforeInteractive|from ["']next\/script["']/,
  "an image that is optimized": /from ["']next\/(?:legacy\/)?image["']/,
  "HTML from a text": /dangerouslySetInnerHTML/,
};

const sources = ["app", "components", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.(tsx?|jsx?|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path));

function found(text: string): readonly string[] {
  return Object.entries(REFUSED).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));
}

describe("no source", () => {
  it.each(Object.keys(REFUSED))("has %s", (what) => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((path) => found(readFileSync(path, "utf8")).includes(what))).toEqual([]);
  });

  it.each([
    ['"use server";', "a Server Action"],
    ['async function save() {\n  "use server";\n}', "a Server Action"],
    ['"use cache";', "a part that is kept"],
    ['<Script strategy="beforeInteractive" />', "a script before the page"],
    ['import Image from "next/image";', "an image that is optimized"],
    ["<p dangerouslySetInnerHTML={{ __html: text }} />", "HTML from a text"],
  ])("would have it unseen: %s", (text, what) => {
    expect(found(text)).toEqual([what]);
  });
});
