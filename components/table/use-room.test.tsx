import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cellClass } from "./cell-class";
import type { Column } from "./column";
import { DataTable } from "./data-table";
import { NameLink } from "./name-link";
import { SharedNames } from "./shared-names";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), useSearchParams: () => new URLSearchParams(), usePathname: () => "/" }));

const column = (key: string, more: Partial<Column<{ readonly id: string }>> = {}): Column<{ readonly id: string }> => ({
  key,
  head: key.toUpperCase(),
  shown: "usual",
  cell: ({ id }) => id,
  ...more,
});
const columns = [column("name", { shown: "always" }), column("hour", { yields: 1 }), column("replica", { yields: 2 }), column("zone")];

/** Each column needs so much. Pixels. */
const NEEDS = 100;

function inRoomOf(widthPx: number) {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly observe = vi.fn();
      readonly disconnect = vi.fn();
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(widthPx);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(() => document.querySelectorAll("th").length * NEEDS);
}

const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const table = (choice: string) => <DataTable caption="Machines" columns={columns} choice={choice} rows={[{ id: "a" }]} total={1} signatureOf={() => ""} />;

beforeEach(() => inRoomOf(250));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a table that is wider than its place", () => {
  it("lets what names no machine give way, in its order", () => {
    render(table(""));
    expect(heads()).toEqual(["NAME", "ZONE"]);
  });

  it("lets as few give way as need be", () => {
    inRoomOf(300);
    render(table(""));
    expect(heads()).toEqual(["NAME", "REPLICA", "ZONE"]);
  });

  it("cuts names only once nothing else can give way", () => {
    inRoomOf(150);
    render(table(""));
    expect([heads(), screen.getByRole("table").closest("[data-tight]") !== null]).toEqual([["NAME", "ZONE"], true]);
    cleanup();
    inRoomOf(200);
    render(table(""));
    expect(screen.getByRole("table").closest("[data-tight]")).toBeNull();
  });

  it("lets a column give way when other rows make it wider", () => {
    inRoomOf(500);
    const observed: { readonly call: () => void; readonly elements: Element[] }[] = [];
    vi.stubGlobal(
      "ResizeObserver",
      class {
        readonly #elements: Element[] = [];
        readonly disconnect = vi.fn();
        constructor(call: () => void) {
          observed.push({ call, elements: this.#elements });
        }
        observe(element: Element): void {
          this.#elements.push(element);
        }
      },
    );
    render(table(""));
    expect(heads()).toEqual(["NAME", "HOUR", "REPLICA", "ZONE"]);
    vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(() => document.querySelectorAll("th").length * 150);
    const resized = observed.filter(({ elements }) => elements.includes(screen.getByRole("table")));
    act(() => {
      for (const { call } of resized) call();
    });
    expect(heads()).toEqual(["NAME", "REPLICA", "ZONE"]);
  });

  it("shows all that was chosen, and scrolls sideways with the name in sight", () => {
    render(table("wide"));
    expect(heads()).toEqual(["NAME", "HOUR", "REPLICA", "ZONE"]);
    expect(cellClass({ key: "name" }, false)).toContain("sticky left-0");
    expect(cellClass({ key: "age", room: "wall" }, false)).not.toContain(":hidden");
    expect(cellClass({ key: "age", room: "wall" }, true)).toContain("max-[1559px]:hidden");
  });
});

describe("a name in a list", () => {
  it("leaves out what all share, and stays whole for the ear, on hover and for copying", () => {
    const names = ["clickhouse-10.20.0.14-aws-frankfurt", "clickhouse-10.20.0.15-aws-frankfurt"];
    render(
      <SharedNames rows={names.map((name) => ({ name }))}>
        <NameLink href="/a" name={names[0] ?? ""} />
      </SharedNames>,
    );
    const link = screen.getByRole("link", { name: "clickhouse-10.20.0.14-aws-frankfurt" });
    expect([link.title, link.textContent]).toEqual(Array(2).fill("clickhouse-10.20.0.14-aws-frankfurt"));
    const seen = [...link.childNodes].filter((node) => !(node instanceof Element)).map(({ textContent }) => textContent);
    expect([seen, link.querySelectorAll("[aria-hidden]").length]).toEqual([["10.20.0.14"], 2]);
  });
});
