import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { expect, test } from "@playwright/test";

/* Defects are planted in the text of the build. Where the bundler writes it in another way, their expressions match nothing and prove nothing. */

interface Planted {
  readonly defect: string;
  readonly find: string;
  readonly put: string;
}

const scripts = [".next/server", ".next/static/chunks"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(folder, path), "utf8")),
);

test("every defect that is planted in the build has its place there, and what stands there instead is a script", () => {
  const planted: readonly Planted[] = JSON.parse(readFileSync("lib/chaos/planted-journeys.json", "utf8"));
  const places = planted.map(({ defect, find, put }) => {
    const expression = new RegExp(find, "g");
    const holding = scripts.filter((text) => text.search(expression) >= 0);
    for (const text of holding) {
      const changed = text.replace(expression, (...match) => put.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? ""));
      expect(() => new Script(`(function (exports, require, module) {${changed}\n})`), defect).not.toThrow();
    }
    return { defect, isThere: holding.length > 0 };
  });
  expect(places.filter(({ isThere }) => !isThere)).toEqual([]);
});
