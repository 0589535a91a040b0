import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { forgetTexts } from "@/lib/client/kept-texts";
import type { MeshCheck, NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { MeshFacts } from "./mesh-facts";

afterEach(() => {
  forgetTexts();
});

const fact = (change: Partial<MeshCheck>): MeshCheck => ({
  ...{ fact: "gateway", network: null, state: "ok", value: "203.0.113.10", source: "Service istio-system/istio-eastwestgateway", problem: "" },
  ...change,
});

function draw(...facts: readonly MeshCheck[]): readonly HTMLElement[] {
  render(<MeshFacts cluster="eu" asked={{ kind: "here", value: { facts } as unknown as NewGroupPreflight }} />);
  return within(screen.getByRole("list", { name: "Facts of the mesh" })).getAllByRole("listitem");
}

it("tells a value with its source and what it is for", () => {
  const [item] = draw(fact({}));
  expect(item?.textContent).toContain("East-west gateway");
  expect(item?.textContent).toContain("203.0.113.10Service istio-system/istio-eastwestgateway. Machines outside the cluster's network");
});

it("tells what is wrong apart from what cannot be seen", () => {
  const [wrong, hidden] = draw(
    fact({ state: "problem", value: "", source: "", problem: "There is no such Service." }),
    fact({ fact: "clusterId", state: "unseen", value: "", source: "", problem: "It could not be read. Ask whoever gives rights." }),
  );
  expect(wrong?.textContent).toMatch(/problem.*There is no such Service\. Machines outside/);
  expect(hidden?.textContent).toMatch(/cannot see.*It could not be read\. Ask whoever gives rights\. A wrong one keeps/);
});

it("has a line of its own for the groups of each network of which a preset speaks", () => {
  const [all, ofNetwork] = draw(
    fact({}),
    fact({ network: "dc-1", value: "gw.example.net", source: "from the preset Data centre 1, for groups of network dc-1" }),
  );
  expect(all?.textContent).toContain("203.0.113.10");
  expect(ofNetwork?.textContent).toMatch(/East-west gateway, network dc-1.*gw\.example\.netFrom the preset Data centre 1, for groups of network dc-1\./);
});

it("takes what its viewer types over all that is told, says what is wrong with it, and gives it up when it is emptied", async () => {
  draw(fact({}), fact({ network: "dc-1", value: "gw.example.net", source: "from the preset Data centre 1" }), fact({ fact: "rootCertificate", value: "PEM" }));
  expect(screen.getAllByText("Type another")).toHaveLength(1);
  await userEvent.click(screen.getByText("Type another"));
  const field = screen.getByLabelText("East-west gateway of your own");
  await userEvent.type(field, "gateway");
  expect(screen.getByText("This is no IP address and no domain name, such as 203.0.113.10 or gateway.example.net.")).toBeTruthy();
  expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("problem");
  await userEvent.type(field, ".example.org");
  const items = screen.getAllByRole("listitem");
  expect(items).toHaveLength(2);
  expect(items[0]?.textContent).toContain("gateway.example.orgTyped by you in the first step of a new group.");
  await userEvent.clear(field);
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(localStorage.length).toBe(0);
});

it("asks for all but the revision, which only a preset names, while the answer is on its way", () => {
  render(<MeshFacts cluster="eu" asked={{ kind: "waiting" }} />);
  expect(screen.getAllByText("asking")).toHaveLength(6);
  expect(screen.queryByText("Revision of istiod")).toBeNull();
});
