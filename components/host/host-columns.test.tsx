import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ServiceRow } from "@/lib/contract/views/services";
import { SERVICE_STATUSES } from "@/lib/domain/services/service-status";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { aHostRow } from "@/lib/testing/host-rows";
import { hostColumns } from "./host-columns";
import { HostLegend } from "./host-strip";

const world = vi.hoisted(() => ({ freshness: { kind: "live", asOf: 0 } as Freshness }));
vi.mock("@/lib/client/status", () => ({ useFreshness: () => world.freshness }));
vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(0) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
afterEach(() => {
  world.freshness = { kind: "live", asOf: 0 };
});

const drawn = (row: ServiceRow, ...keys: readonly string[]) => {
  const cells = hostColumns.filter(({ key }) => keys.includes(key)).map(({ key, cell }) => <span key={key}>{cell(row)}</span>);
  return render(<div>{cells}</div>).container;
};

describe("a host in a list", () => {
  it("says that Pods are not visible, and draws none", () => {
    const container = drawn(aHostRow({ pods: null, share: null, status: { ...aHostRow().status, podsSeen: false } }), "status", "pods", "share", "answers");
    expect(container.textContent).toBe("Machines servenot visible—");
    expect(container.innerHTML).not.toContain("text-good");
    expect(container.querySelectorAll(".cell-round")).toHaveLength(0);
  });

  it("shows what manages its object", () => {
    expect(drawn(aHostRow({ kind: "ServiceEntry", managedBy: "Deployment sync" }), "owner").textContent).toBe("ServiceEntry · Deployment sync");
    cleanup();
    expect(drawn(aHostRow({ kind: "ServiceEntry" }), "owner").textContent).toBe("ServiceEntry");
  });

  it("shows since when it has no endpoint", () => {
    const status = { ...aHostRow().status, kind: "nobody" } as const;
    expect(drawn(aHostRow({ status, since: 7_800_000 }), "status").textContent).toBe("Nobody answerssince 02:10:00");
    cleanup();
    expect(drawn(aHostRow({ status, since: 7_800_000, sinceAtLeast: true }), "status").textContent).toBe("Nobody answerssince 02:10:00 or before");
    cleanup();
    expect(drawn(aHostRow({ status }), "status").textContent).toBe("Nobody answers");
  });

  it("draws machines, Pods and written endpoints each in their shape, and says it in words", () => {
    const container = drawn(
      aHostRow({
        machines: {
          taken: 3,
          serving: 2,
          inDoubt: 0,
          draining: 0,
          awaiting: 0,
          notChecked: 0,
          notOwned: 0,
          hostUnknown: 0,
          unreachable: 0,
          elsewhere: 0,
          depends: 0,
        },
        absent: 1,
        pods: { taken: 2, ready: 2 },
        inline: 1,
      }),
      "answers",
    );
    const kinds = [...container.querySelectorAll("i")].map(({ className }) => className.replaceAll("cell-", "").replace("cell ", "").trim());
    expect(kinds).toEqual(["gone", "bad", "good", "good", "round good", "round good", "diamond idle"]);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("2 of 4 machines serve, 1 lost or missing, 2 of 2 pods ready, 1 endpoint written by hand");
  });

  it("draws healthy machines that callers are not sent in their own colour, and explains it in the legend", () => {
    const machines = {
      taken: 4,
      serving: 1,
      inDoubt: 0,
      draining: 1,
      awaiting: 0,
      notChecked: 0,
      notOwned: 1,
      hostUnknown: 0,
      unreachable: 0,
      elsewhere: 1,
      depends: 0,
    };
    const container = drawn(aHostRow({ machines, pods: { taken: 0, ready: 0 } }), "answers", "machines");
    expect([...container.querySelectorAll("i")].map(({ className }) => className.trim())).toEqual([
      "cell cell-warn",
      "cell cell-warn",
      "cell cell-idle",
      "cell cell-good",
    ]);
    expect(container.querySelector("[data-not-sent]")?.getAttribute("data-not-sent")).toBe("2");
    cleanup();
    render(<HostLegend notSent={1} />);
    expect(screen.getByText("healthy, not sent to callers").querySelector(".cell-warn")).not.toBeNull();
    cleanup();
    render(<HostLegend notSent={0} />);
    expect(screen.queryByText("healthy, not sent to callers")).toBeNull();
  });

  it.each(["stale", "denied", "past"] as const)("has nothing green while its cluster is %s", (kind) => {
    world.freshness = { kind, asOf: 0, reason: "" } as Freshness;
    for (const status of SERVICE_STATUSES) {
      const { innerHTML } = drawn(aHostRow({ status: { ...aHostRow().status, kind: status } }), "status", "answers");
      expect(innerHTML).not.toMatch(/text-good|cell-good/);
      cleanup();
    }
  });

  it("leads a ServiceEntry's host to its page, by the host, and names who else defines it", () => {
    const rivals = [{ kind: "ServiceEntry", namespace: "far", name: "cards" }] as const;
    const container = drawn(aHostRow({ kind: "ServiceEntry", name: "cards", host: "cards.example.com", rivals: [...rivals] }), "host", "owner");
    expect(screen.getByRole("link").getAttribute("href")).toBe("/c/prod-eu/serviceentries/shop/cards?host=cards.example.com");
    expect(container.querySelector("[title*='also defined by']")?.textContent).toBe("ServiceEntry +1");
  });

  it("tells callers that are all, some or nobody apart", () => {
    const words = (callers: ServiceRow["callers"], moreCallers = 0) => drawn(aHostRow({ callers, moreCallers }), "callers").textContent;
    expect(drawn(aHostRow({ callers: null, notCallers: ["far"] }), "callers").textContent).toBe("all but far");
    expect([words(null), words([]), words(["shop"]), words(["a", "b", "c"], 2)]).toEqual(["all", "nobody", "shop", "a, b +3"]);
  });
});
