import { cleanup, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { parseServicesQuery, SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import type { ServicesHead } from "@/lib/contract/views/services";
import { EmptyHosts } from "./empty-hosts";

const world = vi.hoisted(() => ({ denied: "" }));
vi.mock("@/lib/client/status", () => ({
  useStatus: () => ({ clusters: [{ sources: [{ source: world.denied, freshness: { kind: "denied", asOf: null, reason: "" } }] }] }),
}));

const HEAD = { total: 0, matched: 0, facets: [], problem: null } as unknown as ServicesHead;
const said = (denied: string, search = "", total = 0) => {
  world.denied = denied;
  const url = { grammar: SERVICE_FILTER, query: parseServicesQuery(search), choice: "", go: vi.fn(), amend: vi.fn(), choose: vi.fn() };
  return render(<EmptyHosts head={{ ...HEAD, total }} url={url} />).container.textContent;
};

it("an empty list of hosts is none, not visible, or none that matches: each is said in its own way", () => {
  expect(said("nodes")).toContain("No Service or ServiceEntry selects machines");
  cleanup();
  expect(said("services")).toContain("What selects machines is not visible");
  cleanup();
  expect(said("serviceentries")).not.toContain("No Service or ServiceEntry");
  cleanup();
  expect(said("nodes", "q=soap", 24)).toContain("None of 24 hosts matches");
});
