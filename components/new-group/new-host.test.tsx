import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HostKind } from "@/lib/client/host-text";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { initialServiceEntryYaml, initialServiceYaml } from "@/lib/domain/new-group/initial-yaml";
import { NewHost } from "./new-host";

vi.mock("@/components/editor/yaml-editor", () => ({
  YamlEditor: ({ text, notes, onChange }: { text: string; notes: readonly { text: string; code: string }[]; onChange: (text: string) => void }) => (
    <>
      <textarea aria-label="YAML" value={text} onChange={(event) => onChange(event.target.value)} />
      {notes.map(({ code, text: note }) => (
        <p key={note} title={note}>
          {code}
        </p>
      ))}
    </>
  ),
}));
const tried = vi.hoisted(() => ({ answer: null as unknown, asked: [] as unknown[][] }));
vi.mock("@/lib/client/use-preview", async (original) => ({
  ...(await original<object>()),
  usePreview: (...asked: unknown[]) => {
    tried.asked.push(asked);
    return { answer: tried.answer, problem: null };
  },
}));
afterEach(() => {
  tried.answer = null;
  tried.asked.length = 0;
});

const GROUP = { metadata: { name: "web" }, spec: { metadata: { labels: { app: "web" } }, template: { ports: { http: 8080 } } } };
const DRAFT: GroupDraft = { id: "d", cluster: "eu", namespace: "shop", group: "kind: WorkloadGroup", makeAccount: true, reach: { how: "none" } };

function Host({ kind, begin }: { readonly kind: HostKind; readonly begin: string }) {
  const [text, setText] = useState(begin);
  return <NewHost draft={DRAFT} group={GROUP} kind={kind} text={text} refused={[]} onChange={setText} />;
}
const yaml = () => screen.getByLabelText<HTMLTextAreaElement>("YAML").value;

describe("a host that is made with a group", () => {
  it("is written by its form into its text, whose comments stay", async () => {
    render(<Host kind="Service" begin={`# for the shop\n${initialServiceYaml(GROUP, "shop")}`} />);
    await userEvent.clear(screen.getByLabelText("Name"));
    await userEvent.type(screen.getByLabelText("Name"), "store");
    await userEvent.clear(screen.getByLabelText("port of port 1"));
    await userEvent.type(screen.getByLabelText("port of port 1"), "80");
    await userEvent.click(screen.getByRole("button", { name: "Add a port" }));
    await userEvent.clear(screen.getByLabelText("name of port 2"));
    await userEvent.type(screen.getByLabelText("name of port 2"), "admin");
    expect(yaml()).toBe(`# for the shop
apiVersion: v1
kind: Service
metadata:
  name: store
  namespace: shop
spec:
  selector:
    app: web
  ports:
  - name: http
    port: 80
    targetPort: 8080
  - name: admin
    port: 9000
`);
    await userEvent.click(screen.getByRole("button", { name: "Take port 1 away" }));
    expect(yaml()).toMatch(/ports:\n {2}- name: admin\n {4}port: 9000\n$/);
    await userEvent.click(screen.getByRole("button", { name: "Add a port" }));
    await userEvent.click(screen.getByRole("button", { name: "Take port 2 away" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a port" }));
  });

  it("keeps its last port and says why, and says of a port that no field can show where it is changed", async () => {
    const begin = initialServiceYaml(GROUP, "shop");
    render(<Host kind="Service" begin={begin} />);
    const takeAway = screen.getByRole("button", { name: "Take port 1 away", description: "A host has at least one port." });
    await userEvent.click(takeAway);
    expect(yaml()).toBe(begin);
    expect(document.activeElement).toBe(takeAway);
    await userEvent.clear(screen.getByLabelText("YAML"));
    await userEvent.click(screen.getByLabelText("YAML"));
    await userEvent.paste(begin.replace("targetPort: 8080", "targetPort: [8080]"));
    const target = screen.getByRole<HTMLInputElement>("textbox", { name: "target of port 1", description: /Change it there\.$/ });
    expect(target.disabled).toBe(true);
  });

  it("says who cannot call a ServiceEntry, and writes to whom it is told", async () => {
    render(<Host kind="ServiceEntry" begin={initialServiceEntryYaml(GROUP, "shop")} />);
    expect(screen.getByLabelText<HTMLInputElement>("Host").value).toBe("web.shop.internal");
    expect(screen.getByText("Callers of other namespaces than shop cannot call it: to them the name does not exist.")).toBeTruthy();
    await userEvent.click(screen.getByLabelText("callers of every namespace"));
    expect(yaml()).not.toContain("exportTo");
    await userEvent.click(screen.getByLabelText("callers of this namespace and of these"));
    await userEvent.type(screen.getByLabelText("Namespaces, with commas"), "web, till");
    await userEvent.tab();
    expect(yaml()).toMatch(/exportTo:\n {2,4}- \.\n {2,4}- web\n {2,4}- till\n/);
    expect(screen.getByText("Callers of other namespaces than shop, web, till cannot call it.")).toBeTruthy();
    await userEvent.click(screen.getByLabelText(/host names, which each caller looks up/));
    expect(yaml()).toContain("resolution: DNS");
  });

  it("chooses nothing where the text says something that no field offers", () => {
    const text = initialServiceEntryYaml(GROUP, "shop").replace("resolution: STATIC", "resolution: NONE").replace('- "."', '- "~"');
    render(<Host kind="ServiceEntry" begin={text} />);
    expect(screen.getAllByRole<HTMLInputElement>("radio").map(({ checked }) => checked)).toEqual([false, false, false, false, false]);
    expect(screen.getByText("It is told to nobody (~): no caller can call it.")).toBeTruthy();
  });

  it("waits while its text cannot be read, and loses nothing", async () => {
    render(<Host kind="Service" begin="kind: [" />);
    expect(screen.getByRole("alert").textContent).toContain("The form waits: line 1 of the YAML cannot be read.");
    expect(screen.getByText("syntax")).toBeTruthy();
    expect(yaml()).toBe("kind: [");
  });

  it("is tried with the group as it is described now, and says why its machines are not taken", async () => {
    tried.answer = {
      ...{ notes: [], missing: [] },
      selector: {
        hostNotes: [],
        after: { taken: 0, answers: 0 },
        newMachines: { stand: "not-taken", because: "label app is web, the selector wants old", isByLabels: true, ports: [] },
      },
    };
    render(<Host kind="Service" begin={`${initialServiceYaml(GROUP, "shop").replace("app: web", "app: old # as before")}`} />);
    expect(tried.asked.at(-1)?.[2]).toMatchObject({ namespace: "shop", newGroup: DRAFT.group });
    expect(screen.getByText("It does not take the machines of the new group: label app is web, the selector wants old.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Select by the group's labels" }));
    expect(yaml()).toMatch(/selector:\n {4}app: web\n {2}ports:/);
  });

  it("is of the kind that was chosen", () => {
    render(<Host kind="Service" begin={initialServiceEntryYaml(GROUP, "shop")} />);
    expect(screen.getByTitle(/\bServiceEntry\b.*\bService\b/)).toBeTruthy();
  });
});
