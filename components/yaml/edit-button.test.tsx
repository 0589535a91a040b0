import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ViewerProvider } from "@/lib/client/viewer";
import { EditButton } from "./edit-button";

const begin = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/begin-edit", () => ({ beginEdit: begin }));

it("begins an edit once, however often it is pressed before the object is read: a second one would overwrite what was typed since", async () => {
  let read: (begun: { readonly problem: string }) => void = () => undefined;
  begin.mockImplementation(() => new Promise((resolve) => (read = resolve)));
  const told: string[] = [];
  render(
    <ViewerProvider viewer={{ signIn: "local", name: "", id: "viewer", mayWrite: true }}>
      <EditButton object={{ resource: "workloadgroups", cluster: "eu", namespace: "shop", name: "web" }} onBegun={({ problem }) => told.push(problem)} />
    </ViewerProvider>,
  );
  const button = screen.getByRole("button", { name: "Edit" });
  await userEvent.dblClick(button);
  await waitFor(() => expect(begin).toHaveBeenCalled());
  await userEvent.click(button);
  await act(async () => read({ problem: "" }));
  expect([begin.mock.calls.length, told]).toEqual([1, [""]]);
});
