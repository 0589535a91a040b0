import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPortsText, portsText } from "./column-text";

const name = fc.constantFrom("", "http", "http=80", "=", "8", "a\u0000b");
const port = fc.constantFrom(8, 80, 8080, 0);
const ports = fc.array(fc.tuple(name, port), { maxLength: 3 });
/** No text is said to be that of names in which the sign between two ports stands. */
const isPlain = (list: readonly (readonly [string, number])[]) => list.every(([one]) => !one.includes("\u0000"));

describe("ports as a text", () => {
  it("are told from any others without making it", () => {
    fc.assert(
      fc.property(ports, ports, (kept, told) => {
        expect(isPortsText(portsText(kept), told)).toBe(isPlain(told) && portsText(kept) === portsText(told));
        expect(isPortsText(portsText(told), told)).toBe(isPlain(told));
      }),
      { numRuns: 2_000 },
    );
  });
});
