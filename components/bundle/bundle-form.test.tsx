import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTexts } from "@/lib/client/kept-texts";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import { saveOwnFact } from "@/lib/client/own-facts";
import type { BundleDefaults, BundleRequest } from "@/lib/contract/answers/bundle";
import { ROWS_NOW } from "@/lib/testing/rows";
import { BundleForm } from "./bundle-form";

vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/past", () => ({ usePast: () => null }));
vi.mock("@/lib/client/page-link", () => ({ Link: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a> }));

const read = (value: string) => ({ state: "ok" as const, value, source: "ConfigMap istio-system/istio", problem: "" });
const START: BundleDefaults = {
  account: "web-vm",
  revision: "",
  revisionSource: "",
  revisions: ["canary", "default"],
  revisionProblem: "",
  hasProbe: true,
  unreadable: "",
  clusterId: read("Kubernetes"),
  trustDomain: read("td"),
  meshId: { state: "unseen", value: "", source: "", problem: "ConfigMap istio-system/istio could not be read." },
  gateway: read("gw.example.net"),
  rootCertificate: read("PEM"),
  certificateNames: { names: [], source: "ISTIOD_CUSTOM_HOST of istiod's Pods" },
  version: read("1.31.0"),
  rails: { kind: "none" },
};
const MADE = {
  machines: [{ name: "web-1", files: [{ name: "cluster.env", text: "A='1'\n" }] }],
  token: "canary-token",
  expiresAt: ROWS_NOW + 600_000,
  notes: ["shortened to 600 seconds"],
};

let sent: BundleRequest[];
let answers: { status: number; body: unknown }[];
let start: BundleDefaults;
let may: { may: boolean; missing: string };

beforeEach(() => {
  sent = [];
  answers = [{ status: 200, body: MADE }];
  may = { may: true, missing: "" };
  start = START;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.method !== "POST") return Response.json(path.includes("/bundles/") ? start : may);
    sent.push(JSON.parse(String(init.body)));
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    return Response.json(body, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  forgetTexts();
});

const draw = () => render(<BundleForm cluster="eu" namespace="shop" name="web" start={START} />);

describe("the form of a bundle", () => {
  it("shows each value with where it was read, or why it was not", () => {
    draw();
    expect(screen.getByLabelText("Cluster ID")).toHaveProperty("value", "Kubernetes");
    expect(screen.getAllByText("ConfigMap istio-system/istio").length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Mesh ID").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("ConfigMap istio-system/istio could not be read. Type it, or ask whoever runs the mesh.")).toBeTruthy();
  });

  it("links to elsewhere below the headline, where every page does", () => {
    const links = [{ name: "Metrics", template: "https://graphs.example/{namespace}/{group}" }];
    render(
      <OutsideLinksProvider links={links}>
        <BundleForm cluster="eu" namespace="shop" name="web" start={START} />
      </OutsideLinksProvider>,
    );
    const elsewhere = screen.getByRole("navigation", { name: "Elsewhere" });
    expect(within(elsewhere).getByRole("link").getAttribute("href")).toBe("https://graphs.example/shop/web");
    expect(screen.getByRole("heading", { level: 1 }).compareDocumentPosition(elsewhere)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(elsewhere.compareDocumentPosition(screen.getByLabelText("Cluster ID"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("offers the ways of a gateway that has a name, and sends the one that is chosen", async () => {
    draw();
    await userEvent.click(screen.getByRole("radio", { name: /ISTIOD_CUSTOM_HOST/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ gateway: { address: "gw.example.net", way: "custom-host" }, seconds: 3_600, form: "files" });
  });

  it("begins with what its viewer typed of the mesh in the first step, over what was told", () => {
    saveOwnFact("", "eu", "gateway", "203.0.113.77");
    saveOwnFact("", "us", "clusterId", "us-1");
    draw();
    expect(screen.getByLabelText("Gateway to istiod: IP address or DNS name")).toHaveProperty("value", "203.0.113.77");
    expect(screen.getByText("typed by you in the first step of a new group")).toBeTruthy();
    expect(screen.getByLabelText("Cluster ID")).toHaveProperty("value", "Kubernetes");
  });

  it("says that the certificate lacks the gateway's name where machines would ask for istiod by it", async () => {
    draw();
    const words = "istiod's certificate does not have gw.example.net, so that machines refuse it until ISTIOD_CUSTOM_HOST has it.";
    expect(screen.queryByText(words, { exact: false })).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: /^Ask for istiod by this name/ }));
    expect(screen.getByText(words, { exact: false })).toBeTruthy();
  });

  it("lets machines ask for istiod by the gateway's name where its certificate has it, unless somebody chooses otherwise", async () => {
    start = { ...START, certificateNames: { names: ["gw.example.net"], source: "ISTIOD_CUSTOM_HOST of istiod's Pods" } };
    render(<BundleForm cluster="eu" namespace="shop" name="web" start={start} />);
    expect(screen.getByRole("radio", { name: "Ask for istiod by this name: its certificate has it (ISTIOD_CUSTOM_HOST)" })).toHaveProperty("checked", true);
    await userEvent.click(screen.getByRole("radio", { name: /^Write the address/ }));
    expect(screen.getByLabelText("Its address now")).toBeTruthy();
  });

  it("reads the mesh again for another revision, and keeps what was typed", async () => {
    draw();
    await userEvent.clear(screen.getByLabelText("Trust domain"));
    await userEvent.type(screen.getByLabelText("Trust domain"), "mine");
    await userEvent.type(screen.getByLabelText("Revision of istiod"), "canary");
    start = { ...START, revision: "canary", revisionProblem: "No istiod has it.", clusterId: read("eu-2"), trustDomain: read("td-2") };
    await userEvent.click(screen.getByRole("button", { name: "Read the rest for this revision" }));
    await waitFor(() => expect(screen.getByLabelText("Cluster ID")).toHaveProperty("value", "eu-2"));
    expect(screen.getByLabelText("Trust domain")).toHaveProperty("value", "mine");
    expect(screen.getByText("No istiod has it.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Read the rest for this revision" })).toBeNull();
  });

  it("shows files and token until the token is hidden", async () => {
    draw();
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    const token = await screen.findByRole("region", { name: "istio-token" });
    expect(token.textContent).toContain("canary-token");
    expect(within(token).getByRole("timer").textContent).toBe("ends in 10:00");
    expect(screen.getByText("shortened to 600 seconds")).toBeTruthy();
    await userEvent.click(within(token).getByRole("button", { name: "Hide" }));
    expect(document.body.innerHTML).not.toContain("canary-token");
  });

  it("keeps what was typed where it is refused, and says it at the field", async () => {
    answers = [{ status: 422, body: { title: "Not understood", status: 422, detail: "“x y” is no label.", field: "machines.1.labels" } }];
    draw();
    await userEvent.click(screen.getByRole("button", { name: "Add a machine" }));
    const second = screen.getByRole("listitem", { name: "Machine 2" });
    await userEvent.type(within(second).getByLabelText("Labels of its own"), "x y");
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    await screen.findByRole("alert");
    expect(within(second).getByLabelText("Labels of its own")).toHaveProperty("value", "x y");
    expect(within(second).getByText("“x y” is no label.")).toBeTruthy();
    expect(within(screen.getByRole("listitem", { name: "Machine 1" })).queryByText("“x y” is no label.")).toBeNull();
  });

  it("still has what was typed after the page was left, and begins anew on demand", async () => {
    draw();
    expect(screen.queryByRole("button", { name: "Begin anew" })).toBeNull();
    await userEvent.type(screen.getByLabelText("Internal IP"), "10.0.0.9");
    await userEvent.type(screen.getByLabelText("Mesh ID"), "mine");
    await userEvent.type(screen.getByLabelText("Or paste a list, one machine a line"), "web-7");
    cleanup();
    draw();
    expect(screen.getByLabelText("Internal IP")).toHaveProperty("value", "10.0.0.9");
    expect(screen.getByLabelText("Mesh ID")).toHaveProperty("value", "mine");
    expect(screen.getByLabelText("Or paste a list, one machine a line")).toHaveProperty("value", "web-7");
    await userEvent.click(screen.getByRole("button", { name: "Begin anew" }));
    await waitFor(() => expect(screen.getByLabelText("Internal IP")).toHaveProperty("value", ""));
    expect(screen.getByLabelText("Mesh ID")).toHaveProperty("value", "");
    expect(localStorage.length).toBe(0);
  });

  it("stores neither a token nor a private key, and says at the field that a key is none of the mesh's certificates", async () => {
    draw();
    await userEvent.type(screen.getByLabelText("Internal IP"), "10.0.0.9");
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    await screen.findByRole("region", { name: "istio-token" });
    expect(JSON.stringify(localStorage)).not.toContain("canary-token");
    await userEvent.click(screen.getByLabelText("Root certificate"));
    await userEvent.paste("-----BEGIN PRIVATE KEY-----");
    expect(screen.getByText(/^There is a private key in this text/)).toBeTruthy();
    expect(screen.getByText("What you typed is on this page only.")).toBeTruthy();
    expect(localStorage.length).toBe(0);
  });

  it("takes a list that is pasted: each machine with what its line says, in place of the one that the form began with", async () => {
    draw();
    const list = screen.getByLabelText("Or paste a list, one machine a line");
    await userEvent.click(list);
    await userEvent.paste("web-7 10.0.0.7 eu/eu-a\nweb-8, external:198.51.100.8, version=v2");
    await userEvent.click(screen.getByRole("button", { name: "Take the list over" }));
    expect(list).toHaveProperty("value", "");
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.machines).toEqual([
      { name: "web-7", internalIp: "10.0.0.7", externalIp: "", labels: "", locality: "eu/eu-a" },
      { name: "web-8", internalIp: "", externalIp: "198.51.100.8", labels: "version=v2", locality: "" },
    ]);
  });

  it("keeps a list that cannot be read, and says on which line", async () => {
    draw();
    const list = screen.getByLabelText("Or paste a list, one machine a line");
    await userEvent.click(list);
    await userEvent.paste("web-7 10.0.0.7\nweb-8 10.0.0.256");
    await userEvent.click(screen.getByRole("button", { name: "Take the list over" }));
    expect(screen.getByText("Line 2: “10.0.0.256” is no IP address.")).toBeTruthy();
    expect(list).toHaveProperty("value", "web-7 10.0.0.7\nweb-8 10.0.0.256");
    expect(screen.getAllByRole("listitem", { name: /^Machine/ })).toHaveLength(1);
  });

  it("takes no list with which there would be more machines than are made at once", async () => {
    draw();
    await userEvent.click(screen.getByLabelText("Or paste a list, one machine a line"));
    await userEvent.paste(Array.from({ length: 101 }, (_, index) => `web-${index}`).join("\n"));
    await userEvent.click(screen.getByRole("button", { name: "Take the list over" }));
    expect(screen.getByText(/there would be 101 machines; files are made for at most 100 at once/)).toBeTruthy();
  });

  it("makes forms for many machines of each machine's own files, without the token", async () => {
    const machine = (name: string, ip: string) => ({ name, files: [{ name: "cluster.env", text: `ISTIO_SVC_IP='${ip}'\n` }] });
    answers = [{ status: 200, body: { ...MADE, machines: [machine("web-1", "10.0.0.1"), machine("web-2", "10.0.0.2")] } }];
    draw();
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    const second = await screen.findByRole("region", { name: "web-2" });
    const userData = within(second).getByText("cloud-init.yaml").closest("details");
    expect(userData?.textContent).toContain("ISTIO_SVC_IP='10.0.0.2'");
    expect(userData?.textContent).not.toContain("10.0.0.1");
    const inventory = screen.getByText("ansible_inventory.yaml").closest("details");
    expect(inventory?.textContent?.match(/ISTIO_SVC_IP='[\d.]+'/g)).toEqual(["ISTIO_SVC_IP='10.0.0.1'", "ISTIO_SVC_IP='10.0.0.2'"]);
    expect(`${userData?.textContent}${inventory?.textContent}`).not.toContain("canary-token");
  });

  it("downloads a file by itself, with its machine's name where there are several", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    answers = [
      { status: 200, body: MADE },
      { status: 200, body: { ...MADE, machines: [...MADE.machines, { ...MADE.machines[0], name: "web-2" }] } },
    ];
    draw();
    await userEvent.click(await screen.findByRole("button", { name: "Show the files and a token" }));
    await userEvent.click(await screen.findByRole("button", { name: "Download cluster.env" }));
    await userEvent.click(screen.getByRole("button", { name: "Download istio-token" }));
    await userEvent.click(screen.getByRole("button", { name: "Show the files and a token" }));
    await userEvent.click(await screen.findByRole("button", { name: "Download web-2-cluster.env" }));
    expect(saved).toEqual(["cluster.env", "istio-token", "web-2-cluster.env"]);
  });

  it("names the verb that is missing where no token may be made, and asks for the files without one", async () => {
    may = { may: false, missing: "The verb create on serviceaccounts/token in namespace shop is missing" };
    answers = [{ status: 200, body: { ...MADE, token: "", expiresAt: null } }];
    draw();
    expect(await screen.findByText(/The verb create on serviceaccounts\/token in namespace shop is missing\./)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show the files" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.seconds).toBeNull();
    expect(screen.queryByRole("region", { name: "istio-token" })).toBeNull();
  });
});
