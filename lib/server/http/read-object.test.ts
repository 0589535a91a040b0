import { describe, expect, it } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { Refusal } from "./problem";
import { readObjectYaml } from "./read-object";

const scope = scopeFromPermissions(
  new Map([
    [
      "eu",
      new Map<WatchedKind, readonly string[]>([
        ["workloadentries", ["shop"]],
        ["virtualservices", ["shop"]],
      ]),
    ],
  ]),
);
const asked: string[] = [];
const viewer = {
  ...{ subject: "somebody", scope, mayWrite: false },
  clientOf: (cluster: string) => {
    asked.push(cluster);
    return undefined;
  },
};

describe("the address of an object", () => {
  const good = { cluster: "eu", resource: "workloadentries", namespace: "shop", name: "checkout-10.20.1.14-vpc-2" };
  it.each([
    ["a path that climbs", { name: ".." }, 400],
    ["a slash", { name: "a/b" }, 400],
    ["an encoded slash", { namespace: "shop%2fpods" }, 400],
    ["a query", { name: "a?watch=1" }, 400],
    ["upper case", { namespace: "Shop" }, 400],
    ["nothing", { name: "" }, 400],
    ["a dash in front", { name: "-a" }, 400],
    ["a line break at the end", { name: "a\n" }, 400],
    ["more than a name holds", { name: "a".repeat(254) }, 400],
    ["another kind", { resource: "secrets" }, 404],
    ["a kind that the mesh itself has", { resource: "pods" }, 404],
    ["a kind without namespaces", { resource: "namespaces" }, 404],
    ["a kind of which no page opens an object", { resource: "virtualservices" }, 404],
    ["a kind out of sight", { resource: "workloadgroups" }, 404],
    ["a namespace out of sight", { namespace: "legacy" }, 404],
    ["a cluster that is not there", { cluster: "__proto__" }, 404],
    ["a good name where nothing is watched", {}, 404],
  ])("is refused: %s", async (_claim, change, status) => {
    const thrown = await readObjectYaml(viewer, { ...good, ...change }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Refusal);
    expect(thrown).toMatchObject({ status });
  });
});

describe("a DestinationRule", () => {
  const seen = { ...viewer, scope: scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["destinationrules", ["shop"]]])]])) };
  const paths: string[] = [];
  const answers = (path: string) =>
    path.endsWith("/networking.istio.io")
      ? { versions: [{ version: "v1" }] }
      : { apiVersion: "networking.istio.io/v1", kind: "DestinationRule", metadata: { name: "checkout", resourceVersion: "7" }, spec: { host: "checkout" } };
  const client = {
    ...{ cluster: "eu", server: "", skewMs: () => null, close: async () => undefined },
    get: async (path: string) => {
      paths.push(path);
      return { ok: true as const, value: answers(path) };
    },
    post: async () => ({ ok: true as const, value: {} }),
    write: async () => ({ ok: true as const, value: {} }),
    stream: async () => ({ ok: false as const, error: { kind: "aborted" as const, message: "" } }),
  };

  it("is read as YAML where it may be seen, by its own address", async () => {
    const address = { cluster: "eu", resource: "destinationrules", namespace: "shop", name: "checkout" };
    const told = await readObjectYaml({ ...seen, clientOf: () => client }, address);
    expect(told).toMatchObject({ yaml: expect.stringContaining("kind: DestinationRule\n"), resourceVersion: "7" });
    expect(paths.at(-1)).toBe("/apis/networking.istio.io/v1/namespaces/shop/destinationrules/checkout");
    await expect(readObjectYaml({ ...seen, clientOf: () => client }, { ...address, namespace: "legacy" })).rejects.toMatchObject({ status: 404 });
  });

  it("that is read again and again costs one request each time, until it is not there: another version may be served then", async () => {
    const address = { cluster: "eu", resource: "destinationrules", namespace: "shop", name: "checkout" };
    let isThere = true;
    const own = {
      ...client,
      get: async (path: string) => {
        if (isThere || path.endsWith("/networking.istio.io")) return client.get(path);
        paths.push(path);
        return { ok: false as const, error: { kind: "not-found" as const, message: "gone" } };
      },
    };
    const read = () => readObjectYaml({ ...seen, clientOf: () => own }, address).catch((refusal: unknown) => refusal);
    const askedFor = async () => {
      paths.length = 0;
      await read();
      return paths.length;
    };
    expect([await askedFor(), await askedFor(), await askedFor()]).toEqual([2, 1, 1]);
    isThere = false;
    expect([await askedFor(), await askedFor()]).toEqual([1, 2]);
  });
});
