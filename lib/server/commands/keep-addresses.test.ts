import { describe, expect, it } from "vitest";
import { Refusal } from "@/lib/server/http/problem";
import { COMMANDS } from "./declared";
import { keepAddresses } from "./keep-addresses";

const entry = (address: string) => ({ kind: "WorkloadEntry", spec: { address } });
const service = (address: string) => ({ kind: "ServiceEntry", spec: { endpoints: [{ address: "10.0.0.7" }, { address }] } });

interface Asked {
  readonly stored?: unknown;
  readonly localAddresses?: "refused" | "allowed";
}

/** What came of it: "" = nothing stood against it, else status, field and detail. */
async function kept(name: keyof typeof COMMANDS, body: unknown, { stored = {}, localAddresses = "refused" }: Asked = {}): Promise<string> {
  const refusal = await keepAddresses({ command: COMMANDS[name], localAddresses }, body, async () => stored).catch((thrown: unknown) => thrown);
  if (refusal === undefined) return "";
  if (!(refusal instanceof Refusal)) throw refusal;
  return `${refusal.status} ${refusal.field ?? ""} ${refusal.detail}`;
}

describe("an object that would send callers to themselves", () => {
  it.each<[string, keyof typeof COMMANDS, unknown]>([
    ["is made", "create-serviceentry", service("127.0.0.1")],
    ["is edited", "edit-serviceentry", service("169.254.169.254")],
    ["is tried anew", "try-new-workloadentry", entry("unix:///run/web.sock")],
    ["is tried in the place of another", "try-workloadentry", entry("::1")],
  ])("is refused at its field where it %s", async (_how, name, body) => {
    expect(await kept(name, body)).toMatch(/^422 text spec\.(?:endpoints\[1\]\.)?address: .* no object with it is written here\./);
  });

  it("is taken where whoever runs the server allows it", async () => {
    expect(await kept("create-serviceentry", service("127.0.0.1"), { localAddresses: "allowed" })).toBe("");
  });

  it("may keep what it has already, and get nothing of the kind beside it", async () => {
    expect(await kept("edit-workloadentry", entry("unix:///run/web.sock"), { stored: entry("unix:///run/web.sock") })).toBe("");
    expect(await kept("edit-workloadentry", entry("unix:///run/other.sock"), { stored: entry("unix:///run/web.sock") })).toMatch(/^422/);
    expect(await kept("create-serviceentry", service("127.0.0.1"), { stored: service("127.0.0.1") })).toMatch(/^422/);
  });
});

it("what sends callers elsewhere, or is no object, is not stood against", async () => {
  const unread = async () => Promise.reject(new Error("Nothing had to be read."));
  for (const [name, body] of [
    ["edit-serviceentry", service("10.0.0.8")],
    ["issue-token", { kind: "TokenRequest" }],
    ["drain-workloadentry", { metadata: { labels: {} } }],
  ] as const)
    await expect(keepAddresses({ command: COMMANDS[name], localAddresses: "refused" }, body, unread)).resolves.toBeUndefined();
});
