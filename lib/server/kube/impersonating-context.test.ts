import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { AllowedWrite } from "./allow-list";
import { createKubeClient } from "./client";
import type { ClusterContext } from "./cluster-context";
import { impersonatingContext } from "./impersonating-context";
import { allowedImpersonation, type Impersonated } from "./impersonation";

const TLS = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true };
const PATCH: AllowedWrite = { verb: "patch", resource: RESOURCES.workloadgroups, subresource: "" };
const GROUP = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout";

let api: FakeKubeApi;
beforeEach(async () => {
  api = await startFakeKubeApi();
});
afterEach(() => api.close());

function jane(): Impersonated {
  const told = allowedImpersonation({ users: ["jane"], groups: ["team-*"] }, "jane", ["team-shop", "team-eu"]);
  if ("refused" in told) throw new Error(told.refused);
  return told;
}

/** The server's own way to the cluster, with these headers. */
function own(headers: readonly (readonly [string, string])[], origin?: ClusterContext["origin"]): ClusterContext {
  const context = { cluster: "prod", server: api.url, proxyUrl: null, namespace: "shop", credentials: async () => ({ ...TLS, headers }) };
  return origin === undefined ? context : { ...context, origin };
}

describe("a client that speaks for somebody", () => {
  it("names the user and each group with every request, beside the server's own credentials", async () => {
    const client = createKubeClient({ context: impersonatingContext(own([["Authorization", "Bearer own"]]), jane()), clock: systemClock(), writes: [PATCH] });
    const stop = new AbortController();
    await client.get("/api/v1/nodes");
    await client.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec: { resourceAttributes: { verb: "get", resource: "nodes" } } });
    await client.write({ verb: "patch", path: GROUP, body: {} });
    await client.stream("/api/v1/nodes?watch=true", stop.signal);
    stop.abort();
    await client.close();
    expect(api.requests.map(({ method }) => method)).toEqual(["GET", "POST", "PATCH", "GET"]);
    for (const { authorization, impersonates } of api.requests) {
      expect([authorization, impersonates]).toEqual(["Bearer own", { user: "jane", groups: ["team-eu", "team-shop"] }]);
    }
  });

  it("still does once the files that its own credentials come from have changed, also where the old ones are refused", async () => {
    api.intercept = ({ authorization }) => (authorization === "Bearer old" ? { status: 401, body: "{}" } : null);
    const renewed = own([["Authorization", "Bearer new"]]);
    const origin = { what: "kubeconfig", files: [], isFixed: true, read: async () => renewed };
    const context = impersonatingContext(own([["Authorization", "Bearer old"]], origin), jane());
    const client = createKubeClient({ context, clock: systemClock(), writes: [PATCH] });
    await client.write({ verb: "patch", path: GROUP, body: {} });
    await client.close();
    expect(api.requests.some(({ method, authorization }) => method === "PATCH" && authorization === "Bearer new")).toBe(true);
    expect(api.requests.filter(({ impersonates }) => impersonates.user !== "jane")).toEqual([]);
  });

  it.each(["Impersonate-User", "impersonate-group", "Impersonate-Extra-scopes"])(
    "sends nothing by credentials that have the header %s already",
    async (header) => {
      const client = createKubeClient({ context: impersonatingContext(own([[header, "root"]]), jane()), clock: systemClock(), writes: [PATCH] });
      expect(await client.write({ verb: "patch", path: GROUP, body: {} })).toMatchObject({ ok: false, error: { kind: "credentials" } });
      await client.close();
      expect(api.requests).toEqual([]);
    },
  );
});
