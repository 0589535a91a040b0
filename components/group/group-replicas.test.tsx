import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { GroupReplicas } from "./group-replicas";

const FACET = Array.from({ length: 12 }, (_, at) => ({ value: `shop/group-${at}`, count: 9 }));
const HEADS = {
  entries: {
    total: 200,
    matched: 171,
    facets: [
      { key: "group", values: FACET, more: 8 },
      { key: "state", values: [{ value: "unhealthy", count: 2 }], more: 0 },
    ],
  },
  groups: { total: 40, matched: 19, problem: null },
};
const asked = vi.hoisted(() => new Map<string, string | null>());
vi.mock("@/lib/client/use-view", () => ({
  useView: (kind: keyof typeof HEADS | "control-plane", query: string | null) => {
    asked.set(kind, query);
    return { state: kind === "control-plane" ? null : { head: HEADS[kind], rows: [] }, problem: null };
  },
}));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));

const DETAIL = { replicas: [{ value: "istiod-a", count: 12, trouble: 3 }] } as unknown as NonNullable<Parameters<typeof GroupReplicas>[0]["detail"]>;

it("counts all other groups of the replicas, more than a facet lists", () => {
  render(<GroupReplicas cluster="prod-eu" namespace="shop" name="group-3" detail={DETAIL} losses={null} />);
  expect(screen.getByText("On the same replicas, 2 of 171 machines of 19 other groups are in trouble.")).toBeTruthy();
  expect(new URLSearchParams(asked.get("groups") ?? "").get("q")).toBe("replica:istiod-a !group:shop/group-3");
});

it("counts no machine without a group among those of other groups", () => {
  render(<GroupReplicas cluster="prod-eu" namespace="shop" name="group-3" detail={DETAIL} losses={null} />);
  expect(new URLSearchParams(asked.get("entries") ?? "").get("q")).toBe("replica:istiod-a !group:shop/group-3 !group:none");
});
