import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { heardStatus } from "@/lib/client/signed-out";
import { ViewerProvider } from "@/lib/client/viewer";
import type { Renewal } from "@/lib/contract/session";
import { KeepSignedIn } from "./keep-signed-in";

const stream = vi.hoisted(() => ({ stream: "live", loss: "out of reach" }));
const wake = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/status", () => ({ useStatus: () => stream }));
vi.mock("@/lib/client/live-provider", () => ({ useLive: () => ({ wake }) }));

let renewal: Renewal;
let asked = 0;
const told: unknown[] = [];

/** Notes what is told to other pages. */
class FakeChannel {
  readonly close = vi.fn();
  readonly addEventListener = vi.fn();
  postMessage(news: unknown): void {
    told.push(news);
  }
}

beforeEach(() => {
  renewal = { isKept: true, isRenewed: false, nextMs: 60_000, lacksGroups: false };
  asked = 0;
  told.length = 0;
  wake.mockReset();
  vi.stubGlobal("fetch", async () => {
    asked++;
    return Response.json(renewal);
  });
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});
afterEach(() => {
  cleanup();
  heardStatus(200);
  Object.assign(stream, { stream: "live", loss: "out of reach" });
  vi.unstubAllGlobals();
});

const page = (signIn: "token" | "oidc" = "oidc") =>
  render(
    <ViewerProvider viewer={{ signIn, name: "jane", id: "viewer-jane" }}>
      <KeepSignedIn />
    </ViewerProvider>,
  );

describe("a page that was drawn for somebody who signed in through a provider", () => {
  it("asks at once whether a renewal is due, and leaves its stream alone where none is", async () => {
    page();
    await waitFor(() => expect(asked).toBe(1));
    await act(async () => undefined);
    expect(wake).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  it("begins its stream anew once it has renewed, and tells the other pages", async () => {
    renewal = { ...renewal, isRenewed: true };
    page();
    await waitFor(() => expect(wake).toHaveBeenCalledTimes(1));
    expect(told).toMatchObject([{ viewer: "viewer-jane" }]);
  });

  it("asks again where its stream is refused: another page may have renewed meanwhile", async () => {
    const { rerender } = page();
    await waitFor(() => expect(asked).toBe(1));
    Object.assign(stream, { stream: "lost", loss: "signed out" });
    rerender(
      <ViewerProvider viewer={{ signIn: "oidc", name: "jane", id: "viewer-jane" }}>
        <KeepSignedIn />
      </ViewerProvider>,
    );
    await waitFor(() => expect(asked).toBe(2));
    await waitFor(() => expect(wake).toHaveBeenCalled());
  });

  it("says that groups are not known where the provider left them out", async () => {
    renewal = { ...renewal, lacksGroups: true };
    page();
    expect(await screen.findByText("Your groups are not known")).toBeTruthy();
    expect(screen.getByText(/what the cluster allows your groups does not count here/)).toBeTruthy();
  });

  it("does nothing of that for any other sign-in", async () => {
    page("token");
    await act(async () => undefined);
    expect(asked).toBe(0);
  });
});
