import { expect, it } from "vitest";
import { isInScope, type WatchedKind } from "@/lib/domain/source/scope";
import { kioskSignIn } from "./kiosk-sign-in";
import { serverScope } from "./server-scope";

const ALL = new Map<WatchedKind, "all">([
  ["workloadentries", "all"],
  ["services", "all"],
  ["namespaces", "all"],
  ["nodes", "all"],
]);

function aKiosk() {
  const scope = serverScope({ known: ["prod"], namespaces: null });
  scope.rights("prod", ALL);
  return { scope, signIn: kioskSignIn({ scope, namespaces: ["shop"] }) };
}
const asking = { headers: new Headers({ authorization: "Bearer of-somebody" }) };

it("everybody sees the declared namespaces, and of the mesh what verdicts rest on", async () => {
  const { identity, scope } = await aKiosk().signIn.viewerOf(asking);
  expect(identity).toEqual({ signIn: "kiosk", name: null });
  for (const kind of ["workloadentries", "services", "namespaces"] as const)
    expect([isInScope(scope, "prod", kind, "shop"), isInScope(scope, "prod", kind, "legacy")]).toEqual([true, false]);
  expect(isInScope(scope, "prod", "nodes", "")).toBe(true);
});

it("nobody writes, and no single object is read", async () => {
  const viewer = await aKiosk().signIn.viewerOf(asking);
  expect([viewer.mayWrite, viewer.clientOf("prod")]).toEqual([false, undefined]);
});

it("nothing is seen that the server's own account may not read", async () => {
  const { scope, signIn } = aKiosk();
  scope.rights("prod", new Map<WatchedKind, readonly string[]>([["workloadentries", ["legacy"]]]));
  expect(isInScope((await signIn.viewerOf(asking)).scope, "prod", "workloadentries", "shop")).toBe(false);
});

it("whoever looks hears of a change within the declared namespaces, and of no other", async () => {
  const { scope, signIn } = aKiosk();
  let told = 0;
  signIn.follow(await signIn.viewerOf(asking), () => told++);
  scope.rights("prod", new Map<WatchedKind, readonly string[] | "all">([...ALL, ["workloadentries", ["shop", "lab"]]]));
  expect(told).toBe(0);
  scope.rights("prod", new Map<WatchedKind, readonly string[] | "all">([...ALL, ["workloadentries", ["lab"]]]));
  expect(told).toBe(1);
});
