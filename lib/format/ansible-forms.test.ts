import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ansibleInventory, ansiblePlaybook } from "./ansible-forms";

const PARTS = { context: "eu", namespace: "shop", group: "web.v2", account: "shop-vm", seconds: 600, version: "1.31.0" };
const ROOT = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n";
const machine = (name: string, address: string) => ({
  name,
  files: [
    { name: "cluster.env", text: `ISTIO_SVC_IP='${address}'\n` },
    { name: "mesh.yaml", text: `# of ${name}\ndefaultConfig: {}\n` },
    { name: "hosts", text: "203.0.113.10 istiod.istio-system.svc\n" },
    { name: "root-cert.pem", text: ROOT },
  ],
});

/** Reads as Ansible does: what is marked as unsafe is a text, and never a template. */
const read = (text: string): unknown => parse(text, { customTags: [{ tag: "!unsafe", resolve: (value: string) => ({ unsafe: value }) }] });

interface Inventory {
  readonly machines_of_shop__web_v2: { readonly hosts: Readonly<Record<string, Readonly<Record<string, unknown>>>>; readonly vars: unknown };
}

describe("the forms for Ansible", () => {
  it("give each machine of a list its own files: none has the address of another", () => {
    const inventory = read(ansibleInventory(PARTS, [machine("web-1", "10.0.0.1"), machine("web-2", "10.0.0.2")])) as Inventory;
    const { hosts, vars } = inventory.machines_of_shop__web_v2;
    expect(hosts).toEqual({
      "web-1": { istio_cluster_env: { unsafe: "ISTIO_SVC_IP='10.0.0.1'\n" }, istio_mesh_yaml: { unsafe: "# of web-1\ndefaultConfig: {}\n" } },
      "web-2": { istio_cluster_env: { unsafe: "ISTIO_SVC_IP='10.0.0.2'\n" }, istio_mesh_yaml: { unsafe: "# of web-2\ndefaultConfig: {}\n" } },
    });
    expect(vars).toEqual({ istio_root_cert: { unsafe: ROOT }, istio_hosts: { unsafe: "203.0.113.10 istiod.istio-system.svc\n" } });
  });

  it("keep what is one machine's apart where there is only one, so that a second can be added", () => {
    const { hosts } = (read(ansibleInventory(PARTS, [machine("1", "10.0.0.1")])) as Inventory).machines_of_shop__web_v2;
    expect(hosts["1"]).toHaveProperty("istio_cluster_env");
  });

  it("have no template filled in that a group's labels hold", () => {
    const [web] = [machine("web-1", "{{ lookup('pipe', 'reboot') }}")];
    const inventory = read(ansibleInventory(PARTS, [web])) as Inventory;
    expect(inventory.machines_of_shop__web_v2.hosts["web-1"]?.istio_cluster_env).toEqual({ unsafe: "ISTIO_SVC_IP='{{ lookup('pipe', 'reboot') }}'\n" });
  });

  it("put each file where the agent looks for it, make the token where they run, and log nothing of it", () => {
    const [play] = parse(ansiblePlaybook(PARTS)) as [{ hosts: string; tasks: Readonly<Record<string, unknown>>[] }];
    expect(play.hosts).toBe("machines_of_shop__web_v2");
    const copied = play.tasks.flatMap((task) => (task["ansible.builtin.copy"] as { dest: string; content: string } | undefined) ?? []);
    expect(copied.map(({ dest, content }) => [dest, content])).toEqual([
      ["/var/lib/istio/envoy/cluster.env", "{{ istio_cluster_env }}"],
      ["/etc/istio/config/mesh", "{{ istio_mesh_yaml }}"],
      ["/etc/certs/root-cert.pem", "{{ istio_root_cert }}"],
      ["/var/run/secrets/tokens/istio-token", "{{ istio_token.stdout }}"],
    ]);
    expect(play.tasks.filter((task) => task.no_log === true)).toHaveLength(2);
    expect(play.tasks.find((task) => "delegate_to" in task)?.["ansible.builtin.command"]).toMatch(/^kubectl .*create token shop-vm/);
  });
});
