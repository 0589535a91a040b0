import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ProbeRow } from "./probe-row";
import { useGroupForm } from "./use-group-form";

const GROUP = "kind: WorkloadGroup\nmetadata:\n  name: web\nspec:\n  template: {}\n";
const PROBED = `${GROUP}  probe:\n    periodSeconds: 7\n    httpGet:\n      path: /ok\n      port: 81\n`;
const NOTHING: readonly never[] = [];

let text = "";
function Probe({ begin }: { readonly begin: string }) {
  const [typed, write] = useState(begin);
  text = typed;
  const { form } = useGroupForm({ text: typed, namespace: "shop", rails: null, refused: NOTHING, isFresh: false, write });
  return <ProbeRow form={form} waits={{ graceSeconds: 60, maxAgeSeconds: 600, isKnown: true }} />;
}
const choose = (name: string) => userEvent.click(screen.getByRole("radio", { name }));

describe("the probe of a group", () => {
  it("keeps what was typed of a method while others are looked at, and its numbers while there is none", async () => {
    render(<Probe begin={PROBED} />);
    await choose("TCP");
    expect(text).toContain("  probe:\n    periodSeconds: 7\n    tcpSocket:\n      port: 81\n");
    await choose("none");
    expect(text).toBe(GROUP);
    await choose("HTTP");
    expect(text).toContain("path: /ok\n      port: 81\n");
    expect(text).toContain("periodSeconds: 7");
  });

  it("is asked over HTTPS, at a host, with headers", async () => {
    render(<Probe begin={PROBED} />);
    await userEvent.click(screen.getByRole("checkbox", { name: "HTTPS" }));
    expect(screen.getByText(/The agent checks the application's certificate/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Host of the probe"), "a.example.com");
    await userEvent.type(screen.getByLabelText(/^One to a line/), "Accept: text/plain\nX-From: probe");
    await userEvent.tab();
    expect(text).toContain("scheme: HTTPS\n      host: a.example.com\n");
    expect(text).toMatch(/httpHeaders:\n {8}- name: Accept\n {10}value: text\/plain\n {8}- name: X-From\n {10}value: probe\n/);
    await userEvent.click(screen.getByRole("checkbox", { name: "HTTPS" }));
    await userEvent.clear(screen.getByLabelText(/^One to a line/));
    await userEvent.tab();
    expect(text).not.toMatch(/scheme|httpHeaders/);
  });

  it("says of a part that no field can show where it is changed", () => {
    render(<Probe begin={PROBED.replace("port: 81", "port: [81]")} />);
    const port = screen.getByRole<HTMLInputElement>("textbox", { name: "Port of the probe", description: /Change it there\.$/ });
    expect(port.disabled).toBe(true);
  });

  it("has its times by the settings of the cluster's istiod", () => {
    render(<Probe begin={PROBED} />);
    expect(screen.getByText(/A machine that dies stays listed for up to 100 s, up to 25 min if its istiod dies with it\./)).toBeTruthy();
    expect(screen.getByText(/By this istiod's settings: a grace period of 60 s, and connections of at most 10 min\.$/)).toBeTruthy();
  });
});
