import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { SideColumns } from "./side-columns";

it("has the order of an incident where there is one column: what was lost, what to do, then the machines", () => {
  const { container } = render(<SideColumns first="lost," second="next," main="machines," side="template" />);
  expect(container.textContent).toBe("lost,next,machines,template");
});
