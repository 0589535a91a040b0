import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import type { LiveStore } from "./live-store";
import { useAnswer, useRenewedAnswer } from "./use-answer";

const page = vi.hoisted(() => ({ askedAnew: 0, withdrawals: 0, now: 1_000, listeners: new Set<() => void>() }));
vi.mock("./live-provider", () => {
  const live: Pick<LiveStore, "askedAnew" | "withdrawals" | "serverNow" | "subscribe"> = {
    get withdrawals() {
      return page.withdrawals;
    },
    get askedAnew() {
      return page.askedAnew;
    },
    serverNow: () => page.now,
    subscribe: (listener) => {
      page.listeners.add(listener);
      return () => page.listeners.delete(listener);
    },
  };
  return { useLiveIfAny: () => live };
});

const answers: (Response | Error | Promise<Response>)[] = [];
let asked = 0;
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: isHidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  answers.length = 0;
  Object.assign(page, { askedAnew: 0, withdrawals: 0, now: 1_000 });
  asked = 0;
  hide(false);
  vi.stubGlobal("fetch", async () => {
    asked++;
    const answer = answers.shift() ?? new Error("asked once too often");
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stored = (yaml: string) => Response.json({ yaml, managedFields: "", resourceVersion: "1" });
const refused = (status: number) => Response.json({ title: "No", status, detail: `Refused with ${status}.` }, { status });

interface OpenProps {
  readonly path?: string | null;
  readonly round?: number;
  readonly ask?: typeof useAnswer;
}

function Open({ path = "/api/object", round = 0, ask = useAnswer }: OpenProps) {
  const answer = ask(path, ObjectYaml, round);
  if (answer.kind === "waiting") return <p>waiting</p>;
  if (answer.kind === "refused") return <p>{answer.problem}</p>;
  const { notRenewed } = answer;
  return <p>{`${answer.value.yaml}${notRenewed === undefined ? "" : ` as of ${notRenewed.readAt}, ${notRenewed.refusal.problem}`}`}</p>;
}

/** Lets what is asked be answered. */
const settle = () => act(async () => vi.advanceTimersByTimeAsync(0));
const cameBack = async (...then: (Response | Error)[]) => {
  answers.push(...then);
  page.now += 9_000;
  page.askedAnew++;
  await act(async () => {
    for (const listener of page.listeners) listener();
  });
  await settle();
};
const opened = async (ask = useAnswer) => {
  answers.push(stored("kind: WorkloadGroup"));
  const drawn = render(<Open ask={ask} />);
  await settle();
  expect(screen.getByText("kind: WorkloadGroup")).toBeTruthy();
  return drawn;
};
const text = () => document.body.textContent;
const pass = (ms: number) =>
  act(async () => {
    page.now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  });

describe("an answer that stands open where the page's stream was lost and has come back", () => {
  it.each([403, 404])("is withdrawn by a denial with %s, which says why", async (status) => {
    await opened();
    await cameBack(refused(status));
    expect(text()).toBe(`Refused with ${status}.`);
  });

  it("is as it is told now", async () => {
    await opened();
    await cameBack(stored("kind: Service"));
    expect(text()).toBe("kind: Service");
  });

  it.each([
    ["was refused with 429", refused(429), "Refused with 429."],
    ["was refused with 503", refused(503), "Refused with 503."],
    ["could not be asked", new Error("no route"), "The server cannot be reached: no route"],
  ])("stays where it %s, with the moment at which it was read, until it can be told whether it may be seen", async (_how, answer, why) => {
    await opened();
    await cameBack(answer);
    expect(text()).toBe(`kind: WorkloadGroup as of 1000, ${why}`);
    answers.push(refused(502), refused(403));
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(text()).toBe("kind: WorkloadGroup as of 1000, Refused with 502.");
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(text()).toBe("Refused with 403.");
    expect(answers).toEqual([]);
  });

  it("stays where nobody is signed in any more, and is asked for again once somebody is", async () => {
    await opened();
    await cameBack(refused(401));
    await act(async () => vi.advanceTimersByTimeAsync(60_000));
    expect(text()).toBe("kind: WorkloadGroup as of 1000, Refused with 401.");
    await cameBack(stored("kind: WorkloadGroup"));
    expect(text()).toBe("kind: WorkloadGroup");
  });

  it.each([
    ["nobody is signed in", refused(401), "Refused with 401."],
    ["no server can be reached", new Error("no route"), "The server cannot be reached: no route"],
  ])("is taken away once the viewer is not let in any more, also where then %s", async (_how, answer, why) => {
    await opened();
    page.withdrawals++;
    await cameBack(answer);
    expect(text()).toBe(why);
    await cameBack(stored("kind: WorkloadGroup"));
    expect(text()).toBe("kind: WorkloadGroup");
  });

  it("comes back where it may be seen again", async () => {
    await opened();
    await cameBack(refused(403));
    expect(text()).toBe("Refused with 403.");
    await cameBack(stored("kind: WorkloadGroup"));
    expect(text()).toBe("kind: WorkloadGroup");
  });

  it("is not asked for where it is closed", async () => {
    const { rerender } = await opened();
    rerender(<Open path={null} />);
    await cameBack();
    expect(text()).toBe("waiting");
  });
});

it("what was read is kept where it is read again and that could not be answered", async () => {
  const { rerender } = await opened();
  answers.push(refused(503));
  rerender(<Open round={1} />);
  await settle();
  expect(text()).toBe("kind: WorkloadGroup as of 1000, Refused with 503.");
});

it("what a form begins with is asked for once, however long it stands open", async () => {
  await opened();
  await pass(600_000);
  expect(asked).toBe(1);
});

describe("an object that is read as the viewer and stands open", () => {
  it.each([403, 404])("is withdrawn within ten seconds of a denial with %s that ends no stream, and each denial is asked for once", async (status) => {
    await opened(useRenewedAnswer);
    answers.push(refused(status));
    await pass(10_000);
    expect(text()).toBe(`Refused with ${status}.`);
    await pass(60_000);
    hide(true);
    hide(false);
    await settle();
    expect(asked).toBe(2);
  });

  it("is as it is told now, and what says the same is not drawn again", async () => {
    await opened(useRenewedAnswer);
    const drawn = vi.fn();
    const observer = new MutationObserver(drawn);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    answers.push(stored("kind: WorkloadGroup"), stored("kind: WorkloadGroup"));
    await pass(17_000);
    expect([asked, drawn.mock.calls.length]).toEqual([3, 0]);
    answers.push(stored("kind: Service"));
    await pass(6_000);
    observer.disconnect();
    expect([asked, drawn.mock.calls.length, text()]).toEqual([4, 1, "kind: Service"]);
  });

  it("is not asked for while the page is hidden, and at once when it is visible again", async () => {
    await opened(useRenewedAnswer);
    hide(true);
    await pass(600_000);
    expect(asked).toBe(1);
    answers.push(refused(403));
    hide(false);
    await settle();
    expect([asked, text()]).toEqual([2, "Refused with 403."]);
  });

  it("stays with the moment at which it was read last where it cannot be read again, until it can", async () => {
    await opened(useRenewedAnswer);
    answers.push(stored("kind: WorkloadGroup"), refused(503), new Error("no route"), stored("kind: WorkloadGroup"));
    await pass(6_000);
    await pass(6_000);
    expect(text()).toBe("kind: WorkloadGroup as of 7000, Refused with 503.");
    await pass(6_000);
    expect(text()).toBe("kind: WorkloadGroup as of 7000, The server cannot be reached: no route");
    await pass(6_000);
    expect(text()).toBe("kind: WorkloadGroup");
  });

  it("is asked for by one request at a time: where no answer comes, that is told, and it is asked for again", async () => {
    await opened(useRenewedAnswer);
    answers.push(new Promise(() => undefined), refused(403));
    await pass(6_000);
    hide(false);
    await pass(2_000);
    expect([asked, text()]).toEqual([2, "kind: WorkloadGroup"]);
    await pass(1_000);
    expect(text()).toBe("kind: WorkloadGroup as of 1000, The server has not answered within 3 s.");
    await pass(6_000);
    expect([asked, text()]).toEqual([3, "Refused with 403."]);
  });

  it("is not asked for once it is closed", async () => {
    const { rerender } = await opened(useRenewedAnswer);
    rerender(<Open path={null} ask={useRenewedAnswer} />);
    await pass(60_000);
    hide(false);
    expect(asked).toBe(1);
  });
});

it("a first request that a busy server refused is repeated every 5 s, and a denied one is not", async () => {
  answers.push(refused(503), refused(503), stored("kind: WorkloadGroup"));
  render(<Open />);
  await settle();
  expect(screen.getByText("Refused with 503.")).toBeDefined();
  await act(async () => vi.advanceTimersByTimeAsync(5_000));
  await act(async () => vi.advanceTimersByTimeAsync(5_000));
  expect([asked, screen.getByText("kind: WorkloadGroup")]).toEqual([3, expect.anything()]);
  answers.push(refused(403));
  render(<Open path="/api/other" />);
  await settle();
  await act(async () => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toBe(4);
});
