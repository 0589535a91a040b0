import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import * as ofPackage from "zod/mini";
import { bundleZodMini, calledOfZod } from "./zod-mini.mjs";

type Zod = typeof ofPackage;

/** What a schema says to a value that it takes, and to one that it refuses. */
function answersOf(z: Zod): unknown {
  const schema = z.object({ name: z.string().check(z.maxLength(3, "At most 3.")), state: z.enum(["up", "down"]), at: z.nullable(z.number()) });
  return [
    { name: "vm1", state: "up", at: 1 },
    { name: "vm10", state: "sideways", at: "1" },
  ]
    .map((value) => schema.safeParse(value))
    .map(({ success, data, error }) => ({ success, data, issues: error?.issues }));
}

it("what is bundled of zod/mini reads as the package does, has all that the sources call, and nothing that nobody calls", async () => {
  const path = await bundleZodMini();
  const bundled: Zod = await import(pathToFileURL(path).href);
  const called = calledOfZod();
  expect(called).toEqual(expect.arrayContaining(["array", "enum", "object", "pipe", "string"]));
  expect(Object.keys(bundled).sort()).toEqual(called);
  expect(answersOf(bundled)).toEqual(answersOf(ofPackage));
  expect(answersOf(bundled)).toMatchObject([{ success: true }, { success: false, issues: [{ path: ["name"] }, { path: ["state"] }, { path: ["at"] }] }]);
  const text = readFileSync(path, "utf8");
  expect(text).toContain("ZodMiniObject");
  for (const unused of ["ZodMiniISODate", "ZodMiniEmail", "JSONSchemaGenerator", "cidrv6"]) expect(text).not.toContain(unused);
});
