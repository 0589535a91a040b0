import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { readConfig } from "@/lib/server/config";
import { warnOfUnnamedProxy } from "./unnamed-proxy";

const TOKEN = { STOLOS_SIGN_IN: "token", STOLOS_PUBLIC_URL: "https://stolos.example.com" };

afterEach(() => {
  vi.restoreAllMocks();
});

function warnings(settings: Readonly<Record<string, string>>): readonly unknown[] {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  warnOfUnnamedProxy(readConfig(settings));
  return written.mock.calls.map(([line]) => JSON.parse(String(line)));
}

it("a server that people sign in to by a proxy that is not named says so, and which setting names it", () => {
  expect(warnings(TOKEN)).toMatchObject([
    {
      level: "warn",
      message: "all who have not signed in yet count as one address",
      detail: expect.stringMatching(/stolos\.example\.com in STOLOS_TRUSTED_PROXIES/),
    },
  ]);
});

it("the manifest's placeholder names no proxy", () => {
  const [placeholder = ""] = /192\.0\.2\.0\/\d+/.exec(readFileSync("lib/deployment/deployment.yaml", "utf8")) ?? [];
  expect(placeholder).not.toBe("");
  expect(warnings({ ...TOKEN, STOLOS_TRUSTED_PROXIES: placeholder })).toHaveLength(1);
});

it.each([
  ["the proxy is named", { ...TOKEN, STOLOS_TRUSTED_PROXIES: "10.0.0.0/24" }],
  ["it is this machine's alone", { ...TOKEN, STOLOS_PUBLIC_URL: "http://localhost:3000" }],
  ["no address is set", { ...TOKEN, STOLOS_PUBLIC_URL: "" }],
  ["nobody signs in", { STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop", STOLOS_PUBLIC_URL: "https://stolos.example.com" }],
])("it says nothing where %s", (_claim, settings) => {
  expect(warnings(settings)).toEqual([]);
});
