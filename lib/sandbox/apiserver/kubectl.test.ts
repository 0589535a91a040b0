import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, createApiServer } from "./api-server";

const hasKubectl = isInstalled();
const title = hasKubectl ? "kubectl" : "kubectl (skipped: not installed on this machine)";

const entry = `apiVersion: networking.istio.io/v1
kind: WorkloadEntry
metadata: {name: vm-1, namespace: shop, labels: {app: checkout}}
spec: {address: 10.0.0.7, serviceAccount: checkout}
`;
const group = `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata: {name: checkout, namespace: shop}
spec: {template: {serviceAccount: checkout}}
`;

describe.skipIf(!hasKubectl)(title, () => {
  let server: ApiServer;
  let folder: string;
  const run = (user: string, args: readonly string[], input = ""): Promise<string> =>
    new Promise((resolve) => {
      const child = execFile("kubectl", ["--kubeconfig", join(folder, user), ...args], (_error, stdout, stderr) => resolve(stdout + stderr));
      child.stdin?.end(input);
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sandbox-kubectl-"));
    const users = [
      { name: "admin", token: "t-admin", groups: ["system:masters"] },
      { name: "reader", token: "t-reader", groups: ["viewers"] },
    ];
    server = await createApiServer({ users });
    for (const user of users) writeFileSync(join(folder, user.name), server.kubeconfig(user.name));
    server.storage.seed({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  it("creates groups and entries and lists wg, we and se with their columns", async () => {
    expect(await run("admin", ["create", "-f", "-"], `${entry}---\n${group}`)).toContain("workloadentry.networking.istio.io/vm-1 created");
    const listed = await run("admin", ["get", "wg,we,se", "-A"]);
    expect(listed).toMatch(/NAMESPACE\s+NAME\s+AGE\s+ADDRESS\nshop\s+workloadentry\.networking\.istio\.io\/vm-1\s+\d+s\s+10\.0\.0\.7/);
    expect(listed).toContain("workloadgroup.networking.istio.io/checkout");
  }, 20_000);

  it("patches, labels and annotates", async () => {
    expect(await run("admin", ["patch", "we", "vm-1", "-n", "shop", "--type", "merge", "-p", '{"spec":{"weight":5}}'])).toContain("patched");
    expect(await run("admin", ["label", "we", "vm-1", "-n", "shop", "tier=gold"])).toContain("labeled");
    expect(await run("admin", ["annotate", "ns", "shop", "owner=payments"])).toContain("annotated");
    const stored = server.storage.get("networking.istio.io/v1", "WorkloadEntry", "shop", "vm-1");
    expect(stored).toMatchObject({ metadata: { labels: { app: "checkout", tier: "gold" }, generation: 2 }, spec: { weight: 5 } });
  }, 20_000);

  it("follows changes with -w", async () => {
    const child = spawn("kubectl", ["--kubeconfig", join(folder, "admin"), "get", "we", "-n", "shop", "-w"]);
    let seen = "";
    child.stdout.on("data", (chunk: Buffer) => {
      seen += chunk.toString("utf8");
    });
    await expect.poll(() => seen, { timeout: 8000 }).toContain("10.0.0.7");
    await run("admin", ["patch", "we", "vm-1", "-n", "shop", "--type", "merge", "-p", '{"spec":{"address":"10.0.0.8"}}']);
    await expect.poll(() => seen, { timeout: 8000 }).toContain("10.0.0.8");
    child.kill();
  }, 20_000);

  it("says who may do what, by the roles in the cluster", async () => {
    expect(await run("admin", ["auth", "can-i", "delete", "we", "-n", "shop"])).toContain("yes");
    expect(await run("reader", ["auth", "can-i", "list", "we", "-n", "shop"])).toContain("no");
    await run("admin", ["create", "clusterrole", "see-entries", "--verb=get,list", "--resource=workloadentries.networking.istio.io"]);
    await run("admin", ["create", "clusterrolebinding", "see-entries", "--clusterrole=see-entries", "--group=viewers"]);
    expect(await run("reader", ["auth", "can-i", "list", "we", "-n", "shop"])).toContain("yes");
    expect(await run("reader", ["delete", "we", "vm-1", "-n", "shop"])).toContain('User "reader" cannot delete resource "workloadentries"');
  }, 20_000);

  it("applies from the client, sees what would change, and says when nothing does", async () => {
    const file = (weight: number): string => entry.replace("vm-1", "vm-2").replace("10.0.0.7,", `10.0.0.9, weight: ${weight},`);
    expect(await run("admin", ["apply", "-f", "-"], file(1))).toContain("vm-2 created");
    expect(await run("admin", ["apply", "-f", "-"], file(1))).toContain("vm-2 unchanged");
    expect(await run("admin", ["diff", "-f", "-"], file(2))).toContain("+  weight: 2");
    expect(await run("admin", ["apply", "-f", "-", "--dry-run=server"], file(2))).toContain("vm-2 configured (server dry run)");
    expect(await run("admin", ["get", "we", "vm-2", "-n", "shop", "-o", "jsonpath={.spec.weight}"])).toBe("1");
    expect(await run("admin", ["apply", "-f", "-"], file(2))).toContain("vm-2 configured");
    expect(await run("admin", ["apply", "-f", "-"], file(2).replace("weight", "wieght"))).toContain('unknown field "spec.wieght"');
  }, 40_000);

  it("applies on the server, with conflicts and force", async () => {
    const file = (weight: number): string => entry.replace("vm-1", "vm-3").replace("10.0.0.7,", `10.0.0.10, weight: ${weight},`);
    const ssa = ["apply", "--server-side", "-f", "-", "--field-manager"];
    expect(await run("admin", [...ssa, "alice"], file(1))).toContain("vm-3 serverside-applied");
    expect(await run("admin", [...ssa, "bob"], file(2))).toContain('conflict with "alice": .spec.weight');
    expect(await run("admin", [...ssa, "bob", "--force-conflicts"], file(2))).toContain("vm-3 serverside-applied");
    expect(await run("admin", ["get", "we", "vm-3", "-n", "shop", "-o", "jsonpath={.spec.weight}"])).toBe("2");
  }, 30_000);

  it("applies on the server what was applied from the client before", async () => {
    const file = (weight: number): string => entry.replace("vm-1", "vm-5").replace("10.0.0.7,", `10.0.0.11, weight: ${weight},`);
    await run("admin", ["apply", "-f", "-"], file(1));
    expect(await run("admin", ["apply", "--server-side", "-f", "-"], file(2))).toContain("vm-5 serverside-applied");
    expect(await run("admin", ["get", "we", "vm-5", "-n", "shop", "-o", "jsonpath={.spec.weight}"])).toBe("2");
  }, 30_000);

  it("applies built-in kinds", async () => {
    const file = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\ndata: {a: "${value}"}\n`;
    expect(await run("admin", ["apply", "-f", "-"], file("1"))).toContain("created");
    expect(await run("admin", ["apply", "-f", "-"], file("2"))).toContain("configured");
    expect(await run("admin", ["apply", "--server-side", "-f", "-"], file("3"))).toContain("serverside-applied");
    expect(await run("admin", ["get", "cm", "settings", "-n", "shop", "-o", "jsonpath={.data.a}"])).toBe("3");
  }, 30_000);

  it("creates without writing, and is told what the rules say", async () => {
    const asked = ["create", "--dry-run=server", "-f", "-"];
    expect(await run("admin", asked, entry.replace("vm-1", "vm-4"))).toContain("vm-4 created (server dry run)");
    expect(await run("admin", ["get", "we", "vm-4", "-n", "shop"])).toContain('"vm-4" not found');
    expect(await run("admin", asked, entry.replace("address: 10.0.0.7, ", ""))).toContain("spec: Invalid value: Address is required");
  }, 30_000);

  it("creates a service account and a token for it", async () => {
    expect(await run("admin", ["create", "serviceaccount", "checkout", "-n", "shop"])).toContain("created");
    const token = await run("admin", ["create", "token", "checkout", "-n", "shop", "--audience", "istio-ca", "--duration", "2h"]);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, number>;
    expect(claims).toMatchObject({ aud: ["istio-ca"], sub: "system:serviceaccount:shop:checkout" });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(7200);
    expect(await run("admin", ["create", "token", "checkout", "-n", "shop", "--duration", "1m"])).toContain("may not specify a duration less than 10 minutes");
  }, 30_000);

  it("deletes an entry, and a namespace with all that is in it", async () => {
    expect(await run("admin", ["delete", "we", "vm-1", "-n", "shop"])).toContain("deleted");
    expect(await run("admin", ["delete", "ns", "shop"])).toContain("deleted");
    expect(server.storage.list("networking.istio.io/v1", "WorkloadGroup", "shop")).toEqual([]);
  }, 20_000);
});

function isInstalled(): boolean {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
