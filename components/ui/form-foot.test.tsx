import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Button } from "./button";
import { FormFoot } from "./form-foot";

function foot(isDone: boolean, more: { readonly problem?: string } = {}) {
  return (
    <>
      <input aria-label="elsewhere" />
      <FormFoot said={isDone ? "Accepted." : ""} isDone={isDone} onDone={() => undefined} {...more}>
        {!isDone && <Button type="submit">Delete</Button>}
      </FormFoot>
    </>
  );
}

it("whoever pressed the button that sends goes on at Close once that is gone", () => {
  const { rerender } = render(foot(false));
  screen.getByRole("button", { name: "Delete" }).focus();
  rerender(foot(true));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("status").textContent).toBe("Accepted.");
});

it("a focus that is elsewhere stays there", () => {
  const { rerender } = render(foot(false));
  screen.getByLabelText("elsewhere").focus();
  rerender(foot(true));
  expect(document.activeElement).toBe(screen.getByLabelText("elsewhere"));
});

it("a refusal is told in the place of what came, and can still be cancelled", () => {
  render(foot(false, { problem: "Somebody changed it." }));
  expect(screen.getByRole("status").textContent).toBe("Somebody changed it.");
  expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
});
