import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ViewerProvider } from "@/lib/client/viewer";
import type { PageViewer } from "@/lib/contract/answers/session";
import { ViewerMenu } from "./viewer-menu";

vi.mock("@/lib/client/live-provider", () => ({ useForgetViewer: () => () => undefined }));

vi.mock("@/lib/client/preferences", () => ({ usePreferences: () => ({ theme: "dark", set: (chosen: object) => world.set.push(chosen) }) }));

const world = vi.hoisted(() => ({ set: [] as object[] }));

const draw = (viewer: PageViewer) => {
  const onKeys = vi.fn();
  render(
    <ViewerProvider viewer={viewer}>
      <ViewerMenu onKeys={onKeys} />
    </ViewerProvider>,
  );
  return onKeys;
};

it("shows no user on a wall display, but explains in the menu what the display shows", async () => {
  draw({ signIn: "kiosk", name: null, id: "k", mayWrite: false });
  await userEvent.click(screen.getByRole("button", { name: "No sign-in" }));
  expect((await screen.findByRole("menu")).textContent).toContain("whoever passes by sees the namespaces");
  expect(screen.queryByRole("menuitem", { name: /^Sign out/ })).toBeNull();
});

it("has theme and keys without sign-in, but no sign-out", async () => {
  const onKeys = draw({ signIn: "local", name: null, id: "l", mayWrite: true });
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  expect((await screen.findByRole("menuitemradio", { name: "Dark" })).getAttribute("aria-checked")).toBe("true");
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Light" }));
  expect(world.set).toEqual([{ theme: "light" }]);
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: /^Keys/ }));
  expect(onKeys).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  await screen.findByRole("menuitem", { name: /^Keys/ });
  expect(screen.queryByRole("menuitem", { name: /^Sign out/ })).toBeNull();
});

it("shows the user name that a proxy sent", () => {
  draw({ signIn: "proxy", name: "idp:jane", id: "p", mayWrite: true });
  expect(screen.getByRole("button", { name: "Signed in as idp:jane" }).textContent).toBe("jane");
});

it.each([
  ["token", "This process refuses copies of its cookie. Others with the same database do within ten seconds."],
  ["oidc", "This process refuses copies of its cookie. Others with the same database do within ten seconds."],
  ["proxy", "a minute after the token that it was opened with expires"],
] as const)('states next to "Sign out" how long copied cookies still work: %s', async (signIn, limit) => {
  draw({ signIn, name: "jane", id: "j", mayWrite: true });
  await userEvent.click(screen.getByRole("button", { name: "Signed in as jane" }));
  expect((await screen.findByRole("menuitem", { name: /^Sign out/ })).textContent).toContain(limit);
});
