import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PreviewAnswer } from "@/lib/contract/answers/preview";
import { PreviewView } from "./preview-view";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }), usePathname: () => "/services/preview" }));

const START = { clusters: ["eu"], cluster: "eu", from: null, base: "kind: ServiceEntry\nmetadata:\n  name: cards\n", problem: null };

const ANSWER: PreviewAnswer = {
  notes: [],
  object: { kind: "ServiceEntry", namespace: "shop", name: "cards", known: "exists", resourceVersion: "7" },
  selector: {
    hosts: ["cards.example.com"],
    unseen: [],
    before: { taken: 18, answers: 18 },
    after: { taken: 10, answers: 10 },
    moves: { stays: 6, comes: 4, goes: 12 },
    answering: { comes: 4, goes: 12 },
    zones: [
      { zone: "z-b", before: 12, after: 0, cells: [{ move: "goes", kind: "entry", state: "answers", count: 12 }] },
      {
        zone: "z-a",
        before: 6,
        after: 10,
        cells: [
          { move: "stays", kind: "entry", state: "answers", count: 6 },
          { move: "comes", kind: "entry", state: "answers", count: 4 },
        ],
      },
    ],
    changes: [
      {
        move: "goes",
        kind: "entry",
        count: 12,
        members: [
          { name: "vm-1", uid: "u1" },
          { name: "vm-2", uid: "u2" },
        ],
        ports: [{ name: "https", before: 8443, after: null }],
        because: "label version is v11, the selector wants v12",
      },
    ],
    more: 0,
    ports: [{ name: "https", before: 443, after: 443, ends: [{ port: 8443, because: "its own port", before: 18, after: 6 }] }],
    hostNotes: [{ tone: "warn", text: "ServiceEntry legacy/cards claims cards.example.com too." }],
  },
  workload: null,
  missing: [],
};
const NOTHING: PreviewAnswer = {
  notes: [{ line: 2, level: "refuses", code: "syntax", path: [], text: "This is no YAML." }],
  object: null,
  selector: null,
  workload: null,
  missing: [],
};

let sent: { cluster: string; text: string }[];
let answers: PreviewAnswer[];
beforeEach(() => {
  sent = [];
  answers = [ANSWER];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json(answers.length > 1 ? answers.shift() : answers[0]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const area = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "The object as YAML" });
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

describe("a try", () => {
  it("begins with a sentence, and tells who goes where and why", async () => {
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await waitFor(() => expect(heading()).toBe("This edit takes 12 machines away and brings 4. Zone z-b loses its last endpoint of cards.example.com."));
    expect(screen.getByRole("link", { name: "vm-1" }).getAttribute("href")).toBe("/c/eu/entries/shop/vm-1?uid=u1");
    expect(screen.getByText("label version is v11, the selector wants v12")).toBeTruthy();
    expect(screen.getByText("ServiceEntry legacy/cards claims cards.example.com too.")).toBeTruthy();
    expect(document.querySelectorAll(".cell-gone").length).toBe(12 + 1);
  });

  it("asks again after a keystroke, and while an answer is on its way only for the last", async () => {
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await waitFor(() => expect(sent).toHaveLength(1));
    for (const text of ["a: 1", "a: 12", "a: 123"]) fireEvent.change(area(), { target: { value: text } });
    await waitFor(() => expect(sent.at(-1)).toEqual({ cluster: "eu", text: "a: 123" }));
    expect(sent.length).toBeLessThan(5);
  });

  it("keeps what was typed where it cannot be read, marks the line, and says that the result is an earlier one's", async () => {
    answers = [ANSWER, NOTHING];
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await waitFor(() => expect(heading()).toContain("12 machines"));
    fireEvent.change(area(), { target: { value: "kind: [\nrest\n" } });
    await screen.findByText("This is no YAML.");
    expect(area().value).toBe("kind: [\nrest\n");
    expect(screen.getByText(/cannot be read as it stands/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "line 2" }));
    expect(area().selectionStart).toBe("kind: [\n".length);
  });

  it("is asked again by ambient's rules, which are said to be not measured, and the link keeps that", async () => {
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await waitFor(() => expect(heading()).toContain("12 machines"));
    expect(screen.queryByText(/not measured/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "ambient mode" }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ cluster: "eu", text: START.base, mode: "ambient" }));
    expect(screen.getByText(/not measured/)).toBeTruthy();
    await waitFor(() => expect(new URLSearchParams(window.location.search).get("mode")).toBe("ambient"));
  });

  it("says that another name is another object, and tells it as if the old one went where that is asked", async () => {
    const object = { ...ANSWER.object, name: "cards-2", known: "new" } as NonNullable<PreviewAnswer["object"]>;
    answers = [{ ...ANSWER, object }];
    const from = { cluster: "eu", resource: "serviceentries", namespace: "shop", name: "cards" } as const;
    render(<PreviewView start={{ ...START, from }} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await screen.findByText(/this is a new object, and ServiceEntry shop\/cards stays beside it/);
    fireEvent.click(screen.getByRole("button", { name: "as if the old one went" }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ cluster: "eu", text: START.base, instead: "cards" }));
  });

  it("shows the labels of a machine that change", async () => {
    const cases = [{ case: "entry" as const, machines: null, takers: [] }];
    const object = { kind: "WorkloadEntry", namespace: "shop", name: "vm-1", known: "exists", resourceVersion: "7" } as const;
    answers = [
      { ...ANSWER, object, selector: null, workload: { cases, labels: [{ key: "app", before: "a", after: null }], sharedLabels: [], keptFromGit: [] } },
    ];
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await screen.findByText("Labels that change");
    expect(screen.getByText("a → (none)")).toBeTruthy();
  });

  it("shows what the API server warned of, of a trial that it took", async () => {
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={["try-serviceentry"]} />);
    const button = await screen.findByRole("button", { name: "Ask the API server (dry run)" });
    vi.stubGlobal("fetch", async () => Response.json({ dryRun: true, resourceVersion: "7", warnings: ['unknown field "spec.hots"'] }));
    fireEvent.click(button);
    await screen.findByText('unknown field "spec.hots"');
    expect(screen.getByText(/It would take it, with 1 warning/)).toBeTruthy();
  });

  it("says what went wrong where no answer comes, and keeps the text", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ title: "Too large", status: 413, detail: "A body has at most 65536 bytes." }, { status: 413 }));
    render(<PreviewView start={START} written={"kind: Service\n"} mode="sidecar" inPlace={false} offered={[]} />);
    expect((await screen.findByRole("alert")).textContent).toContain("A body has at most 65536 bytes.");
    expect(area().value).toBe("kind: Service\n");
  });

  it("opens what a link holds in its fragment, and writes what is typed into the address", async () => {
    const { packed } = await import("@/lib/client/packed-text");
    window.location.hash = `#z=${await packed("kind: Service\n# from a link\n")}`;
    render(<PreviewView start={START} written={null} mode="sidecar" inPlace={false} offered={[]} />);
    await waitFor(() => expect(area().value).toBe("kind: Service\n# from a link\n"));
    const long = `kind: Service\n# ${"x".repeat(500)}\n`;
    fireEvent.change(area(), { target: { value: long } });
    await waitFor(() => expect(window.location.hash).toMatch(/^#z=/));
    fireEvent.change(area(), { target: { value: "kind: Service\n" } });
    await waitFor(() => expect(new URLSearchParams(window.location.search).get("yaml")).toBe("kind: Service\n"));
    expect(window.location.hash).toBe("");
  });
});
