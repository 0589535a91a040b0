import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { COMMAND_INPUTS, type CommandInput, isObjectCommandName, type ObjectCommandName } from "@/lib/contract/commands";
import { systemClock } from "@/lib/server/clock";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { NotAllowed, WRITE_METHODS, type WriteVerb } from "@/lib/server/kube/allow-list";
import { createKubeClient, type WritingClient } from "@/lib/server/kube/client";
import { NO_ORIGIN } from "@/lib/testing/audit-origins";
import { SENT_COMMANDS } from "@/lib/testing/sent-commands";
import { audit } from "./audit-line";
import { COMMANDS, commandsOn, writesOf } from "./declared";

/** For each command an input that is understood, one that is not with the field at fault, and what stands in the input and must not be in its audit line. */
const EXAMPLES: {
  readonly [Name in ObjectCommandName]: { readonly good: CommandInput<Name>; readonly bad: unknown; readonly field: string; readonly secret: string };
} = {
  "set-expected-size": { good: { size: "480516" }, bad: { size: "many" }, field: "size", secret: "480516" },
  "plan-leaves": {
    good: { uid: "u", leaves: [{ entry: "vm-480516", by: null, reason: "moved" }] },
    bad: { uid: "u", leaves: [{ entry: "vm-1", by: null, reason: " " }] },
    field: "leaves",
    secret: "480516",
  },
  "accept-losses": aLossDecision(),
  "undo-accepted-losses": aLossDecision(),
  "add-incident-note": { good: { incident: "q7fd", text: "switch 480516" }, bad: { incident: "", text: "x" }, field: "incident", secret: "480516" },
  "edit-incident-note": {
    good: { incident: "q7fd", note: "n-1", edit: 1, text: "switch 480516" },
    bad: { incident: "q7fd", note: "n-1", edit: 0, text: "x" },
    field: "edit",
    secret: "480516",
  },
  "undo-incident-note": {
    good: { incident: "q7fd", note: "n-480516", edit: 1 },
    bad: { incident: "q7fd", note: "", edit: 1 },
    field: "note",
    secret: "480516",
  },
  "mute-workloadentry": aMute(),
  "mute-workloadgroup": aMute(),
  "mute-service": aMute(),
  "mute-serviceentry": aMute(),
  "issue-token": { good: { seconds: 1234 }, bad: { seconds: 60 }, field: "seconds", secret: "1234" },
  "create-serviceaccount": aTry("ServiceAccount"),
  "create-workloadgroup": aTry("WorkloadGroup"),
  "create-service": aTry("Service"),
  "create-serviceentry": aTry("ServiceEntry"),
  "edit-workloadgroup": anEdit("WorkloadGroup"),
  "edit-workloadentry": anEdit("WorkloadEntry"),
  "edit-service": anEdit("Service"),
  "edit-serviceentry": anEdit("ServiceEntry"),
  "delete-workloadentry": { good: { uid: "uid-480516" }, bad: { uid: "" }, field: "uid", secret: "uid-480516" },
  "delete-workloadgroup": { good: { uid: "uid-480516" }, bad: { uid: 7 }, field: "uid", secret: "uid-480516" },
  "delete-serviceentry": { good: { uid: "uid-480516" }, bad: { uid: "" }, field: "uid", secret: "uid-480516" },
  "delete-serviceaccount": { good: { uid: "uid-480516" }, bad: { uid: "" }, field: "uid", secret: "uid-480516" },
  "drain-workloadentry": { good: { uid: "u", reason: "disk 480516" }, bad: { uid: "u", reason: " " }, field: "reason", secret: "480516" },
  "undrain-workloadentry": { good: { uid: "uid-480516" }, bad: { uid: "" }, field: "uid", secret: "uid-480516" },
  "try-new-service": aTry("Service"),
  "try-service": aTry("Service"),
  "try-new-serviceentry": aTry("ServiceEntry"),
  "try-serviceentry": aTry("ServiceEntry"),
  "try-new-workloadentry": aTry("WorkloadEntry"),
  "try-workloadentry": aTry("WorkloadEntry"),
  "try-new-workloadgroup": aTry("WorkloadGroup"),
  "try-workloadgroup": aTry("WorkloadGroup"),
};

function aLossDecision() {
  const lost = (name: string) => ({ uid: "u", losses: [{ name, at: 7 }] });
  return { good: lost("vm-480516"), bad: lost(""), field: "losses.0.name", secret: "480516" };
}

function aMute() {
  const mute = (reason: string) => ({ uid: "u", mutes: [{ code: "STL126", until: 5, reason }] });
  return { good: mute("known 480516"), bad: mute(" "), field: "mutes", secret: "480516" };
}

function aTry(kind: string) {
  return { good: { text: `kind: ${kind}\nmetadata: {name: s3cret}\n` }, bad: { text: "kind: Gateway\n" }, field: "text", secret: "s3cret" };
}

function anEdit(kind: string) {
  const { good, ...rest } = aTry(kind);
  return { ...rest, good: { ...good, uid: "u-1" }, bad: { ...rest.bad, uid: "u-1" } };
}

const names = Object.keys(COMMANDS).filter(isObjectCommandName);
const verbs = Object.keys(WRITE_METHODS) as WriteVerb[];

describe.each(names)("the command %s", (name) => {
  const command = COMMANDS[name];
  const { good, bad, field, secret } = EXAMPLES[name];

  it("asks for the permission of what it does", () => {
    expect(command.permission).toContain(command.verb);
  });

  it("has a precondition that its verb can have: what is made is absent, what is changed is the version that was seen", () => {
    const isObject = command.subresource === "";
    if (isObject && command.verb === "create") expect(command.precondition).toBe("absent");
    if (command.stores !== undefined) expect(command.precondition).toBe("none");
    else if (isObject && command.verb !== "create") expect(command.precondition).toBe("version-seen");
  });

  it("has a dry run, and a noun", () => {
    expect(["first", "on-request", "only", "never"]).toContain(command.dryRun);
    expect(command.noun).toMatch(/^[a-z][a-z ]+$/);
  });

  it("is offered on its kind", () => {
    expect(commandsOn(command.kind)).toContain(name);
  });

  it("reads its input, and names the field of one that it does not understand", () => {
    expect(command.readInput(good)).toMatchObject({ body: { ok: true } });
    expect(command.readInput(bad)).toMatchObject({ body: { ok: false, problem: { field } } });
    for (const raw of [undefined, null, 7, "x", [], {}, { ["__proto__"]: 1 }]) expect(command.readInput(raw).body.ok).toBe(false);
  });

  it("has an audit line that names the changed fields and holds no value of the input", () => {
    const { changedFields } = command.readInput(good);
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const kept: unknown[] = [];
    audit({
      viewer: { subject: "ann" },
      name,
      command,
      address: { cluster: "eu", namespace: "shop", name: "x" },
      dryRun: false,
      changedFields,
      result: "done",
      auditId: "",
      told: { uid: "", tokenEnds: null },
      origin: NO_ORIGIN,
      keep: (line) => kept.push(line),
    });
    const line = String(write.mock.calls[0]?.[0]);
    write.mockRestore();
    expect(JSON.parse(line).fields).not.toBe("");
    expect(line).not.toContain(secret);
  });
});

describe.each(names)("what is sent of %s to see that nothing is written", (name) => {
  const { input, writes } = SENT_COMMANDS[name];

  it("is an input that the command takes, and the request is the one that it sends", () => {
    const { verb, kind, subresource, readInput } = COMMANDS[name];
    expect(readInput(input({ cluster: "eu", namespace: "shop", name: "cart", uid: "u-1" })).body).toMatchObject({ ok: true });
    expect(writes).toBe(`${WRITE_METHODS[verb]} ${kind}${subresource && `/${subresource}`}`);
  });
});

it("is not found by names that every object has", () => {
  expect(["__proto__", "constructor", "toString", "", "SET-EXPECTED-SIZE"].filter(isObjectCommandName)).toEqual([]);
  expect(Object.keys(COMMAND_INPUTS)).toEqual(names);
});

/** Every verb on every kind and subresource, and on kinds that nothing here may ever write. */
const KINDS = [...Object.values(RESOURCES), ...["secrets", "configmaps"].map((kind) => ({ kind, group: "", versions: ["v1"], namespaced: true }))];
const product = KINDS.flatMap((resource) =>
  verbs.flatMap((verb) => ["", "status", "scale", "token", "eviction", "binding"].map((subresource) => ({ resource, verb, subresource }))),
);
const isDeclared = ({ resource, verb, subresource }: (typeof product)[number]) =>
  Object.values(COMMANDS).some((command) => command.kind === resource.kind && command.verb === verb && command.subresource === subresource);

function requestOf({ resource, verb, subresource }: (typeof product)[number]) {
  const root = resource.group === "" ? `/api/${resource.versions[0]}` : `/apis/${resource.group}/${resource.versions[0]}`;
  const collection = `${root}${resource.namespaced ? "/namespaces/shop" : ""}/${resource.kind}`;
  const path = verb === "create" && subresource === "" ? collection : `${collection}/checkout${subresource && `/${subresource}`}`;
  const alike = Object.values(COMMANDS).filter((command) => command.kind === resource.kind && command.verb === verb && command.subresource === subresource);
  const isTried = alike.length > 0 && alike.every(({ dryRun }) => dryRun === "only");
  return { verb, path: `${path}?fieldManager=stolos${isTried ? "&dryRun=All" : ""}`, body: {} };
}

describe("a client with the declared writes", () => {
  let server: Server;
  let connections = 0;
  let client: WritingClient;

  beforeAll(async () => {
    server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const credentials = async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] });
    const context = { cluster: "eu", server: `http://127.0.0.1:${port}`, proxyUrl: null, namespace: "", credentials };
    client = createKubeClient({ context, clock: systemClock(), writes: writesOf(Object.values(COMMANDS)) });
  });
  afterEach(() => {
    connections = 0;
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });

  it("uses a socket for each of them", async () => {
    const declared = product.filter(isDeclared);
    const sent = Object.values(COMMANDS).filter(({ stores }) => stores === undefined);
    const shapes = new Set(sent.map(({ verb, kind, subresource }) => `${verb} ${kind}/${subresource}`));
    expect(declared).toHaveLength(shapes.size);
    for (const write of declared) expect(await client.write(requestOf(write))).toMatchObject({ ok: false });
    expect(connections).toBeGreaterThanOrEqual(declared.length);
  });

  it("tries what is only tried, and refuses to make it before a socket is used", async () => {
    const tried = product
      .filter((write) => isDeclared(write))
      .map(requestOf)
      .filter(({ path }) => path.includes("dryRun"));
    expect(tried).toHaveLength(1);
    for (const request of tried) await expect(client.write({ ...request, path: request.path.replace("&dryRun=All", "") })).rejects.toThrow(NotAllowed);
    expect(connections).toBe(0);
  });

  it("refuses every other verb, kind and subresource before a socket is used", async () => {
    const undeclared = product.filter((write) => !isDeclared(write));
    expect(undeclared.length).toBeGreaterThan(200);
    for (const write of undeclared) await expect(client.write(requestOf(write))).rejects.toThrow(NotAllowed);
    expect(connections).toBe(0);
  });

  it("refuses a planted verb even on an object that a command may change", async () => {
    const accountPath = "/api/v1/namespaces/shop/serviceaccounts/checkout";
    const planted = { verb: "patch", path: accountPath, body: {} } as const;
    await expect(client.write(planted)).rejects.toThrow(NotAllowed);
    expect(connections).toBe(0);
  });
});
