import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ViewerProvider } from "@/lib/client/viewer";
import type { PageViewer } from "@/lib/contract/answers/session";
import { ViewerMenu } from "./viewer-menu";

vi.mock("@/lib/client/live-provider", () => ({ useForgetViewer: () => () => undefined }));

const draw = (viewer: PageViewer) =>
  render(
    <ViewerProvider viewer={viewer}>
      <ViewerMenu />
    </ViewerProvider>,
  );

it("a wall display says that nobody is signed in, and what it shows", () => {
  draw({ signIn: "kiosk", name: null, id: "k", mayWrite: false });
  expect(screen.getByText("Nobody is signed in").title).toContain("whoever passes by sees the namespaces");
  expect(screen.queryByRole("button")).toBeNull();
});

it("a server of one person's own says nothing", () => {
  expect(draw({ signIn: "local", name: null, id: "l", mayWrite: true }).container.textContent).toBe("");
});

it("whoever a proxy has signed in is named", () => {
  draw({ signIn: "proxy", name: "idp:jane", id: "p", mayWrite: true });
  expect(screen.getByRole("button", { name: "Signed in as idp:jane." })).toBeDefined();
});

it.each([
  ["token", "This process refuses copies of its cookie. Others with the same database do within ten seconds."],
  ["oidc", "This process refuses copies of its cookie. Others with the same database do within ten seconds."],
  ["proxy", "a minute after the token that it was opened with expires"],
] as const)("whoever signs out reads until when copies are good elsewhere: %s", async (signIn, limit) => {
  draw({ signIn, name: "jane", id: "j", mayWrite: true });
  await userEvent.click(screen.getByRole("button", { name: "Signed in as jane." }));
  expect((await screen.findByRole("menuitem", { name: /^Sign out/ })).textContent).toContain(limit);
});
