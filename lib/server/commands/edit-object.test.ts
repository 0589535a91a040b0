import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { NO_ORIGIN } from "@/lib/testing/audit-origins";
import { editObject } from "./edit-object";
import { type CommandCall, runCommand } from "./run-command";

const PATH = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/web";
const TEXT = "apiVersion: networking.istio.io/v1\nkind: WorkloadGroup\nmetadata: {name: web, labels: {team: a}}\nspec: {template: {ports: {http: 8081}}}\n";
const BODY = {
  apiVersion: "networking.istio.io/v1",
  kind: "WorkloadGroup",
  metadata: { name: "web", labels: { team: "a" }, uid: "u-1", resourceVersion: "812" },
  spec: { template: { ports: { http: 8081 } } },
};
const STORED = {
  ...BODY,
  metadata: { name: "web", uid: "u-1", resourceVersion: "812", generation: 3, managedFields: [] },
  spec: { template: { ports: { http: 8080 } } },
  status: { conditions: [] },
};
const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));

beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

function world({ allowed = true, stored = { ok: true, value: STORED } as Answer<unknown>, answer = { ok: true, value: BODY } as Answer<unknown> } = {}) {
  const sent: WriteRequest[] = [];
  const kept: AuditLine[] = [];
  const client: WritingClient = {
    cluster: "eu",
    server: "",
    get: async (path) => (path === PATH ? stored : { ok: true, value: { versions: [{ version: "v1" }] } }),
    post: async () => ({ ok: true, value: { status: { allowed } } }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    skewMs: () => null,
    close: async () => undefined,
    write: async (request) => {
      sent.push(request);
      return answer;
    },
  };
  const viewer = { subject: "ann", scope, mayWrite: true, clientOf: () => client };
  const address = { cluster: "eu", namespace: "shop", name: "web" };
  const call: CommandCall = {
    viewer,
    name: "edit-workloadgroup",
    command: editObject("edit-workloadgroup"),
    address,
    readRails: noRails,
    localAddresses: "refused",
    history: { decideLosses: async () => undefined, changeNote: async () => "" },
    origin: NO_ORIGIN,
    keep: (line) => kept.push(line),
  };
  const give = (text: string, dryRun = false) => runCommand(call, { dryRun, resourceVersion: "812", input: { text, uid: "u-1" } });
  return { sent, kept, give };
}

describe("an edited object", () => {
  it("is tried, then put in the place of the one that was seen, and its line names the fields that differ", async () => {
    const { sent, kept, give } = world();
    await give(TEXT);
    expect(sent).toEqual([
      { verb: "update", path: `${PATH}?fieldManager=stolos&dryRun=All&fieldValidation=Strict`, body: BODY },
      { verb: "update", path: `${PATH}?fieldManager=stolos&fieldValidation=Strict`, body: BODY },
    ]);
    expect(kept).toMatchObject([{ fields: "metadata.labels, spec.template.ports.http", mode: "applied", result: "done" }]);
  });

  it("has a line that says so where nothing differs, or what is there cannot be read", async () => {
    const same = world({ stored: { ok: true, value: { ...BODY, status: {} } } });
    await same.give(TEXT, true);
    expect(same.kept).toMatchObject([{ fields: "nothing", mode: "dry run" }]);
    const hidden = world({ stored: { ok: false, error: { kind: "forbidden", message: "no" } } });
    await hidden.give(TEXT);
    expect(hidden.kept).toMatchObject([{ fields: "metadata, spec" }]);
  });

  it.each<[string, string, string]>([
    ["of another kind", TEXT.replace("WorkloadGroup", "Service"), "kind is Service, and has to be WorkloadGroup."],
    ["with a status", `${TEXT}status: {}\n`, "status is written by the cluster and cannot be edited here. Take it away: the cluster keeps its own."],
    ["with a version", TEXT.replace("name: web", "name: web, resourceVersion: '9'"), "metadata.resourceVersion is written by the cluster"],
    ["that is two", `${TEXT}---\n${TEXT}`, "A second document begins here."],
    ["with a key twice", `${TEXT}kind: WorkloadGroup\n`, "This is no YAML"],
    ["that is no object", "- a\n", "kind is missing"],
  ])("%s is refused before anything is sent", async (_claim, text, detail) => {
    const { sent, kept, give } = world();
    await expect(give(text)).rejects.toMatchObject({ status: 422, field: "text", detail: expect.stringContaining(detail) });
    expect(sent).toEqual([]);
    expect(kept).toMatchObject([{ result: expect.stringMatching(/^refused: 422/) }]);
  });

  it("with several fields of the cluster is refused at each of them", async () => {
    const { give } = world();
    await expect(give(`${TEXT.replace("name: web", "name: web, uid: u")}status: {}\n`)).rejects.toMatchObject({
      causes: [
        { field: "metadata.uid", message: expect.stringContaining("metadata.uid is written by the cluster") },
        { field: "status", message: expect.stringContaining("status is written by the cluster") },
      ],
    });
  });

  it("that somebody changed meanwhile is left as it is", async () => {
    const { give } = world({ answer: { ok: false, error: { kind: "invalid", status: 409, message: "the object has been modified" } } });
    await expect(give(TEXT)).rejects.toMatchObject({ status: 409 });
  });

  it("is not sent by whom the verb is missing", async () => {
    const { sent, give } = world({ allowed: false });
    await expect(give(TEXT)).rejects.toMatchObject({
      status: 403,
      detail: "The verb update on workloadgroups.networking.istio.io in namespace shop is missing.",
    });
    expect(sent).toEqual([]);
  });
});
