import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTexts } from "@/lib/client/kept-texts";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import { forgetPage } from "@/lib/client/page-memory";
import { PastProvider } from "@/lib/client/past";
import { recentPages, recordRecentPage } from "@/lib/client/recent-pages";
import { ViewerProvider } from "@/lib/client/viewer";
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
  denied: [] as string[],
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
vi.mock("@/lib/client/live-provider", async (original) => ({ ...(await original<object>()), useForgetViewer: () => () => undefined }));
vi.mock("@/lib/client/preferences", () => ({ usePreferences: () => ({ zone: "utc", theme: "dark", set: () => undefined }) }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: { head: world.head ?? HEAD, rows: [] }, problem: null }) }));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => world.freshness,
  useAnyLive: () => world.freshness.kind === "live",
  usePartlyLive: () => null,
  useStatus: () => ({
    stream: "live",
    since: null,
    loss: world.loss,
    isWithdrawn: ["signed out", "not allowed"].includes(world.loss),
    beatAt: 0,
    problems: [],
    clusters: [
      {
        cluster: "prod",
        freshness: world.freshness,
        sources: world.denied.map((source) => ({ source, freshness: { kind: "denied" } })),
        skewMs: null,
        version: null,
      },
    ],
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
  groupsInTrouble: 3,
  groupsUrgent: 2,
  entries: 224,
  servicesInTrouble: 4,
  findingErrors: 12,
  incidents: { number: 3, isUrgent: true, isKnown: true },
};

beforeEach(() => {
  Object.assign(world, { pathname: "/groups", search: "", pushed: [], freshness: { kind: "live", asOf: 0 }, loss: "", denied: [], head: null });
  forgetTexts();
  forgetPage();
  rememberScope("", { clusters: [], namespaces: [] });
  vi.stubGlobal("fetch", async (path: string) => Response.json(path.startsWith("/api/search?") ? { hits: [], more: false } : {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const frame = () =>
  render(
    <AppFrame initial={null} offersNewGroup>
      the page
    </AppFrame>,
  );

const hit = (kind: string) =>
  vi.waitFor(() => {
    const found = document.querySelector(`[data-kind=${kind}]`);
    if (found === null) throw new Error("There is no hit yet.");
    return found;
  });

describe("the frame", () => {
  it("writes the selected namespaces into the URL, keeps the filter, and stores the selection", async () => {
    world.search = "q=zone%3Aa";
    frame();
    await userEvent.click(screen.getByRole("button", { name: "Namespaces: all namespaces" }));
    expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "All that I may see" })).checked).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: /shop/ }));
    expect(world.pushed).toEqual(["/groups?ns=shop&q=zone%3Aa"]);
    expect(rememberedScope("").namespaces).toEqual(["shop"]);
  });

  it("keeps the selected namespaces in links to other pages", () => {
    world.search = "ns=legacy&ns=shop";
    frame();
    expect(screen.getByRole("button", { name: "Namespaces: 2 namespaces" })).toBeTruthy();
    const [entries] = screen.getAllByRole("link", { name: "Entries" });
    expect(entries?.getAttribute("href")).toBe("/entries?ns=legacy&ns=shop");
  });

  it("shows external links for the namespace of a list", async () => {
    world.search = "ns=shop";
    render(
      <OutsideLinksProvider links={[{ name: "Kiali", template: "https://kiali.example/{cluster}/{namespace}" }]}>
        <AppFrame initial={null} offersNewGroup>
          the page
        </AppFrame>
      </OutsideLinksProvider>,
    );
    expect((await screen.findByRole("link", { name: /^Kiali/ })).getAttribute("href")).toBe("https://kiali.example/prod/shop");
  });

  const countOf = (page: string) => {
    const [link] = screen.getAllByRole("link", { name: new RegExp(`^${page}`) });
    const count = link?.querySelector<HTMLElement>("[title]");
    const tone = [...(count?.classList ?? [])].find((name) => /^text-(bad|blind|ink-3)$/.test(name));
    return { text: link?.textContent, title: count?.title, tone };
  };

  it("marks the current page in the navigation", () => {
    frame();
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual(["Now", "Where", "Istio", "Review", "Tools"]);
    const current = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
    expect(current.map(({ textContent }) => textContent)).toEqual(["Groups2 2 urgent of 3 in trouble", "Groups"]);
  });

  it("shows the number of groups with new failures in red, with the number of all groups in trouble in the tooltip", () => {
    frame();
    expect(countOf("Groups")).toEqual({ text: "Groups2 2 urgent of 3 in trouble", title: "2 urgent of 3 in trouble, in all namespaces", tone: "text-bad" });
  });

  it("shows the number of groups in violet if all of them are only unverified", () => {
    world.head = { ...HEAD, groupsUrgent: 0 };
    frame();
    expect(countOf("Groups")).toMatchObject({ text: "Groups3 3 in trouble", tone: "text-blind" });
  });

  it("shows the numbers of failing services and of findings with severity error, but not zero", () => {
    frame();
    expect(countOf("Services")).toMatchObject({ text: "Services4 4 down or degraded", tone: "text-bad" });
    expect(countOf("Findings")).toMatchObject({ text: "Findings12 12 errors", tone: "text-bad" });
    cleanup();
    world.head = { ...HEAD, servicesInTrouble: null, findingErrors: 0 };
    frame();
    expect(countOf("Services")).toEqual({ text: "Services— not known: not counted yet", title: "Not known: not counted yet", tone: "text-blind" });
    expect(countOf("Findings").text).toBe("Findings");
  });

  it("shows a violet dash with its reason for an unknown number, and nothing for zero", () => {
    world.head = { ...HEAD, groupsInTrouble: 0, groupsUrgent: 0, servicesInTrouble: 0, incidents: { number: 0, isUrgent: false, isKnown: true } };
    frame();
    expect(["Incidents", "Groups", "Services"].map((page) => countOf(page).text)).toEqual(["Incidents", "Groups", "Services"]);
    cleanup();
    world.denied = ["workloadgroups", "serviceentries"];
    frame();
    expect(countOf("Groups")).toMatchObject({ title: "Not known: no permission to list WorkloadGroups", tone: "text-blind" });
    expect(countOf("Services").title).toBe("Not known: no permission to list ServiceEntries");
    expect(countOf("Findings").title).toBe("12 errors, in all namespaces");
    cleanup();
    world.head = { ...HEAD, incidents: null, servicesInTrouble: null, findingErrors: null };
    Object.assign(world, { denied: [], search: "at=2026-11-21T03:12:24Z" });
    render(
      <PastProvider>
        <AppFrame initial={null} offersNewGroup>
          the page
        </AppFrame>
      </PastProvider>,
    );
    expect(countOf("Findings").title).toBe("Not known: not counted on pages of the past");
  });

  it("shows all numbers in violet with a time if the page is not live", () => {
    world.freshness = { kind: "stale", asOf: Date.UTC(2026, 10, 30, 4, 16, 12), reason: "the watch ended" };
    frame();
    expect(countOf("Groups")).toEqual({
      text: "Groups2 2 urgent of 3 in trouble at 04:16",
      title: "2 urgent of 3 in trouble at 04:16, in all namespaces",
      tone: "text-blind",
    });
    expect(countOf("Findings")).toMatchObject({ text: "Findings12 12 errors at 04:16", tone: "text-blind" });
  });

  it.each([
    [{ number: 3, isUrgent: true, isKnown: true }, "Incidents3 3 open or recovering", "text-bad"],
    [{ number: 1, isUrgent: false, isKnown: true }, "Incidents1 1 open or recovering", "text-ink-3"],
    [{ number: 2, isUrgent: true, isKnown: false }, "Incidents2 2 open or recovering, not known now", "text-blind"],
  ])("shows the number of open incidents %o in its colour", (incidents, text, tone) => {
    world.head = { ...HEAD, incidents };
    frame();
    expect(countOf("Incidents")).toMatchObject({ text, tone });
  });

  it("shows that the number of incidents is unknown without history", () => {
    world.head = { ...HEAD, incidents: null };
    frame();
    expect(document.querySelector('[data-fact="incidents"]')).toBeNull();
    expect(countOf("Incidents").title).toBe("Not known: no history yet, or history is off");
  });

  it.each([
    ["/oncall", ""],
    ["/groups", "at=2026-11-21T03:12:24Z"],
  ])(`has no link "New group" on %s?%s, which is read-only`, (pathname, search) => {
    Object.assign(world, { pathname, search });
    render(
      <PastProvider>
        <AppFrame initial={null} offersNewGroup>
          the page
        </AppFrame>
      </PastProvider>,
    );
    expect(screen.queryByRole("link", { name: "New group" })).toBeNull();
    expect(screen.getByRole("link", { name: "Try an edit" })).toBeTruthy();
  });

  it("opens the list of shortcuts with the question mark key, and closes it with its button", async () => {
    frame();
    await userEvent.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keys" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("ignores shortcut keys while the user types in a field", async () => {
    frame();
    await userEvent.keyboard("/what?");
    expect((await screen.findByRole<HTMLInputElement>("combobox")).value).toBe("what?");
    expect(screen.getByRole("dialog", { name: "Search and commands" })).toBeTruthy();
  });

  it.each(["/", "{Control>}k{/Control}"])("opens the palette with %s and focuses its field", async (keys) => {
    frame();
    await userEvent.keyboard(keys);
    expect(screen.getByRole("dialog", { name: "Search and commands" })).toBeTruthy();
    expect(document.activeElement?.getAttribute("placeholder")).toContain("Find a machine");
  });

  it("finds an incident by # and the start of its key", async () => {
    const incident = {
      kind: "incident",
      cluster: "prod",
      namespace: "",
      name: "q7fd2k",
      uid: "",
      state: null,
      vouched: true,
      detail: "Open: Zone eu-1: 4 failed",
    };
    vi.stubGlobal("fetch", async (path: string) => Response.json(path.startsWith("/api/search?q=%23q7") ? { hits: [incident], more: false } : {}));
    frame();
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.type(await screen.findByRole("combobox"), "#q7");
    expect((await hit("incident")).textContent).toBe("q7fd2kOpen: Zone eu-1: 4 failed");
    expect(screen.getByText(/^All incidents that match/).textContent).toContain("q7");
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/incidents/q7fd2k"]);
  });

  it("shows recent pages and actions in the empty palette", async () => {
    recordRecentPage("", "/c/prod/groups/shop/checkout", 0);
    frame();
    await userEvent.keyboard("/");
    await screen.findByRole("combobox");
    const lines = screen.getAllByRole("option").map(({ textContent }) => textContent);
    expect(lines.slice(0, 7)).toEqual([
      "shop / checkoutgroup · 48 s ago",
      "Try an edit",
      "New group",
      "What if a zone is lostchoose it in Localities",
      "Go to timet",
      "Copy link",
      "Keys?",
    ]);
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/c/prod/groups/shop/checkout"]);
  });

  it("adds the page of an object to the palette's recent pages", async () => {
    world.pathname = "/c/prod/groups/pay/ledger";
    frame();
    await vi.waitFor(() => expect(recentPages("").map(({ href }) => href)).toContain("/c/prod/groups/pay/ledger"));
  });

  it("opens the drain form of a machine from the palette if Stolos may write", async () => {
    const entry = { kind: "entry", cluster: "prod", namespace: "shop", name: "web-1", uid: "7", state: "healthy", vouched: true, detail: "" };
    vi.stubGlobal("fetch", async (path: string) => Response.json(path.startsWith("/api/search?q=web") ? { hits: [entry], more: false } : {}));
    render(
      <ViewerProvider viewer={{ signIn: "local", name: null, id: "", mayWrite: true }}>
        <AppFrame initial={null} offersNewGroup>
          the page
        </AppFrame>
      </ViewerProvider>,
    );
    await userEvent.keyboard("/");
    await userEvent.type(await screen.findByRole("combobox"), "drain");
    await userEvent.click(screen.getByRole("option", { name: /^Drain a machine/ }));
    await userEvent.keyboard("web");
    expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("drain web");
    await userEvent.click(await hit("entry"));
    expect(world.pushed).toEqual(["/c/prod/entries/shop/web-1?uid=7#drain"]);
  });

  it("has no writing action in the palette if Stolos is read-only", async () => {
    render(
      <AppFrame initial={null} offersNewGroup={false}>
        the page
      </AppFrame>,
    );
    await userEvent.keyboard("/");
    await screen.findByRole("combobox");
    expect(screen.queryByRole("option", { name: /Drain|New group/ })).toBeNull();
  });

  it("opens the dialog Go to time with the key t", async () => {
    frame();
    await userEvent.keyboard("t");
    expect(await screen.findByRole("dialog", { name: "Go to time" })).toBeTruthy();
  });

  it("understands k9s commands: the text :we and Enter open the list of entries", async () => {
    frame();
    await userEvent.keyboard(":we");
    expect(document.activeElement).toBe(await screen.findByRole("combobox"));
    await userEvent.keyboard("{Enter}");
    expect(world.pushed).toEqual(["/entries"]);
  });

  it.each([
    ["?at=banana", "at=banana, which is no moment"],
    ["?window=banana", "window=banana, which is no window"],
  ])("shows a banner for an invalid time in %s, and none for a valid one", (search, words) => {
    world.search = search;
    frame();
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    cleanup();
    world.search = "?at=2026-11-21T03:12:24Z&window=1h";
    frame();
    expect(screen.queryByText("Not understood")).toBeNull();
  });

  it("shows since when the page is not live, and marks the whole page as stale", async () => {
    world.freshness = { kind: "stale", asOf: 0, reason: "the watch ended" };
    const { container } = frame();
    expect(await screen.findByText("Not live")).toBeTruthy();
    expect(screen.getByText(/^No update from the API server for .* 1970-01-01 00:00:00 UTC/)).toBeTruthy();
    expect(container.querySelector("[data-stale]")).not.toBeNull();
    expect(document.documentElement.hasAttribute("data-stale")).toBe(true);
  });

  it("shows that permissions could not be checked if Stolos refuses the stream for this reason", async () => {
    Object.assign(world, { loss: "unchecked", freshness: { kind: "stale", asOf: 0, reason: "", lost: "stolos" } });
    const { container } = frame();
    await vi.waitFor(() => expect(container.querySelector("[data-banner=unchecked]")?.textContent).toContain("Could not be checked"));
    expect(screen.queryByText(/check that Stolos runs/)).toBeNull();
  });

  it.each([
    ["signed out", 0],
    ["not allowed", 1],
  ])("has no banner about old data after it removed all data, and one line with the reason: %s", async (loss, lines) => {
    Object.assign(world, { loss, freshness: { kind: "stale", asOf: 0, reason: "nobody is signed in here any more" } });
    frame();
    await import("./stale-banner");
    await act(async () => undefined);
    expect([screen.queryAllByText("Not live").length, screen.queryAllByText("Not let in").length]).toEqual([0, lines]);
    expect(screen.queryByText(/The last data is from/)).toBeNull();
  });

  it("restores the stored selection only for a URL without parameters", () => {
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
