import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ProxySignIn } from "./proxy-sign-in";
import { TurnedAway } from "./turned-away";

it("whoever is not let in reads why, and where to go on where somebody has said so", () => {
  const { rerender } = render(
    <TurnedAway refusal="not-signed-in" title="You are not signed in." detail="Open Stolos at https://stolos.example." link={null} />,
  );
  expect(screen.getByRole("heading", { name: "You are not signed in." })).toBeDefined();
  expect(screen.getByText("Open Stolos at https://stolos.example.")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Open the sign-in" })).toBeNull();
  rerender(<TurnedAway refusal="not-signed-in" title="x" detail="y" link={{ href: "https://stolos.example/", text: "Open the sign-in" }} />);
  expect(screen.getByRole("link", { name: "Open the sign-in" }).getAttribute("href")).toBe("https://stolos.example/");
});

it("whoever could not be checked is told so in the tone of not knowing, and whoever is refused is not", () => {
  const { rerender } = render(
    <TurnedAway refusal="unchecked" isUnchecked title="It could not be checked who you are." detail="Keys cannot be read." link={null} />,
  );
  const alert = screen.getByRole("alert");
  expect([alert.textContent, alert.className.includes("text-blind")]).toEqual(["Keys cannot be read.", true]);
  rerender(<TurnedAway refusal="not-allowed" title="You are not let in." detail="You are not in the list." link={null} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("whoever a proxy has signed in is told so, and signs out there", () => {
  const { rerender } = render(<ProxySignIn from="/entries" name="idp:jane" signOutUrl={null} />);
  expect(screen.getByText("Signed in as idp:jane.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Open Stolos" }).getAttribute("href")).toBe("/entries");
  expect(screen.queryByRole("link", { name: "Sign out" })).toBeNull();
  rerender(<ProxySignIn from="/" name="idp:jane" signOutUrl="https://stolos.example/oauth2/sign_out" />);
  expect(screen.getByRole("link", { name: "Sign out" }).getAttribute("href")).toBe("https://stolos.example/oauth2/sign_out");
});
