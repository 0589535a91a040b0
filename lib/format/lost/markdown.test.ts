import { describe, expect, it } from "vitest";
import { lossHeadline } from "./loss-headline";
import { type MarkdownInput, whatIfMarkdown } from "./markdown";

const HEAD: MarkdownInput["head"] = {
  ...{ asOf: Date.UTC(2026, 7, 12, 4, 16, 12), parts: ["zone:eu/a"], moment: "after-grace", headroom: 30 },
  moments: [
    { moment: "at-once", span: { from: 0, to: 0 }, dead: 10 },
    { moment: "after-grace", span: { from: 20_000, to: 50_000 }, dead: 4 },
    { moment: "after-age", span: null, dead: 0 },
  ],
  lost: { machines: 10, pods: 1, leaving: { grace: 6, age: 0, withReplica: 0, never: 0, unknown: 0 }, reconnecting: 0 },
  replicas: { lost: [], left: 2, unplaced: 0, isVisible: true },
  gateways: [],
  hosts: { total: 2, nobody: 1, overloaded: 0, full: 0, unknown: 0, carries: 0, whole: 1, idle: 0 },
  assumptions: ["Weights are capacity."],
  notSeen: ["Pods are not visible to you."],
};
const NONE = { before: 0, after: 0 };
const HOST: MarkdownInput["hosts"][number] = {
  ...{ cluster: "prod-eu", host: "a.shop", machines: { before: 12, after: 0 }, pods: null, inline: NONE, weight: { before: 12, after: 0 } },
  ...{ capacity: { kind: "nobody", ratio: 0 }, dead: 12, heldByLost: 2, move: { says: "no", because: ["Nobody is left anywhere."] } },
};

describe("the answer as Markdown", () => {
  it("says that nothing has happened, what is lost, when, and what is taken for granted", () => {
    const group = {
      cluster: "prod-eu",
      namespace: "shop",
      name: "checkout",
      serving: { before: 10, after: 4 },
      doubted: { before: 2, after: 2 },
      expected: null,
      heldByLost: 2,
    };
    const text = whatIfMarkdown({
      ...{ address: "lost=zone%3Aeu%2Fa", most: 1, severalClusters: false, head: HEAD },
      hosts: [HOST, { ...HOST, host: "b.shop", pods: NONE, inline: { before: 2, after: 1 } }],
      groups: [{ ...group, capacity: { kind: "overloaded", ratio: 1.54 } }],
    });
    expect(text).toBe(`# What if \`zone:eu/a\` is lost

Nothing has happened: computed on the fleet of 2026-08-12 04:16:12 UTC, as it would be after the grace period (after 50 s), with 30 % to spare. Question: \`lost=zone%3Aeu%2Fa\`

**${lossHeadline(HEAD.hosts)
      .map(({ text: part }) => part)
      .join("")}**

- No replica of istiod goes.
- 6 machines leave within 50 s: a replica that lives notices that the connection is dead.

## Hosts

| host | machines | pods | weight | verdict | dead and listed | died with istiod | would traffic move |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`a.shop\` | 12 → 0 | not visible | 12 → 0 | Nobody | 12 | 2 | no: Nobody is left anywhere. |

1 more hosts, all of which cope no worse.

## Groups

| group | serving | expected | verdict | died with istiod |
| --- | --- | --- | --- | --- |
| \`shop/checkout\` | 12 → 6 | not known | Overloaded 1.5 × | 2 |

## Taken for granted

- Weights are capacity.
- Pods are not visible to you.
`);
  });

  it("lets no name become markup", () => {
    const hostile = { ...HOST, host: "a`|\n*b*", move: { says: "no", because: ["Callers in <b>[x](y)|_z_ have nobody."] } };
    const text = whatIfMarkdown({ address: "", most: 9, severalClusters: true, head: { ...HEAD, moment: "at-once" }, hosts: [hostile], groups: [] });
    expect(text).toContain("| `prod-eu` | `a'\\|‹U+000A›*b*` |");
    expect(text).toContain("Callers in \\<b\\>\\[x\\](y)\\|\\_z\\_ have nobody.");
    expect(text).toContain("## Groups\n\nNone.");
  });
});
