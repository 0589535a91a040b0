import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { PairsRow } from "./pairs-row";
import { useGroupForm } from "./use-group-form";

const GROUP = `kind: WorkloadGroup
metadata:
  name: web
spec:
  metadata:
    labels:
      app: web # who it is
      version: v1
      team: shop
  template:
    ports:
      http: 8080
      admin: 9000
`;
const NOTHING: readonly never[] = [];

let text = "";
function Pairs({ path, as }: { readonly path: readonly string[]; readonly as: "text" | "number" }) {
  const [typed, write] = useState(GROUP);
  text = typed;
  const { form } = useGroupForm({ text: typed, namespace: "shop", rails: null, refused: NOTHING, isFresh: false, write });
  return <PairsRow draft="a" form={form} label="Pairs" path={path} noun="pair" words={{ key: "key", value: "value" }} as={as} hint="" />;
}

describe("the value of a pair", () => {
  it("is typed over where it stands: its place among the others stays, and so do comments", async () => {
    render(<Pairs path={["spec", "metadata", "labels"]} as="text" />);
    await userEvent.clear(screen.getByLabelText("value of pair app"));
    await userEvent.type(screen.getByLabelText("value of pair app"), "store");
    expect(text).toBe(GROUP.replace("app: web #", "app: store #"));
  });

  it("stays there while it is empty, and is a number again where it is one", async () => {
    render(<Pairs path={["spec", "template", "ports"]} as="number" />);
    await userEvent.clear(screen.getByLabelText("value of pair http"));
    expect(text).toBe(GROUP.replace("http: 8080", 'http: ""'));
    expect(screen.getByLabelText("value of pair http").getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(screen.getByLabelText("value of pair http"), "8081");
    expect(text).toBe(GROUP.replace("8080", "8081"));
  });
});
