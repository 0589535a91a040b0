import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Answer } from "@/lib/client/use-answer";
import type { CommandPermission } from "@/lib/contract/commands";
import { OnceAllowed } from "./once-allowed";

const MAY = { kind: "here", value: { may: true, missing: "" } } as const;
const MAY_NOT = { kind: "here", value: { may: false, missing: "The verb patch on workloadgroups is missing" } } as const;
const SAYS_MAY_NOT = "You may not change it. The verb patch on workloadgroups is missing.";

const drawn = (may: Answer<CommandPermission>) => (
  <OnceAllowed may={may}>
    <input aria-label="Why" />
  </OnceAllowed>
);

it.each([
  [MAY_NOT, SAYS_MAY_NOT],
  [{ kind: "refused", problem: "There is no such object in your sight.", status: 404 } as const, "There is no such object in your sight."],
])("what is typed in a form that is open stays where the right is lost, beside why: %j", async (lost, why) => {
  const { rerender } = render(drawn(MAY));
  await userEvent.type(screen.getByRole("textbox", { name: "Why" }), "disk is full");
  rerender(drawn(lost));
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Why" }).value).toBe("disk is full");
});

it("is no form for who may not, nor before that is known", () => {
  const { rerender } = render(drawn({ kind: "waiting" }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText("Asking what you may do")).toBeTruthy();
  rerender(drawn(MAY_NOT));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(SAYS_MAY_NOT)).toBeTruthy();
});
