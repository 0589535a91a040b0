type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface EarlyChange {
  /** Checkboxes and radio buttons have true or false. */
  readonly value: string | boolean;
  /** The position of the caret; null = the field has none. */
  readonly caret: number | null;
}

/** Input from before hydration. React attaches its listeners at hydration, shows the server's values again, and ignores what the user typed. */
interface EarlyInput {
  /** The last change of each field, in order. */
  readonly changes: Map<Field, EarlyChange>;
  /** The last submit of a form that only a script handles. */
  submit: { readonly form: HTMLFormElement; readonly submitter: HTMLElement | null } | null;
  /** React has attached its listeners and handles changes from now on. */
  isHydrated: boolean;
  stop(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
    /** The last button that was pressed in a section with `data-early-taps`: its code may load after hydration. */
    earlyTap?: HTMLButtonElement | null;
  }
}

/** Records input until `replayEarlyInput`. It runs as a script in the HTML (`earlyInputScript`), so it uses nothing outside of itself. */
export function recordEarlyInput(): void {
  const onInput = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
    if (!isField) return;
    early.changes.delete(target);
    if (early.isHydrated) return;
    const isBox = target.type === "checkbox" || target.type === "radio";
    const value = isBox ? (target as HTMLInputElement).checked : target.value;
    early.changes.set(target, { value, caret: "selectionEnd" in target ? target.selectionEnd : null });
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    // The browser itself sends a form with an address.
    if (!(form instanceof HTMLFormElement) || form.hasAttribute("action")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.submit = { form, submitter: event.submitter };
  };
  const early: EarlyInput = {
    changes: new Map(),
    submit: null,
    isHydrated: false,
    stop: () => {
      document.removeEventListener("input", onInput, true);
      document.removeEventListener("submit", onSubmit, true);
    },
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("submit", onSubmit, true);
  window.earlyInput = early;
}

/** Records taps in sections with `data-early-taps`. It runs in the HTML, as `recordEarlyInput`. */
export function recordEarlyTaps(): void {
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element) window.earlyTap = target.closest<HTMLButtonElement>("[data-early-taps] button");
  };
  document.addEventListener("click", onClick, true);
}

/** The text of the script that records input. Server only: the browser has another build of the functions. */
export const earlyInputScript = () => `(${recordEarlyInput})();(${recordEarlyTaps})()`;

/** Sends the recorded input to React's handlers, as if the user had typed now: first the fields, then the submit. */
export function replayEarlyInput(): void {
  const early = window.earlyInput;
  if (early === undefined) return;
  early.stop();
  delete window.earlyInput;
  for (const [field, change] of early.changes) {
    if (field.isConnected) replay(field, change);
  }
  const { form, submitter = null } = early.submit ?? {};
  if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
}

/** Presses the button of a section that was pressed before the section had its handlers. */
export function replayEarlyTap(section: HTMLElement | null): void {
  const { earlyTap: button } = window;
  window.earlyTap = null;
  if (button?.isConnected && section?.contains(button)) button.click();
}

function replay(field: Field, { value, caret }: EarlyChange): void {
  if (field instanceof HTMLSelectElement) replayChoice(field, String(value));
  else if (typeof value === "string") replayText(field, value, caret);
  else if (field instanceof HTMLInputElement) replayCheck(field, value);
}

function replayChoice(select: HTMLSelectElement, value: string): void {
  const options = [...select.options];
  const before = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  if (before?.value === value || !options.some((option) => option.value === value)) return;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** React handles a click only if `checked` differs from the value that a script set last. */
function replayCheck(box: HTMLInputElement, isChecked: boolean): void {
  if (box.type === "checkbox" && isChecked === box.defaultChecked) return;
  box.checked = !isChecked;
  box.click();
}

/** React handles an input event only if `value` differs from the value that a script set last. It does not see the setter of the prototype. */
function replayText(field: HTMLInputElement | HTMLTextAreaElement, value: string, caret: number | null): void {
  if (value === field.defaultValue) return;
  const { selectionStart, selectionEnd } = field.value === value ? field : { selectionStart: caret, selectionEnd: caret };
  field.value = `${value} `;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  if (selectionStart !== null && document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
