import { describe, expect, it } from "vitest";
import { isInScope, type NamespaceScope, type WatchedKind } from "@/lib/domain/source/scope";
import { LOCAL_SUBJECT, localSignIn } from "./local-sign-in";
import { serverScope } from "./server-scope";

const kinds = (entries: NamespaceScope) => new Map<WatchedKind, NamespaceScope>([["workloadentries", entries]]);
const ALL = { known: ["eu", "us"], namespaces: null };
const request = { headers: new Headers() };

describe("what the server's own account may read", () => {
  it("is nothing before rights are known, then what they allow, and each change is told once it holds", () => {
    const told: boolean[] = [];
    const scope = serverScope(ALL);
    const seesShop = () => isInScope(scope.get(), "eu", "workloadentries", "shop");
    const silence = scope.onChanged(() => told.push(seesShop()));
    expect(seesShop()).toBe(false);
    scope.rights("eu", kinds("all"));
    scope.rights("eu", kinds("all"));
    expect(told).toEqual([true]);
    scope.rights("us", kinds(["team"]));
    scope.rights("eu", kinds(["legacy"]));
    expect(told).toEqual([true, true, false]);
    silence();
    scope.rights("eu", kinds("all"));
    expect(told).toHaveLength(3);
  });

  it("knows every cluster that the server is told to watch, before anything of it can be seen", () => {
    expect([...serverScope(ALL).get().knownClusters]).toEqual(["eu", "us"]);
  });

  it("is narrowed to the namespaces that are to be shown", () => {
    const scope = serverScope({ ...ALL, namespaces: ["shop"] });
    scope.rights("eu", kinds("all"));
    expect(isInScope(scope.get(), "eu", "workloadentries", "legacy")).toBe(false);
  });
});

describe("a cluster that is not configured", () => {
  const visible = (scope: ReturnType<typeof serverScope>) => [...scope.get().clusters].map(([cluster, rights]) => [cluster, rights.get("workloadentries")]);

  it("stays visible with its last rights after it was removed: its history is", () => {
    const scope = serverScope(ALL);
    scope.rights("us", kinds(["team"]));
    scope.setKnown(["eu"]);
    expect(visible(scope)).toEqual([["us", ["team"]]]);
  });

  it("is visible if only the history has it, in the namespaces of the settings, until it is configured", () => {
    const scope = serverScope({ known: ["eu"], namespaces: ["shop"] });
    scope.rights("eu", kinds("all"));
    scope.setRecorded(["eu", "us"]);
    expect(visible(scope)).toEqual([
      ["eu", ["shop"]],
      ["us", ["shop"]],
    ]);
    scope.setKnown(["eu", "us"]);
    expect(visible(scope)).toEqual([["eu", ["shop"]]]);
    scope.rights("us", kinds(["lab"]));
    expect(visible(scope)).toEqual([
      ["eu", ["shop"]],
      ["us", []],
    ]);
  });
});

describe("whoever asks by the local sign-in", () => {
  const signIn = (readOnly: boolean, scope = serverScope(ALL)) => localSignIn({ scope, readOnly, clientOf: () => undefined });

  it("sees what the server may read now", async () => {
    const scope = serverScope(ALL);
    const { viewerOf } = signIn(true, scope);
    expect(isInScope((await viewerOf(request)).scope, "eu", "workloadentries", "shop")).toBe(false);
    scope.rights("eu", kinds("all"));
    expect(isInScope((await viewerOf(request)).scope, "eu", "workloadentries", "shop")).toBe(true);
  });

  it("may write where the server is not read-only, and is always the same one", async () => {
    expect(await signIn(true).viewerOf(request)).toMatchObject({ mayWrite: false, subject: LOCAL_SUBJECT });
    expect(await signIn(false).viewerOf(request)).toMatchObject({ mayWrite: true, subject: LOCAL_SUBJECT });
  });

  it("is told once of rights that change, be it between the request and the waiting", async () => {
    const scope = serverScope(ALL);
    const { viewerOf, follow } = signIn(true, scope);
    const viewer = await viewerOf(request);
    let told = 0;
    const end = follow(viewer, () => told++);
    scope.rights("eu", kinds("all"));
    end();
    scope.rights("eu", kinds(["shop"]));
    expect(told).toBe(1);
    follow(viewer, () => told++)();
    expect(told).toBe(2);
  });
});
