import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { createSignIn } from "@/lib/server/access/create-sign-in";
import { serverScope } from "@/lib/server/access/server-scope";
import type { SignIn } from "@/lib/server/access/viewer";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { NO_ORIGIN } from "@/lib/testing/audit-origins";
import { aGroup, NOW } from "@/lib/testing/entries";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { COMMANDS, writesOf } from "./declared";
import { mayCommand, runCommand } from "./run-command";

const JANE = "Bearer token-of-jane";
const OWN = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true };
const address = { cluster: "prod", namespace: "shop", name: "checkout" };
const request = { dryRun: false, resourceVersion: "812", input: { size: "4" } };

let api: FakeKubeApi;
let signIn: SignIn;

beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  api = await startFakeKubeApi();
  api.intercept = ({ method, path }) => {
    const body = method === "PATCH" ? { metadata: { resourceVersion: "813" } } : { status: { userInfo: { username: "jane" } } };
    return method === "PATCH" || path.endsWith("/selfsubjectreviews") ? { status: 200, body: JSON.stringify(body), type: "application/json" } : null;
  };
  const credentials = async () => ({ ...OWN, headers: [["Authorization", "Bearer own"]] as const });
  const context: ClusterContext = { cluster: "prod", server: api.url, proxyUrl: null, namespace: "", credentials };
  const fleet = liveFleet(["prod"], () => NOW);
  fleet.store.upsertGroup(aGroup({ cluster: "prod", namespace: "shop" }));
  const scope = serverScope({ known: ["prod"], namespaces: null });
  scope.rights("prod", new Map<WatchedKind, "all">([["workloadgroups", "all"]]));
  signIn = createSignIn(
    { kind: "token", clusters: [], secret: null },
    {
      ...{ contexts: [context], fleet, server: scope, clock: systemClock(), readOnly: false, istioNamespace: "istio-system" },
      ...{ writes: writesOf(Object.values(COMMANDS)), clientOf: () => undefined, history: { keepAudit: () => undefined } },
    },
  );
});
afterEach(async () => {
  signIn.stop();
  await api.close();
  vi.restoreAllMocks();
});

async function callOfJane() {
  const viewer = await signIn.viewerOf({ headers: new Headers({ authorization: JANE }) });
  return {
    viewer,
    name: "set-expected-size",
    command: COMMANDS["set-expected-size"],
    address,
    readRails: noRails,
    localAddresses: "refused" as const,
    history: { decideLosses: async () => undefined, changeNote: async () => "" },
    ...{ origin: NO_ORIGIN, keep: () => undefined },
  };
}

it("a command is asked about, tried and made with the token of whoever gives it, and never with the server's own", async () => {
  expect(await runCommand(await callOfJane(), request)).toEqual({ dryRun: false, resourceVersion: "813" });
  const writes = api.requests.filter(({ method }) => method === "PATCH");
  expect(writes.map(({ query }) => query.get("dryRun"))).toEqual(["All", null]);
  expect(new Set(api.requests.map(({ authorization }) => authorization))).toEqual(new Set([JANE]));
});

it("what the viewer may not do is not done, whatever the server's own account may", async () => {
  api.allow = (verb) => verb !== "patch";
  const call = await callOfJane();
  expect((await mayCommand(call)).missing).toBe("The verb patch on workloadgroups.networking.istio.io in namespace shop is missing");
  await expect(runCommand(call, request)).rejects.toMatchObject({ status: 403 });
  expect(api.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
});
