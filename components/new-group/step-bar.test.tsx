// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { StepBar } from "./step-bar";

const draft = { cluster: "prod eu", namespace: "shop", draft: "d1" };
const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

describe("the bar over the steps", () => {
  it("leads to every step of a draft but the one that is open, and to none that needs the group", () => {
    render(<StepBar current="describe" of={{ draft }} done={["ready"]} />);
    const search = "cluster=prod+eu&namespace=shop&draft=d1";
    expect(hrefs()).toEqual([`/groups/new?${search}`, `/groups/new/reach?${search}`, `/groups/new/review?${search}`]);
    expect(screen.getByText("Describe").getAttribute("aria-current")).toBe("step");
    expect(screen.getByRole("link", { name: /Ready\?.*done/ })).toBeTruthy();
  });

  it("leads to the steps of a group that is there; those before it are done", () => {
    render(<StepBar current="bundle" of={{ group: { cluster: "prod-eu", namespace: "shop", name: "vm" } }} />);
    expect(hrefs()).toEqual(["/c/prod-eu/groups/shop/vm/arrive"]);
    expect(screen.getAllByText(", done")).toHaveLength(4);
  });
});
