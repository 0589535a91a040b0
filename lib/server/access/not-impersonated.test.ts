import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { notImpersonated } from "./not-impersonated";

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const errorOf = (kind: "forbidden" | "unreachable" | "unauthorized"): KubeError => ({
  ...{ kind, message: 'users "jane" is forbidden: User "stolos" cannot impersonate resource "users"' },
});

it("is said of nobody whom the API server calls by the very name", () => {
  expect(notImpersonated(null, "jane", "jane")).toBeNull();
  expect(logged).toEqual([]);
});

it.each(["stolos", "JANE", "jane2", "system:anonymous"])("nobody is signed in where the API server answers for %s instead", (name) => {
  expect(notImpersonated(null, name, "jane")).toMatchObject({ kind: "rejected", why: expect.stringContaining("somebody else") });
  expect(logged.join()).toContain(`"answered":"${name}"`);
});

it("nobody is signed in where the server's account may not impersonate, and the name of that account is in the log alone", () => {
  const told = notImpersonated(errorOf("forbidden"), "", "jane");
  expect(told).toMatchObject({ kind: "rejected", why: expect.stringContaining("may not impersonate") });
  expect(told?.why).not.toContain("cannot impersonate resource");
  expect(logged.join()).toContain("cannot impersonate resource");
});

it.each(["unreachable", "unauthorized"] as const)("is not known where the API server says %s to the server itself", (kind) => {
  expect(notImpersonated(errorOf(kind), "", "jane")).toBeNull();
});
