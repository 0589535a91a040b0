import { expect, it, vi } from "vitest";
import { logConsole } from "./console-lines";
import { logFailedPage } from "./http/failed-page";
import { REQUEST_HEADER } from "./http/inbound-headers";

/** What a library writes with a console of its own, as parsed lines of the log. */
function linesOf(write: (target: Console) => void): readonly Record<string, unknown>[] {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const target = Object.create(console) as Console;
  logConsole(target);
  write(target);
  const lines = written.mock.calls.map(([line]) => String(line));
  vi.restoreAllMocks();
  expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
  return lines.map((line) => JSON.parse(line));
}

it("makes one line of the log of each warning and error of the console, without secrets", () => {
  const lines = linesOf((target) => {
    target.warn("built in %d ms\nwith token=abc123secret", 27);
    target.error("⨯", new Error("no file"));
  });
  expect(lines).toEqual([
    expect.objectContaining({ level: "warn", text: "built in 27 ms‹U+000A›with token=‹secret›" }),
    expect.objectContaining({ level: "error", text: "⨯", error: "Error", detail: "no file" }),
  ]);
});

it("leaves out a page that failed: its line has the digest of the page and the id of its request", () => {
  const failure = Object.assign(new Error("no row"), { digest: "38921990" });
  expect(linesOf((target) => target.error("⨯", failure))).toEqual([]);
  const [line] = linesOf(() => logFailedPage(failure, { routePath: "/groups", headers: { [REQUEST_HEADER]: "a-request" } }));
  expect(line).toMatchObject({ level: "error", message: "a page failed", route: "/groups", request: "a-request", digest: "38921990", detail: "no row" });
});
