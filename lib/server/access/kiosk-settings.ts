import { isObjectName } from "@/lib/domain/object-name";
import { nameList } from "@/lib/server/name-list";

/** A display for everybody who passes by: which namespaces it shows. */
export interface KioskConfig {
  readonly kind: "kiosk";
  readonly namespaces: readonly string[];
}

/** The settings of a kiosk, as they stand in the environment. */
export const KIOSK_SETTINGS = { STOLOS_KIOSK_NAMESPACES: nameList } as const;

interface KioskSet {
  readonly STOLOS_KIOSK_NAMESPACES: readonly string[];
  readonly STOLOS_READ_ONLY: string;
  readonly STOLOS_VISIBLE_NAMESPACES: readonly string[];
}

/** What the settings of a kiosk say together. Throws a sentence for each that is missing, unsafe or contradicts another. */
export function kioskConfig(set: KioskSet): KioskConfig {
  const problems = [...problemsOf(set)];
  if (problems.length > 0) throw new Error(problems.join("; "));
  return { kind: "kiosk", namespaces: set.STOLOS_KIOSK_NAMESPACES };
}

function* problemsOf({ STOLOS_KIOSK_NAMESPACES: shown, STOLOS_READ_ONLY: readOnly, STOLOS_VISIBLE_NAMESPACES: visible }: KioskSet): Iterable<string> {
  if (shown.length === 0) yield "STOLOS_KIOSK_NAMESPACES is empty: name the namespaces that everybody who passes by may see";
  for (const name of shown)
    if (!isObjectName(name)) yield `STOLOS_KIOSK_NAMESPACES: ${name} is no name of a namespace, and a kiosk shows none that is not named`;
  if (readOnly === "false") yield "STOLOS_READ_ONLY is false, and a kiosk writes nothing: leave it unset";
  const hidden = visible.length === 0 ? [] : shown.filter((name) => !visible.includes(name));
  if (hidden.length > 0) yield `STOLOS_KIOSK_NAMESPACES names ${hidden.join(", ")}, which STOLOS_VISIBLE_NAMESPACES leaves out`;
}
