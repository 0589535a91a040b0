/** Which dialog a key asks for; null where it asks for none or belongs to somebody else: a field, an open dialog, the browser. */
export function shortcutOf(event: KeyboardEvent): "palette" | "commands" | "help" | null {
  if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return null;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") return "palette";
  if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return null;
  return KEYS.get(event.key) ?? null;
}

const KEYS: ReadonlyMap<string, "palette" | "commands" | "help"> = new Map([
  ["/", "palette"],
  [":", "commands"],
  ["?", "help"],
]);

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=menu], [role=listbox]") !== null;
}
