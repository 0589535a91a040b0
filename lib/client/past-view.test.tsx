import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePastView } from "./past-view";
import { askRecordAnew } from "./recorded";

const answers: (Response | Error)[] = [];
beforeEach(() => {
  answers.length = 0;
  vi.stubGlobal("fetch", async () => {
    const answer = answers.shift() ?? new Error("asked once too often");
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = () =>
  Response.json({ at: 1_000, head: { machine: "vm-1" }, rows: [], gaps: [], recorded: { since: 1, asOf: 1_000, status: "recording", notice: "" } });
const refused = (status: number, detail: string) => Response.json({ title: "No", status, detail }, { status });

function Page() {
  const { state, problem } = usePastView({ kind: "entry", query: "name=vm-1", offset: 0, limit: 0 }, 1_000);
  return <p>{problem ?? (state === null ? "reading" : JSON.stringify(state.head))}</p>;
}

/** A page of the past that shows a machine, whose stream is lost and comes back: then this is answered. */
async function cameBack(answer: Response | Error) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  answers.push(shown(), answer);
  render(
    <QueryClientProvider client={cache}>
      <Page />
    </QueryClientProvider>,
  );
  await screen.findByText(/vm-1/);
  await act(async () => askRecordAnew(cache));
  await vi.waitFor(() => expect(answers).toEqual([]));
}

it("what may not be seen any more is withdrawn from a page of the past once its stream has come back", async () => {
  await cameBack(refused(404, "There is no such machine in your sight."));
  expect(await screen.findByText("There is no such machine in your sight.")).toBeTruthy();
  expect(screen.queryByText(/vm-1/)).toBeNull();
});

it.each([
  ["could not be checked", refused(503, "Could not be checked.")],
  ["could not be asked", new Error("connection refused")],
])("what %s stays", async (_what, answer) => {
  await cameBack(answer);
  expect(await screen.findByText(/vm-1/)).toBeTruthy();
});
