import { describe, expect, it } from "vitest";
import type { Answer } from "@/lib/server/kube/kube-error";
import { railsReader } from "./read-rails";

const guardRails = { namespace: "istio-system", name: "stolos-guard-rails" };
const PLACE = "ConfigMap istio-system/stolos-guard-rails";
const holding = (text: unknown): Answer<unknown> => ({ ok: true, value: { data: { "guard-rails.yaml": text } } });

function reader(answer: Answer<unknown>) {
  const paths: string[] = [];
  const client = {
    get: async (path: string) => {
      paths.push(path);
      return answer;
    },
  };
  return { paths, read: railsReader({ guardRails, ownClientOf: (cluster) => (cluster === "eu" ? client : undefined) }) };
}

describe("the rules of a platform team", () => {
  it("are read anew each time, from the ConfigMap of the setting", async () => {
    const { paths, read } = reader(holding("namespaces: [shop]\nmaxTokenSeconds: 900\n"));
    expect(await read("eu")).toMatchObject({ kind: "known", place: PLACE, rails: { namespaces: ["shop"], maxTokenSeconds: 900 } });
    await read("eu");
    expect(paths).toEqual(Array(2).fill("/api/v1/namespaces/istio-system/configmaps/stolos-guard-rails"));
  });

  it("are none where no setting names them, and nobody is asked", async () => {
    const read = railsReader({ guardRails: null, ownClientOf: () => expect.fail("asked") });
    expect(await read("eu")).toEqual({ kind: "none" });
  });

  it.each<[string, Answer<unknown>, RegExp]>([
    ["there is no such ConfigMap", { ok: false, error: { kind: "not-found", message: "not found" } }, /is not there\./],
    ["the account may not read it", { ok: false, error: { kind: "forbidden", message: "forbidden" } }, /may not read/],
    ["the API server is away", { ok: false, error: { kind: "unreachable", message: "connection refused" } }, /could not be read\. Connection refused/],
    ["it has no such key", { ok: true, value: { data: { "rules.yaml": "" } } }, /It has no guard-rails\.yaml\./],
    ["it holds nothing", holding(""), /Line 1/],
    ["it is no YAML", holding("namespaces: [shop"), /Line \d+/],
    ["it is a bomb", holding("a: &a [1,1]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\ne: &e [*d,*d]\nf: &f [*e,*e]\ng: [*f,*f]\n"), /Line 1|no field/],
    ["it has a field that nobody knows", holding("namespace: [shop]\n"), /namespace is no field/],
    ["a rule has another shape", holding("maxTokenSeconds: soon\n"), /maxTokenSeconds has to be/],
  ])("are unknown where %s, and that is said with what follows from it", async (_fact, answer, words) => {
    const read = await reader(answer).read("eu");
    expect(read).toMatchObject({ kind: "unknown", place: PLACE, problem: expect.stringMatching(words) });
    expect(read).toMatchObject({ problem: expect.stringContaining("nothing that it may forbid is written") });
  });

  it("are unknown in a cluster that is not watched", async () => {
    expect(await reader(holding("")).read("us")).toMatchObject({ kind: "unknown" });
  });
});
