import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SignInForm } from "./sign-in-form";

const places: string[] = [];
const answers: (Response | Promise<Response>)[] = [];
const asked: [path: string, body: unknown][] = [];

beforeEach(() => {
  places.length = 0;
  answers.length = 0;
  asked.length = 0;
  vi.stubGlobal("location", { assign: (to: string) => places.push(to), replace: (to: string) => places.push(`replaced by ${to}`) });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (init.method === "POST") asked.push([path, JSON.parse(String(init.body))]);
    return answers.shift() ?? Response.json({ title: "Not signed in", status: 401, detail: "Sign in with a token of the cluster." }, { status: 401 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const JANE = { signIn: "token", name: "jane", id: "jane", mayWrite: true };
const type = async (token: string) => {
  await userEvent.type(screen.getByLabelText("Token of the cluster"), token);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
};

describe("the sign-in", () => {
  it("brings the token, never in an address, and leads to where one wanted to go", async () => {
    render(<SignInForm from="/entries?q=a" name={null} unchecked={null} note={null} mayWrite />);
    answers.push(Response.json({}, { status: 401 }));
    await screen.findByText(/kubectl create token/);
    answers.length = 0;
    answers.push(Response.json(JANE));
    await type("abc");
    await waitFor(() => expect(places).toEqual(["/entries?q=a"]));
    expect(asked).toEqual([["/api/session", { token: "abc" }]]);
  });

  it("sends the token once, however often it is pressed before the answer comes", async () => {
    render(<SignInForm from="/" name={null} unchecked={null} note={null} mayWrite />);
    await screen.findByText(/kubectl create token/);
    let answer: () => void = () => undefined;
    const answered = new Promise<Response>((resolve) => {
      answer = () => resolve(Response.json(JANE));
    });
    answers.push(answered, answered);
    await userEvent.type(screen.getByLabelText("Token of the cluster"), "abc");
    await userEvent.dblClick(screen.getByRole("button", { name: "Sign in" }));
    answer();
    await waitFor(() => expect(places).toEqual(["/"]));
    expect(asked).toHaveLength(1);
  });

  it("says why it is refused, and keeps what was typed", async () => {
    render(<SignInForm from="/" name={null} unchecked={null} note={null} mayWrite />);
    await screen.findByText(/kubectl create token/);
    answers.push(Response.json({ title: "Not signed in", status: 401, detail: "The API server does not take this token." }, { status: 401 }));
    await type("wrong");
    expect((await screen.findByRole("alert")).textContent).toBe("The API server does not take this token.");
    expect(screen.getByLabelText<HTMLInputElement>("Token of the cluster").value).toBe("wrong");
    expect(places).toEqual([]);
  });

  it("says that it could not be checked who this is, and offers to try again", () => {
    render(<SignInForm from="/groups" name={null} unchecked="Who you are could not be checked." note={null} mayWrite />);
    expect(screen.getByRole("alert").textContent).toBe("Who you are could not be checked.");
    expect(screen.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/groups");
  });

  it.each([
    [true, /^You see .*, and change what it allows you to change\.$/],
    [false, /^You see [^,]*\. Nothing can be changed\.$/],
  ])("says what one may do once signed in, where the server may write: %j", (mayWrite, words) => {
    render(<SignInForm from="/" name={null} unchecked={null} note={null} mayWrite={mayWrite} />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it("says who is signed in already, and lets him go on", () => {
    render(<SignInForm from="/groups" name="jane" unchecked={null} note={null} mayWrite />);
    expect(screen.getByText(/Signed in as jane\./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go on" }).getAttribute("href")).toBe("/groups");
  });

  it("goes on by itself where a link of another site led here without the cookie", async () => {
    answers.push(Response.json(JANE));
    render(<SignInForm from="/groups" name={null} unchecked={null} note={null} mayWrite />);
    await waitFor(() => expect(places).toEqual(["replaced by /groups"]));
  });
});
