import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Detail, Details } from "./details";
import { Section } from "./section";

const scrolled = vi.fn();

beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(() => {
  window.location.hash = "";
  scrolled.mockReset();
});

const list = () => (
  <Details>
    <Detail name="object" title="Object" line="created by istiod">
      <p>uid 57fd</p>
    </Detail>
    <Detail name="yaml" id="yaml" title="YAML" line="generation 1" hasAnchor={(anchor) => /^L\d+$/.test(anchor)}>
      <Section name="yaml" id="yaml" title="YAML" aside="Copy YAML">
        <p>kind: WorkloadEntry</p>
      </Section>
    </Detail>
  </Details>
);
const row = (title: string) => screen.getByRole("button", { name: title });
const isOpen = (title: string) => row(title).getAttribute("aria-expanded") === "true";
const goTo = (hash: string) =>
  act(async () => {
    window.location.hash = hash;
    window.dispatchEvent(new Event("hashchange"));
  });

describe("Detail", () => {
  it("shows its line at once, mounts its children when it is first opened, and keeps them when it is folded again", () => {
    render(list());
    expect(screen.getByText("created by istiod")).toBeTruthy();
    expect(screen.queryByText("uid 57fd")).toBeNull();
    fireEvent.click(row("Object"));
    expect(isOpen("Object")).toBe(true);
    expect(screen.getByText("uid 57fd").closest("[hidden]")).toBeNull();
    fireEvent.click(row("Object"));
    expect(isOpen("Object")).toBe(false);
    expect(screen.getByText("uid 57fd").closest("[hidden]")).not.toBeNull();
  });

  it("opens and scrolls to the row whose anchor the address has, and no other", async () => {
    window.location.hash = "#yaml";
    render(list());
    expect([isOpen("Object"), isOpen("YAML")]).toEqual([false, true]);
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it("opens for an anchor inside of it, and leaves the scrolling to its content", async () => {
    render(list());
    await goTo("#L12");
    expect(isOpen("YAML")).toBe(true);
    expect(scrolled).not.toHaveBeenCalled();
  });

  it("opens again when a link names the anchor that the address already has", async () => {
    window.location.hash = "#yaml";
    render(
      <>
        <a href="#yaml">YAML of this entry</a>
        {list()}
      </>,
    );
    fireEvent.click(row("YAML"));
    expect(isOpen("YAML")).toBe(false);
    fireEvent.click(screen.getByRole("link", { name: "YAML of this entry" }));
    expect(isOpen("YAML")).toBe(true);
  });

  it("takes the title and anchor of the section inside of it, and keeps the controls of that section", () => {
    const { container } = render(list());
    fireEvent.click(row("YAML"));
    expect(screen.getAllByRole("heading", { name: "YAML" })).toHaveLength(1);
    expect(container.querySelectorAll("#yaml")).toHaveLength(1);
    expect(container.querySelectorAll("[data-section=yaml]")).toHaveLength(1);
    expect(screen.getByText("Copy YAML")).toBeTruthy();
  });
});

describe("Details", () => {
  it("unfolds and folds all rows, also rows that were used alone", () => {
    render(list());
    fireEvent.click(row("Object"));
    fireEvent.click(screen.getByRole("button", { name: "unfold all" }));
    expect([isOpen("Object"), isOpen("YAML")]).toEqual([true, true]);
    fireEvent.click(row("YAML"));
    expect([isOpen("Object"), isOpen("YAML")]).toEqual([true, false]);
    fireEvent.click(screen.getByRole("button", { name: "fold all" }));
    expect([isOpen("Object"), isOpen("YAML")]).toEqual([false, false]);
  });
});
