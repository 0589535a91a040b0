import { describe, expect, it } from "vitest";
import { noIstiodWords, noRevisionWords, revisionTitle, revisionWords, settingWords, unseenIstiodWords } from "./istiod-words";

const of = (pods: { readonly running: number; readonly ready: number } | null, revision = "canary") => revisionWords({ revision, version: "1.31.0", pods });

describe("a revision of istiod in words", () => {
  it.each([
    [revisionTitle({ revision: "default", version: "1.31.0", pods: null }), "istiod default, 1.31.0"],
    [revisionTitle({ revision: "canary", version: "", pods: null }), "istiod canary, version not known"],
    [
      of({ running: 2, ready: 2 }, "default"),
      "2 Pods of it run, and all are ready. A bundle for it names no revision. Machines install the package of its version.",
    ],
    [of({ running: 3, ready: 1 }), expect.stringMatching(/^3 Pods of it run, 1 of them ready\. A bundle for it names the revision canary\./)],
    [
      of({ running: 1, ready: 0 }),
      expect.stringMatching(/^1 Pod of it runs and none is ready, so that no machine can connect to it\. Ask whoever runs the mesh/),
    ],
    [of({ running: 0, ready: 0 }), expect.stringMatching(/^None of its Pods runs, .* Ask whoever runs the mesh for a running istiod of revision canary/)],
    [of(null), expect.stringMatching(/^Whether it runs is not known: its Pods cannot be seen\./)],
  ])("%s", (said, expected) => {
    expect(said).toEqual(expected);
  });
});

describe("a setting of istiod in words", () => {
  const source = "istiod's default, which its Pods do not change";
  it.each([
    [
      settingWords({ setting: "autoRegistration", isOn: true, standing: "ok", source }, "default"),
      `On. A machine that connects gets an entry, made from its group. ${source}.`,
    ],
    [
      settingWords({ setting: "autoRegistration", isOn: false, standing: "problem", source: "told" }, "default"),
      expect.stringMatching(
        /^Off\. No entry is made when a machine connects: .* Told\. Ask whoever runs the mesh for PILOT_ENABLE_WORKLOAD_ENTRY_AUTOREGISTRATION=true at revision default\.$/,
      ),
    ],
    [
      settingWords({ setting: "healthChecks", isOn: true, standing: "unseen", source: "told" }, "default"),
      expect.stringMatching(/^Not known; on is assumed\. Told\. If it is off: nobody looks at .* Ask whoever runs the mesh for the value of PILOT_ENABLE/),
    ],
  ])("%s", (said, expected) => {
    expect(said).toEqual(expected);
  });
});

it("names whom to ask for what where istiod cannot be seen, or the revision is not there", () => {
  const asked = { reasons: ["Pods of istiod in mesh could not be read: no"], namespace: "mesh" };
  const right =
    "Pods of istiod in mesh could not be read: no. Ask whoever gives rights in mesh for the verb list on pods and deployments.apps, or whoever runs";
  expect(unseenIstiodWords({ ...asked, shares: true })).toBe(`${right} this dashboard for the same rights of its own account.`);
  expect(unseenIstiodWords({ ...asked, shares: false })).toBe(
    `${right} this dashboard for STOLOS_SHARE_MESH_FACTS=true, with which its own account reads them.`,
  );
  expect(noIstiodWords({ namespace: "mesh" })).toMatch(/^Neither a Pod nor a Deployment in mesh has the label app=istiod\./);
  const absent = "No istiod has the revision old, and no mesh configuration its name.";
  const tag = "Where it is a tag, write the revision that it stands for.";
  expect(noRevisionWords({ revision: "old", revisions: ["a", "b"] })).toBe(`${absent} There are a and b. ${tag}`);
  expect(noRevisionWords({ revision: "old", revisions: [] })).toBe(`${absent} No istiod is seen here. ${tag}`);
});
