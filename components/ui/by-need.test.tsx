import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ByNeed, ByNeedTrigger } from "./by-need";

interface HeldProps {
  readonly load: () => Promise<never>;
  readonly told: boolean[];
}

/** Somebody who holds open what is loaded by need. */
function Held({ load, told }: HeldProps) {
  const [open, setOpen] = useState(false);
  const onOpenChange = (next: boolean) => {
    told.push(next);
    setOpen(next);
  };
  return (
    <ByNeed load={load} opens="menu" open={open} onOpenChange={onOpenChange}>
      <ByNeedTrigger>Columns</ByNeedTrigger>
    </ByNeed>
  );
}

describe("what is loaded by need", () => {
  it("is closed again where it cannot be loaded, also for whoever holds it open, and asked for anew at the next press", async () => {
    let asked = 0;
    const load = () => {
      asked++;
      return Promise.reject(new Error("the server is out of reach"));
    };
    const told: boolean[] = [];
    render(<Held load={load} told={told} />);
    const button = screen.getByRole("button", { name: "Columns" });
    for (const press of [1, 2]) {
      const before = asked;
      await userEvent.click(button);
      await waitFor(() => expect(told.at(-1), `press ${press}`).toBe(false));
      expect(button.getAttribute("aria-expanded")).toBe("false");
      expect(asked).toBeGreaterThan(before);
    }
    expect(told.filter((open) => open)).toHaveLength(2);
  });
});
