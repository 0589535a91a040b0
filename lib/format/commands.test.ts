import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CommandTarget, commandsFor, probeCommands } from "./commands";
import { shellQuote } from "./shell-quote";

type EntryTarget = Extract<CommandTarget, { kind: "entry" }>;
const entry: EntryTarget = {
  kind: "entry",
  context: "",
  namespace: "shop",
  name: "checkout-10.20.1.14-vpc-2",
  address: "10.20.1.14",
  controller: "istiod-7c9f-a",
  controllerNamespace: "istio-system",
};
const lines = (target: CommandTarget) => commandsFor(target).map(({ command }) => command);

const hasBash = spawnSync("bash", ["-c", ":"]).status === 0;

/** What a shell makes of the words: bash knows `$'…'`. */
function readByShell(words: string): string {
  return execFileSync("bash", ["-c", `printf %s ${words}`], { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } });
}

describe("a word for the shell", () => {
  it.each([
    ["checkout-10.20.1.14", "checkout-10.20.1.14"],
    ["", "''"],
    ["two words", "'two words'"],
    ["it's", "'it'\\''s'"],
    ["$(reboot)", "'$(reboot)'"],
    ["~root", "'~root'"],
    ["\u001b[201~rm", "$'\\U0000001b[201~rm'"],
    ["a\u202eb", "$'a\\U0000202eb'"],
  ])("%j is written %s", (text, quoted) => {
    expect(shellQuote(text)).toBe(quoted);
  });

  it.runIf(hasBash)("is read back by a shell as it was (where bash is installed)", () => {
    const hostile = ["'", '"', "$(id)", "`id`", "\\", "\n", "a b", "ü", "\u202e", "!", "*", ";", "-n"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hostile), { maxLength: 8 }), (parts) => {
        const text = `x${parts.join("")}`;
        expect(readByShell(shellQuote(text))).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it("never lets a control or invisible character through", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(shellQuote(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe("the commands of an entry", () => {
  it("are exact, and all of them only read", () => {
    expect(lines(entry)).toEqual([
      "kubectl -n shop get workloadentry/checkout-10.20.1.14-vpc-2 -o yaml",
      "kubectl -n shop describe workloadentry/checkout-10.20.1.14-vpc-2",
      "kubectl -n istio-system get pod --field-selector=metadata.name=istiod-7c9f-a -o wide",
      "kubectl -n istio-system logs pod/istiod-7c9f-a -c discovery --since=1h | grep -F -e checkout-10.20.1.14-vpc-2",
      "istioctl analyze -n shop",
      "ssh 10.20.1.14",
      "ssh 10.20.1.14 sudo journalctl --unit istio --since -1h --no-pager",
      "ssh 10.20.1.14 systemctl status istio --no-pager",
      "ssh 10.20.1.14 curl -sS -i http://localhost:15021/healthz/ready",
    ]);
  });

  it("name the context where there is one", () => {
    expect(lines({ ...entry, context: "prod eu" })[0]).toBe("kubectl --context 'prod eu' -n shop get workloadentry/checkout-10.20.1.14-vpc-2 -o yaml");
  });

  it.each(["", "unix:///var/run/app.sock", "-oProxyCommand=id", "10.0.0.1; id", "a\nb"])("offer no ssh to %j", (address) => {
    expect(lines({ ...entry, address }).filter((line) => line.startsWith("ssh"))).toEqual([]);
  });

  it("never let a name pass for an option", () => {
    const [, , pod, logs] = lines({ ...entry, controller: "--kubeconfig=/tmp/x" });
    expect(pod).toContain(" --field-selector=metadata.name=--kubeconfig=/tmp/x ");
    expect(logs).toContain(" logs pod/--kubeconfig=/tmp/x ");
  });

  it("leave the replica out where none is named", () => {
    expect(lines({ ...entry, controller: "" }).join("\n")).not.toContain("logs");
  });
});

describe("the commands of a group", () => {
  it("are exact, and all of them only read", () => {
    expect(lines({ kind: "group", context: "", namespace: "shop", name: "checkout", address: "" })).toEqual([
      "kubectl -n shop get workloadentries --watch",
      "kubectl -n shop get workloadgroup/checkout -o yaml",
      "kubectl -n shop describe workloadgroup/checkout",
      "istioctl proxy-status | grep -F -e .shop",
      "istioctl analyze -n shop",
    ]);
  });

  it("begin with those for the machine to look at first", () => {
    const [first, second] = lines({ kind: "group", context: "", namespace: "shop", name: "checkout", address: "10.20.1.14" });
    expect([first, second]).toEqual(["ssh 10.20.1.14", "ssh 10.20.1.14 sudo journalctl --unit istio --since -1h --no-pager"]);
    expect(lines({ kind: "group", context: "", namespace: "shop", name: "checkout", address: "-oProxyCommand=id" }).join()).not.toContain("ssh");
  });
});

describe("the commands of a failed probe", () => {
  const commands = (message: string, address = "10.20.1.14") => probeCommands(address, message).map(({ command }) => command);

  it("repeat the request on the machine, and list the process on the port", () => {
    expect(commands('Get "http://10.20.1.14:8000/healthz": EOF')).toEqual([
      "ssh 10.20.1.14 curl -sS -i http://localhost:8000/healthz",
      "ssh 10.20.1.14 ss -ltnp 'sport = :8000'",
    ]);
    expect(commands('Get "https://10.20.1.14:8443/ready": EOF')[0]).toBe("ssh 10.20.1.14 curl -sSk -i https://localhost:8443/ready");
    expect(commands("dial tcp 10.20.1.14:5432: i/o timeout")).toEqual(["ssh 10.20.1.14 ss -ltnp 'sport = :5432'"]);
  });

  it.each([
    ['Get "http://10.20.1.14:8000/$(reboot)": EOF', "10.20.1.14"],
    ['Get "http://10.20.1.14:8000/;reboot": EOF', "10.20.1.14"],
    ['Get "http://10.20.1.14:8000/healthz": EOF', "-oProxyCommand=x"],
    ["exit status 1", "10.20.1.14"],
  ])("do not exist for a path that a shell could run, or an address that is an option: %s on %s", (message, address) => {
    expect(commands(message, address)).toEqual([]);
  });
});
