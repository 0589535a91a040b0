import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderSignIn } from "./provider-sign-in";

const places: string[] = [];
const asked: [path: string, body: unknown][] = [];
let answers: Readonly<Record<string, () => Response>>;

const NOBODY = { isKept: false, isRenewed: false, nextMs: null, lacksGroups: false };
const refusal = (status: number, detail: string) => () => Response.json({ title: "Not signed in", status, detail }, { status });

beforeEach(() => {
  places.length = 0;
  asked.length = 0;
  answers = { "/api/session/renewal": () => Response.json(NOBODY), "/api/session": refusal(401, "Sign in.") };
  vi.stubGlobal("location", { assign: (to: string) => places.push(to), replace: (to: string) => places.push(`replaced by ${to}`) });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    asked.push([path, init.body === undefined ? null : JSON.parse(String(init.body))]);
    return answers[path]?.() ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = (change: Partial<Parameters<typeof ProviderSignIn>[0]> = {}) =>
  render(<ProviderSignIn from="/entries?q=a" name={null} trouble={null} note={null} host="id.example.com" signOutAddress={null} mayWrite {...change} />);
const button = () => screen.findByRole("button", { name: "Sign in at id.example.com" });

describe("the sign-in through a provider", () => {
  it("leads to the provider, and says where one wanted to go", async () => {
    answers = { ...answers, "/api/sign-in": () => Response.json({ address: "https://id.example.com/authorize?x" }) };
    show();
    await waitFor(async () => expect((await button()).hasAttribute("disabled")).toBe(false));
    await userEvent.click(await button());
    await waitFor(() => expect(places).toEqual(["https://id.example.com/authorize?x"]));
    expect(asked.at(-1)).toEqual(["/api/sign-in", { from: "/entries?q=a" }]);
  });

  it("shows a remark when the link is too long to open after the sign-in", async () => {
    show({ note: "This link is too long to keep." });
    expect((await screen.findByRole("note")).textContent).toBe("This link is too long to keep.");
  });

  it("goes on by itself where the browser has a session, be it after a renewal", async () => {
    answers = {
      "/api/session/renewal": () => Response.json({ ...NOBODY, isKept: true, isRenewed: true, nextMs: 1_000 }),
      "/api/session": () => Response.json({ signIn: "oidc", name: "jane", id: "jane", mayWrite: true }),
    };
    show();
    await waitFor(() => expect(places).toEqual(["replaced by /entries?q=a"]));
  });

  it("says why the last attempt was refused, and not what comes after it", async () => {
    answers = { ...answers, "/api/session/renewal": refusal(401, "The provider has ended this sign-in.") };
    show({ trouble: { refusal: "provider-refused", problem: "The provider did not sign you in (access_denied).", isUnchecked: false } });
    await waitFor(async () => expect((await button()).hasAttribute("disabled")).toBe(false));
    expect(screen.getByRole("alert").textContent).toBe("The provider did not sign you in (access_denied).");
    expect(places).toEqual([]);
  });

  it.each([
    ["the provider has ended it", 401, "The provider has ended this sign-in."],
    ["the provider cannot be reached", 503, "Who you are could not be checked: the provider gave no answer."],
  ])("says that a sign-in could not go on because %s", async (_why, status, detail) => {
    answers = { ...answers, "/api/session/renewal": refusal(status, detail) };
    show();
    const alert = await screen.findByRole("alert");
    expect([alert.textContent, alert.className.includes("text-blind"), alert.className.includes("text-bad")]).toEqual([detail, status === 503, status === 401]);
    expect(screen.queryAllByRole("link", { name: "Try again" })).toHaveLength(status === 503 ? 1 : 0);
  });

  it("says why it cannot begin", async () => {
    answers = { ...answers, "/api/sign-in": refusal(503, "Who you are could not be checked: the provider gave no answer.") };
    show();
    await waitFor(async () => expect((await button()).hasAttribute("disabled")).toBe(false));
    await userEvent.click(await button());
    expect((await screen.findByRole("alert")).textContent).toMatch(/the provider gave no answer/);
    expect((await button()).hasAttribute("disabled")).toBe(false);
  });

  it("offers to sign out at the provider, too, where that has a page for it", () => {
    show({ signOutAddress: "https://id.example.com/end?client_id=stolos" });
    expect(screen.getByRole("link", { name: "sign out at id.example.com" }).getAttribute("href")).toBe("https://id.example.com/end?client_id=stolos");
  });
});
