import { afterAll, beforeAll, expect, it } from "vitest";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { gatewayApiDefinitions } from "@/lib/sandbox/apiserver/gateway-api-definitions";
import { istioDefinitions } from "@/lib/sandbox/apiserver/istio-definitions";
import { ask } from "@/lib/sandbox/apiserver/test-client";
import { makeUsers } from "@/lib/sandbox/program/users";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { collectionPath } from "@/lib/server/kube/resource";

let server: ApiServer;
const users = makeUsers();
const token = users.find(({ name }) => name === "admin")?.token ?? "";

beforeAll(async () => {
  server = await createApiServer({ users, definitions: [...istioDefinitions(), ...gatewayApiDefinitions()] });
});
afterAll(() => server.close());

it.each(SOURCE_NAMES)("%s is of a kind that the embedded cluster serves, by the version that is read first", async (name) => {
  const resource = RESOURCES[SOURCES[name].kind];
  const { status, json } = await ask(server, token, "GET", collectionPath(resource, resource.versions[0] ?? "", null));
  expect([status, json?.kind]).toEqual([200, expect.stringMatching(/List$/)]);
});

it("a kind that it does not serve is not there", async () => {
  expect(await ask(server, token, "GET", "/apis/networking.istio.io/v1/windmills")).toMatchObject({ status: 404 });
});
