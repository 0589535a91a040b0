export type DialogName = "palette" | "commands" | "namespaces" | "help" | "time";

/** Returns the dialog that a key opens. Null if no dialog uses it, or while a text field or another dialog has the focus. */
export function dialogForKey(event: KeyboardEvent): DialogName | null {
  if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return null;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") return "palette";
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return null;
  return KEYS.get(event.key) ?? null;
}

const KEYS: ReadonlyMap<string, DialogName> = new Map([
  ["/", "palette"],
  [":", "commands"],
  ["?", "help"],
  ["t", "time"],
]);

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=menu], [role=listbox]") !== null;
}
