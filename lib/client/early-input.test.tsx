import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, type ReactElement, useEffect, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordEarlyInput } from "./early-input";
import { ReplayEarlyInput } from "./replay-early-input";

let handled: unknown[];
let root: Root | undefined;
beforeEach(() => {
  handled = [];
});
afterEach(() => {
  act(() => root?.unmount());
  window.earlyInput?.stop();
});

/** Shows the server's HTML with its script, and returns the function that hydrates it. */
function served(page: ReactElement): () => Promise<void> {
  const main = document.body.appendChild(document.createElement("main"));
  const whole = (
    <>
      {page}
      <ReplayEarlyInput />
    </>
  );
  main.innerHTML = renderToString(whole);
  recordEarlyInput();
  return () =>
    act(async () => {
      root = hydrateRoot(main, whole);
    });
}

/** State that React shows again in each field after hydration, as all pages do. */
function useRefreshed<T>(initial: T) {
  const [value, setValue] = useState(initial);
  const [, refresh] = useState(0);
  useEffect(() => refresh(1), []);
  const handle = (next: T) => {
    handled.push(next);
    setValue(next);
  };
  return [value, handle] as const;
}

function TextForm({ shown = "" }) {
  const [text, handle] = useRefreshed(shown);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    handled.push({ submitted: text });
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="text" value={text} onChange={({ target }) => handle(target.value)} />
      <button type="submit">Send</button>
    </form>
  );
}

function Area({ shown = "" }) {
  const [text, handle] = useRefreshed(shown);
  return <textarea aria-label="area" value={text} onChange={({ target }) => handle(target.value)} />;
}

function Choice() {
  const [chosen, handle] = useRefreshed("a");
  return (
    <select aria-label="choice" value={chosen} onChange={({ target }) => handle(target.value)}>
      <option>a</option>
      <option>b</option>
    </select>
  );
}

function Check() {
  const [isOn, handle] = useRefreshed(false);
  return <input aria-label="check" type="checkbox" checked={isOn} onChange={() => handle(!isOn)} />;
}

function Radios() {
  const [chosen, handle] = useRefreshed("a");
  return ["a", "b", "c"].map((value) => (
    <input key={value} aria-label={value} type="radio" name="radios" checked={value === chosen} onChange={() => handle(value)} />
  ));
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe("a change from before hydration", () => {
  it("reaches the handler of a text field, whose text and caret stay", async () => {
    const hydrate = served(<TextForm shown="ab" />);
    await userEvent.type(field("text"), "x", { initialSelectionStart: 1, initialSelectionEnd: 1 });
    await hydrate();
    expect(handled).toEqual(["axb"]);
    expect([field("text").value, field("text").selectionStart]).toEqual(["axb", 2]);
  });

  it("reaches the handler when the user empties a field", async () => {
    const hydrate = served(<TextForm shown="ab" />);
    await userEvent.clear(field("text"));
    await hydrate();
    expect(handled).toEqual([""]);
    expect(field("text").value).toBe("");
  });

  it("reaches the handler of a text area", async () => {
    const hydrate = served(<Area shown="kind: A" />);
    await userEvent.type(field("area"), "B");
    await hydrate();
    expect(handled).toEqual(["kind: AB"]);
    expect(field("area").value).toBe("kind: AB");
  });

  it("reaches the handler of a select", async () => {
    const hydrate = served(<Choice />);
    await userEvent.selectOptions(field("choice"), "b");
    await hydrate();
    expect(handled).toEqual(["b"]);
    expect(field("choice").value).toBe("b");
  });

  it("reaches the handler of a checkbox", async () => {
    const hydrate = served(<Check />);
    await userEvent.click(field("check"));
    await hydrate();
    expect(handled).toEqual([true]);
    expect(field("check").checked).toBe(true);
  });

  it("reaches the handlers of radio buttons, the last one last", async () => {
    const hydrate = served(<Radios />);
    for (const label of ["b", "c", "b"]) await userEvent.click(field(label));
    await hydrate();
    expect(handled.at(-1)).toBe("b");
    expect(["a", "b", "c"].map((label) => field(label).checked)).toEqual([false, true, false]);
  });

  it("is not replayed when the user took it back", async () => {
    const hydrate = served(
      <>
        <TextForm />
        <Choice />
        <Check />
      </>,
    );
    await userEvent.type(field("text"), "x{Backspace}");
    for (const option of ["b", "a"]) await userEvent.selectOptions(field("choice"), option);
    await userEvent.dblClick(field("check"));
    await hydrate();
    expect(handled).toEqual([]);
  });
});

describe("a submit from before hydration", () => {
  it("reaches the handler after the text", async () => {
    const hydrate = served(<TextForm />);
    await userEvent.type(field("text"), "lab");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await hydrate();
    expect(handled).toEqual(["lab", { submitted: "lab" }]);
  });

  it("is left to the browser when the form has an address", async () => {
    served(
      <form action="/audit">
        <button type="submit">Send</button>
      </form>,
    );
    const isSent = document.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
    expect([isSent, window.earlyInput?.submit]).toEqual([true, null]);
  });
});

it("leaves changes after hydration to React", async () => {
  await served(<TextForm />)();
  await userEvent.type(field("text"), "a");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(handled).toEqual(["a", { submitted: "a" }]);
  expect(window.earlyInput).toBeUndefined();
});
