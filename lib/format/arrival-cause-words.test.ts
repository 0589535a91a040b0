import { describe, expect, it } from "vitest";
import { SERVER_CHECKED_CAUSES, UNCHECKED_CAUSES } from "@/lib/domain/new-group/arrival";
import { foundCauseWords, possibleCauseWords } from "./arrival-cause-words";

const FACTS = {
  ...{ context: "eu'; reboot", namespace: "shop", group: "web", account: "web-vm", gateway: "203.0.113.10" },
  ...{ istioNamespace: "mesh", istiod: "istiod-canary.mesh.svc" },
};

describe("the causes", () => {
  const all = [...SERVER_CHECKED_CAUSES.map((cause) => foundCauseWords(cause, FACTS)), ...UNCHECKED_CAUSES.map((cause) => possibleCauseWords(cause, FACTS))];

  it("have each a name, a sentence and a command in which nothing of a stranger is run", () => {
    expect(new Set(all.map(({ title }) => title)).size).toBe(SERVER_CHECKED_CAUSES.length + UNCHECKED_CAUSES.length);
    for (const { detail, command } of all) {
      expect(detail).toMatch(/\.$/);
      expect(command).not.toContain("eu'; reboot");
    }
    expect(possibleCauseWords("no-path", { ...FACTS, gateway: "$(reboot)" }).command).not.toContain("reboot");
  });

  it("ask for istiod where it is: in its namespace, and under the name of the group's revision", () => {
    const commands = all.map(({ command }) => command).join("\n");
    expect(commands).not.toContain("istio-system");
    expect(foundCauseWords("no-gateway", FACTS).command).toMatch(/ -n mesh get services -l istio=eastwestgateway$/);
    expect(possibleCauseWords("no-name", FACTS).command).toBe("getent hosts istiod-canary.mesh.svc");
    expect(possibleCauseWords("wrong-root", FACTS).command).toContain("-connect istiod-canary.mesh.svc:15012 ");
  });
});
