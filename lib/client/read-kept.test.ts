import { expect, it } from "vitest";
import * as z from "zod/mini";
import { readKept } from "./read-kept";

it.each<[string, string | null, { name: string } | null]>([
  ["nothing", null, null],
  ["a text of the shape", '{"name":"web"}', { name: "web" }],
  ["a text of another shape", '{"name":7}', null],
  ["a text that is no JSON", "{name", null],
  ["an empty text", "", null],
])("%s is read as what it is", (_what, stored, read) => {
  expect(readKept(z.object({ name: z.string() }), stored)).toEqual(read);
});
