import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import type { KubeObject } from "@/lib/sandbox/apiserver/kube-object";
import { ask } from "@/lib/sandbox/apiserver/test-client";
import { istioWebhook } from "./istio-webhook";

interface Recorded {
  readonly title: string;
  readonly object: KubeObject;
  readonly answer: {
    readonly status: number;
    readonly reason?: string | null;
    readonly message?: string;
    readonly causes?: unknown;
    readonly warnings?: readonly string[];
  };
}

const recorded = readFileSync("lib/sandbox/recordings/admission.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Recorded);
const plurals: Readonly<Record<string, string>> = { WorkloadGroup: "workloadgroups", WorkloadEntry: "workloadentries", ServiceEntry: "serviceentries" };

describe("a document is answered as by a real control plane", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await createApiServer({ users: [{ name: "admin", token: "a", groups: ["system:masters"] }], webhook: istioWebhook });
    server.storage.seed({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, status: { phase: "Active" } });
  });
  afterAll(() => server.close());

  it("in all recorded cases", () => {
    expect(recorded).toHaveLength(89);
  });

  it.each(recorded)("$title", async ({ object, answer }) => {
    const before = server.storage.revision;
    const path = `/apis/networking.istio.io/v1/namespaces/shop/${plurals[object.kind]}?dryRun=All&fieldValidation=Strict`;
    const { status, headers, json } = await ask(server, "a", "POST", path, object);
    const details = json?.details as { causes?: unknown } | undefined;
    const refusal = status === 201 ? {} : { reason: json?.reason ?? null, message: json?.message, causes: details?.causes ?? null };
    const warnings = headers.warning === undefined ? {} : { warnings: [headers.warning] };
    expect({ status, ...refusal, ...warnings }).toEqual(answer);
    expect(server.storage.revision).toBe(before);
  });
});
