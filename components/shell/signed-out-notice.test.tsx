import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { heardEnd, heardStatus } from "@/lib/client/signed-out";
import { ViewerProvider } from "@/lib/client/viewer";
import { SignedOutNotice } from "./signed-out-notice";

const stream = vi.hoisted(() => ({ stream: "live", loss: "out of reach" }));
vi.mock("@/lib/client/status", () => ({ useStatus: () => stream }));

afterEach(() => {
  heardStatus(200);
  Object.assign(stream, { stream: "live", loss: "out of reach" });
});

const page = (signIn: "local" | "token") =>
  render(
    <ViewerProvider viewer={{ signIn, name: signIn === "local" ? null : "jane", id: "jane", mayWrite: true }}>
      <input aria-label="a draft" defaultValue="4" />
      <SignedOutNotice />
    </ViewerProvider>,
  );

describe("the notice about a lost sign-in", () => {
  it("is hidden while the viewer is signed in, and if the server has no sign-in", () => {
    page("token");
    expect(screen.queryByText("Signed out")).toBeNull();
    cleanup();
    Object.assign(stream, { stream: "lost", loss: "signed out" });
    page("local");
    expect(screen.queryByText("Signed out")).toBeNull();
  });

  it("appears when the stream is refused, with a link that keeps the page and typed text", () => {
    Object.assign(stream, { stream: "lost", loss: "signed out" });
    page("token");
    const link = screen.getByRole("link", { name: "Sign in again in a new tab" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/sign-in?from=%2F", "_blank"]);
    expect(screen.getByLabelText<HTMLInputElement>("a draft").value).toBe("4");
  });

  it("shows the server's reason until the viewer has signed in again", () => {
    page("token");
    act(() => heardEnd("The provider has ended this sign-in."));
    expect(screen.getByText(/The provider has ended this sign-in\. Nothing here is confirmed since\./)).toBeTruthy();
    act(() => heardStatus(200));
    act(() => heardStatus(401));
    expect(screen.getByText(/You are not signed in any more/)).toBeTruthy();
  });

  it("appears when a request is refused, and disappears after a successful one", () => {
    page("token");
    act(() => heardStatus(401));
    expect(screen.getByText("Signed out")).toBeTruthy();
    act(() => heardStatus(503));
    expect(screen.getByText("Signed out")).toBeTruthy();
    act(() => heardStatus(200));
    expect(screen.queryByText("Signed out")).toBeNull();
  });
});
