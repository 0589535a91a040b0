import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ViewProblem } from "./view-problem";

describe("why a view has nothing to show", () => {
  it("is a fault under the title of its page, and an alert", () => {
    render(<ViewProblem problem="The query names no cluster." title="Networks cannot be shown" />);
    expect(screen.getByRole("alert").textContent).toBe("Networks cannot be shownThe query names no cluster.");
  });

  it("is no fault where it was taken away from whoever is not let in any more", () => {
    render(<ViewProblem problem="It is taken away." isWithdrawn title="Networks cannot be shown" />);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.body.textContent).toBe("Not shown any moreIt is taken away.");
  });

  it("is not said where it has something", () => {
    render(<ViewProblem problem={null} isWithdrawn title="Networks cannot be shown" />);
    expect(document.body.textContent).toBe("");
  });
});
