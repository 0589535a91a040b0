import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { heardStatus, useSignedOutWhy } from "@/lib/client/signed-out";
import { ViewerProvider } from "@/lib/client/viewer";
import type { SessionRenewal } from "@/lib/contract/answers/session";
import { KeepSignedIn } from "./keep-signed-in";

const stream = vi.hoisted(() => ({ stream: "live", loss: "out of reach" }));
const live = vi.hoisted(() => ({ wake: vi.fn(), handOver: vi.fn(), signedOut: vi.fn() }));
vi.mock("@/lib/client/status", () => ({ useStatus: () => stream }));
vi.mock("@/lib/client/live-provider", () => ({ useLive: () => live }));

let renewal: SessionRenewal;
/** Why the next renewals are refused. */
let ends: string[];
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
  ends = [];
  asked = 0;
  told.length = 0;
  for (const told of Object.values(live)) told.mockReset();
  vi.stubGlobal("fetch", async () => {
    asked++;
    const why = ends.shift();
    return why === undefined ? Response.json(renewal) : Response.json({ title: "Not signed in", status: 401, detail: why }, { status: 401 });
  });
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});
afterEach(() => {
  // What is still drawn would ask again.
  cleanup();
  heardStatus(200);
  Object.assign(stream, { stream: "live", loss: "out of reach" });
  vi.unstubAllGlobals();
});

const page = (signIn: "token" | "oidc" = "oidc") =>
  render(
    <ViewerProvider viewer={{ signIn, name: "jane", id: "viewer-jane", mayWrite: true }}>
      <KeepSignedIn />
    </ViewerProvider>,
  );

function Why() {
  return <p>{useSignedOutWhy()}</p>;
}

describe("a page that was drawn for somebody who signed in through a provider", () => {
  it("asks at once whether a renewal is due, and leaves its stream alone where none is", async () => {
    page();
    await waitFor(() => expect(asked).toBe(1));
    await act(async () => undefined);
    for (const called of Object.values(live)) expect(called).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  it("has its stream handed over once it has renewed, and tells the other pages", async () => {
    renewal = { ...renewal, isRenewed: true };
    page();
    await waitFor(() => expect(live.handOver).toHaveBeenCalledTimes(1));
    expect(live.wake).not.toHaveBeenCalled();
    expect(told).toMatchObject([{ viewer: "viewer-jane" }]);
  });

  it("asks again where its stream is refused: another page may have renewed meanwhile", async () => {
    const { rerender } = page();
    await waitFor(() => expect(asked).toBe(1));
    Object.assign(stream, { stream: "lost", loss: "signed out" });
    rerender(
      <ViewerProvider viewer={{ signIn: "oidc", name: "jane", id: "viewer-jane", mayWrite: true }}>
        <KeepSignedIn />
      </ViewerProvider>,
    );
    await waitFor(() => expect(asked).toBe(2));
    await waitFor(() => expect(live.wake).toHaveBeenCalled());
  });

  it("believes no stream any more, and goes on saying why, where the provider has ended the sign-in", async () => {
    ends = ["The provider has ended this sign-in."];
    // The browser keeps no session then.
    renewal = { ...renewal, isKept: false, nextMs: null };
    render(
      <ViewerProvider viewer={{ signIn: "oidc", name: "jane", id: "viewer-jane", mayWrite: true }}>
        <KeepSignedIn />
        <Why />
      </ViewerProvider>,
    );
    await waitFor(() => expect(live.signedOut).toHaveBeenCalledTimes(1));
    // It is asked again once it is refused, and what is answered then takes nothing back.
    await waitFor(() => expect(live.wake).toHaveBeenCalledTimes(1));
    expect(screen.getByText("The provider has ended this sign-in.")).toBeTruthy();
  });

  it("says that groups are not known where the provider left them out", async () => {
    renewal = { ...renewal, lacksGroups: true };
    page();
    expect(await screen.findByText("Your groups are not known")).toBeTruthy();
    expect(screen.getByText(/what the cluster allows your groups does not count here/)).toBeTruthy();
  });

  it("keeps the page if the code cannot be loaded, and loads it again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.resetModules();
    vi.doMock("./renew-sign-in", () => {
      throw new Error("out of reach");
    });
    const { container } = page();
    await act(async () => vi.dynamicImportSettled());
    expect([container.innerHTML, asked]).toEqual(["", 0]);
    vi.doUnmock("./renew-sign-in");
    vi.resetModules();
    await act(async () => vi.advanceTimersByTime(30_000));
    vi.useRealTimers();
    await waitFor(() => expect(asked).toBe(1));
  });

  it("does nothing of that for any other sign-in", async () => {
    page("token");
    await act(async () => undefined);
    expect(asked).toBe(0);
  });
});
