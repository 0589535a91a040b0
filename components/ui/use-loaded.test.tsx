import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { useLoaded } from "./use-loaded";

const FORM = { Form: () => <p>the form</p> };

function Opener({ load }: { readonly load: () => Promise<typeof FORM> }) {
  const [open, setOpen] = useState(false);
  const form = useLoaded(load, open, () => setOpen(false));
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {open ? "wanted" : "not wanted"}
      </button>
      {open && form !== null && <form.Form />}
    </>
  );
}

it("is loaded when it is wanted; where that fails the wish is taken back, and the next one asks anew", async () => {
  const load = vi.fn<() => Promise<typeof FORM>>(async () => FORM).mockRejectedValueOnce(new Error("out of reach"));
  render(<Opener load={load} />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("button").textContent).toBe("not wanted");
  expect(screen.queryByText("the form")).toBeNull();
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("the form")).toBeDefined();
});

it("is asked for once the page is settled, so that it is there when the server is not, and shows nothing by itself", async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => FORM);
  render(<Opener load={load} />);
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  vi.useRealTimers();
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("the form")).toBeNull();
});
