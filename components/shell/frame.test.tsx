import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { AppFrame } from "./app-frame";
import { rememberedScope, rememberScope } from "./remembered-scope";

const world = vi.hoisted(() => ({
  pathname: "/groups",
  search: "",
  pushed: [] as string[],
  freshness: { kind: "live", asOf: 0 } as Freshness,
  loss: "",
  head: null as ShellHead | null,
}));
vi.mock("next/navigation", () => {
  const router = { push: (href: string) => world.pushed.push(href), replace: (href: string) => world.pushed.push(`replace ${href}`) };
  return { useRouter: () => router, usePathname: () => world.pathname, useSearchParams: () => new URLSearchParams(world.search) };
});
vi.mock("@/lib/client/clock", () => ({
  useNow: () => 48_000,
  useServerNow: () => 48_000,
  useOfServerNow: (of: (now: number) => unknown) => of(48_000),
}));
vi.mock("@/lib/client/preferences", () => ({ usePreferences: () => ({ zone: "utc", theme: "dark", set: () => undefined }) }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: { head: world.head ?? HEAD, rows: [] }, problem: null }) }));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => world.freshness,
  useAnyLive: () => world.freshness.kind === "live",
  useStatus: () => ({
    stream: "live",
    since: null,
    loss: world.loss,
    isWithdrawn: ["signed out", "not allowed"].includes(world.loss),
    beatAt: 0,
    problems: [],
    clusters: [{ cluster: "prod", freshness: world.freshness, sources: [], skewMs: null, version: null }],
  }),
}));

const HEAD: ShellHead = {
  clusters: ["prod"],
  namespaces: [
    { cluster: "prod", name: "shop", entries: 182, groups: 5 },
    { cluster: "prod", name: "legacy", entries: 42, groups: 4 },
  ],
  namespacesPartial: false,
  groups: 9,
  groupsInTrouble: 2,
  entries: 224,
  incidents: { number: 3, isUrgent: true, isKnown: true },
};

beforeEach(() => {
  Object.assign(world, { pathname: "/groups", search: "", pushed: [], freshness: { kind: "live", asOf: 0 }, loss: "", head: null });
  rememberScope("", { clusters: [], namespaces: [] });
  vi.stubGlobal("fetch", async (path: string) => Response.json(path.startsWith("/api/search?") ? { hits: [], more: false } : {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const frame = () =>
  render(
    <AppFrame initial={null} making={null}>
      the page
    </AppFrame>,
  );

describe("the frame", () => {
  it("writes the chosen namespaces into the URL, keeps the filter, and remembers the choice", async () => {
    world.search = "q=zone%3Aa";
    frame();
    await userEvent.click(screen.getByRole("button", { name: "Namespaces: all namespaces" }));
    expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "All that I may see" })).checked).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: /shop/ }));
    expect(world.pushed).toEqual(["/groups?ns=shop&q=zone%3Aa"]);
    expect(rememberedScope("").namespaces).toEqual(["shop"]);
  });

  it("carries the choice from page to page", () => {
    world.search = "ns=legacy&ns=shop";
    frame();
    expect(screen.getByRole("button", { name: "Namespaces: 2 namespaces" })).toBeTruthy();
    const [entries] = screen.getAllByRole("link", { name: "Entries" });
    expect(entries?.getAttribute("href")).toBe("/entries?ns=legacy&ns=shop");
  });

  it("links a list to pages elsewhere about what it is limited to", async () => {
    world.search = "ns=shop";
    render(
      <OutsideLinksProvider links={[{ name: "Kiali", template: "https://kiali.example/{cluster}/{namespace}" }]}>
        <AppFrame initial={null} making={null}>
          the page
        </AppFrame>
      </OutsideLinksProvider>,
    );
    expect((await screen.findByRole("link", { name: /^Kiali/ })).getAttribute("href")).toBe("https://kiali.example/prod/shop");
  });

  it("marks the page one is on, and says how many groups are in trouble", () => {
    frame();
    const [groups] = screen.getAllByRole("link", { name: /Groups/ });
    expect(groups?.getAttribute("aria-current")).toBe("page");
    expect(groups?.textContent).toBe("Groups2 in trouble");
  });

  it.each([
    [{ number: 3, isUrgent: true, isKnown: true }, "Incidents3 open or recovering", "text-bad"],
    [{ number: 1, isUrgent: false, isKnown: true }, "Incidents1 open or recovering", ""],
    [{ number: 2, isUrgent: true, isKnown: false }, "Incidents2 open or recovering, not known now", "text-blind"],
  ])("shows the number of open incidents %o in its tone", (incidents, text, tone) => {
    world.head = { ...HEAD, incidents };
    frame();
    const [link] = screen.getAllByRole("link", { name: /Incidents/ });
    expect(link?.textContent).toBe(text);
    expect([...(link?.querySelector('[data-fact="incidents"]')?.classList ?? [])].filter((name) => /bad|blind/.test(name))).toEqual(tone === "" ? [] : [tone]);
  });

  it.each([null, { number: 0, isUrgent: false, isKnown: true }])("shows no number of incidents if it is %o", (incidents) => {
    world.head = { ...HEAD, incidents };
    frame();
    expect(document.querySelector('[data-fact="incidents"]')).toBeNull();
  });

  it("opens the sheet of keys by ? and closes it by its button", async () => {
    frame();
    await userEvent.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keys" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("leaves the keys to a field that is typed in", async () => {
    frame();
    await userEvent.keyboard("/what?");
    expect((await screen.findByRole<HTMLInputElement>("combobox")).value).toBe("what?");
    expect(screen.getByRole("dialog", { name: "Search and commands" })).toBeTruthy();
  });

  it.each(["/", "{Control>}k{/Control}"])("opens the palette by %s with the field ready", async (keys) => {
    frame();
    await userEvent.keyboard(keys);
    expect(screen.getByRole("dialog", { name: "Search and commands" })).toBeTruthy();
    expect(document.activeElement?.getAttribute("placeholder")).toContain("Find a machine");
  });

  it("opens the incident of a key that is typed with its mark", async () => {
    const hit = { kind: "incident", cluster: "prod", namespace: "", name: "q7fd2k", uid: "", state: null, vouched: true, detail: "Open: Zone eu-1: 4 failed" };
    vi.stubGlobal("fetch", async (path: string) => Response.json(path.startsWith("/api/search?q=%23q7") ? { hits: [hit], more: false } : {}));
    frame();
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.type(await screen.findByRole("combobox"), "#q7");
    expect((await screen.findByText("q7fd2k")).closest("[data-kind]")?.textContent).toContain("Open: Zone eu-1: 4 failed");
    expect(screen.getByText(/^All incidents that match/).textContent).toContain("q7");
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/incidents/q7fd2k"]);
  });

  it("goes by the words of k9s: a colon, we, Enter", async () => {
    frame();
    await userEvent.keyboard(":we");
    expect(document.activeElement).toBe(await screen.findByRole("combobox"));
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/entries"]);
  });

  it.each([
    ["?at=banana", "at=banana, which is no moment"],
    ["?window=banana", "window=banana, which is no window"],
  ])("says what of the address %s cannot be read, and not of what can", (search, words) => {
    world.search = search;
    frame();
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    cleanup();
    world.search = "?at=2026-11-21T03:12:24Z&window=1h";
    frame();
    expect(screen.queryByText("Not understood")).toBeNull();
  });

  it("says that it is not live, since when, and marks the whole page", async () => {
    world.freshness = { kind: "stale", asOf: 0, reason: "the watch ended" };
    const { container } = frame();
    expect(await screen.findByText("Not live")).toBeTruthy();
    expect(screen.getByText(/^The API server has not confirmed anything .* 1970-01-01 00:00:00 UTC/)).toBeTruthy();
    expect(container.querySelector("[data-stale]")).not.toBeNull();
    expect(document.documentElement.hasAttribute("data-stale")).toBe(true);
  });

  it("says that permissions could not be checked when Stolos refuses the stream for this reason", async () => {
    Object.assign(world, { loss: "unchecked", freshness: { kind: "stale", asOf: 0, reason: "", lost: "stolos" } });
    const { container } = frame();
    await vi.waitFor(() => expect(container.querySelector("[data-banner=unchecked]")?.textContent).toContain("Could not be checked"));
    expect(screen.queryByText(/check that Stolos runs/)).toBeNull();
  });

  it.each([
    ["signed out", 0],
    ["not allowed", 1],
  ])("says nothing of how old it is where nothing is shown any more, and why where no other line does: %s", async (loss, lines) => {
    Object.assign(world, { loss, freshness: { kind: "stale", asOf: 0, reason: "nobody is signed in here any more" } });
    frame();
    await import("./stale-banner");
    await act(async () => undefined);
    expect([screen.queryAllByText("Not live").length, screen.queryAllByText("Not let in").length]).toEqual([0, lines]);
    expect(screen.queryByText(/What you see was true/)).toBeNull();
  });

  it("goes back to the remembered choice from a bare address only", () => {
    rememberScope("", { clusters: [], namespaces: ["shop"] });
    window.history.replaceState(null, "", "/groups?q=x");
    frame();
    expect(world.pushed).toEqual([]);
    cleanup();
    window.history.replaceState(null, "", "/groups");
    frame();
    expect(world.pushed).toEqual(["replace /groups?ns=shop"]);
  });
});
