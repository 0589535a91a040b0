import { afterEach, expect, it, vi } from "vitest";
import { readConfig } from "@/lib/server/config";
import { auditStart } from "./audit-start";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  [
    "a display, with what it shows",
    { STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop,lab" },
    { how: "kiosk", namespaces: "shop, lab", result: "nothing is written" },
  ],
  ["a server that only reads", {}, { how: "local", result: "nothing is written" }],
  ["a server on which people write", { STOLOS_SIGN_IN: "token", STOLOS_READ_ONLY: "false" }, { how: "token", result: "viewers may write" }],
])("the log has one line of the start of %s", (_claim, settings, line) => {
  const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  auditStart(readConfig(settings));
  expect(logged.mock.calls.map(([text]) => JSON.parse(String(text)))).toMatchObject([
    { message: "audit", command: "start", settings: expect.stringMatching(/^[\w-]{16}$/), ...line },
  ]);
});
