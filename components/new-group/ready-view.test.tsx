import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ReadyView } from "./ready-view";

const world = vi.hoisted(() => ({ state: null as unknown, pushed: [] as string[] }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: (href: string) => world.pushed.push(href) }) }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: world.state, problem: null }) }));
vi.mock("./group-place-list", () => ({ GroupPlaceList: () => null }));
vi.mock("./draft-list", () => ({ DraftList: () => null }));

const place = { cluster: "", namespace: "", draft: "" };
const HEARD = { head: { clusters: ["prod-eu"], namespaces: [] }, rows: [] };

beforeEach(() => Object.assign(world, { state: null, pushed: [] }));

describe("where a new group is made", () => {
  it("keeps a namespace that was typed before the clusters were heard of", async () => {
    const page = render(<ReadyView place={place} />);
    await userEvent.type(screen.getByLabelText("Namespace"), "shop");
    world.state = HEARD;
    page.rerender(<ReadyView place={place} />);
    await userEvent.click(screen.getByRole("button", { name: "Choose" }));
    expect(world.pushed).toEqual(["/groups/new?cluster=prod-eu&namespace=shop"]);
  });
});
