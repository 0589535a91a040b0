import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { HttpsApi } from "./https-api";
import { isConflict, isThereAlready, type KubeObject, refOf, type WatchEvent } from "./kube-api";

let server: ApiServer;
let api: HttpsApi;

beforeAll(async () => {
  server = await createApiServer({ users: [{ name: "admin", token: "secret", groups: ["system:masters"] }] });
  api = new HttpsApi({ server: server.url, authority: server.caPem, token: "secret" });
});

afterAll(async () => {
  await api.close();
  await server.close();
});

const entry = (name: string): KubeObject => ({
  apiVersion: "networking.istio.io/v1",
  kind: "WorkloadEntry",
  metadata: { name, namespace: "default" },
  spec: { address: "10.0.0.1" },
});

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (problem: unknown) => problem,
  );
}

describe("istiod's client on the embedded API server", () => {
  it("creates, reads and changes an object, and is told when it is too late", async () => {
    const created = await api.create(entry("one"));
    expect(isThereAlready(await refusal(api.create(entry("one"))))).toBe(true);
    const changed = await api.replace({ ...created, metadata: { ...created.metadata, labels: { a: "b" } } });
    expect(isConflict(await refusal(api.replace({ ...created, spec: { address: "10.0.0.2" } })))).toBe(true);
    expect(await api.get(refOf(created))).toEqual(changed);
    expect(await api.get({ ...refOf(created), name: "other" })).toBeNull();
  });

  it("writes a status without the rest", async () => {
    const created = await api.create(entry("two"));
    const conditions = [{ type: "Healthy", status: "True" }];
    const changed = await api.replace({ ...created, spec: { address: "10.0.0.9" }, status: { conditions } }, "status");
    expect(changed).toMatchObject({ spec: { address: "10.0.0.1" }, status: { conditions } });
  });

  it("deletes what is still as it was", async () => {
    const created = await api.create(entry("three"));
    await api.replace({ ...created, metadata: { ...created.metadata, labels: { a: "b" } } });
    const before = { resourceVersion: created.metadata.resourceVersion ?? "" };
    expect(isConflict(await refusal(api.remove(refOf(created), before)))).toBe(true);
    expect(await api.remove(refOf(created))).toBe(true);
    expect(await api.remove(refOf(created))).toBe(false);
  });

  it("follows what is there, over several pages, and what happens after", async () => {
    for (let count = 0; count < 1200; count++) server.storage.seed({ ...entry(`many-${count}`), metadata: { name: `many-${count}`, namespace: "many" } });
    const events: WatchEvent[] = [];
    const heard = new EventTarget();
    const stop = await api.follow("WorkloadEntry", (event) => {
      events.push(event);
      heard.dispatchEvent(new Event(event.type));
    });
    expect(events.filter(({ object }) => object.metadata.namespace === "many")).toHaveLength(1200);
    expect(events[0]?.object.kind).toBe("WorkloadEntry");
    const deleted = new Promise((resolve) => heard.addEventListener("DELETED", resolve, { once: true }));
    await api.create(entry("late"));
    await api.remove(refOf(entry("late")));
    await deleted;
    expect(events.slice(-2).map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(["ADDED late", "DELETED late"]);
    stop();
  });
});
