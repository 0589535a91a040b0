import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import type { SettingValues } from "@/lib/server/settings";

/** A display for everybody who passes by: which namespaces it shows. */
export interface KioskConfig {
  readonly kind: "kiosk";
  readonly namespaces: readonly string[];
}

type KioskSet = Pick<SettingValues, "STOLOS_KIOSK_NAMESPACES" | "STOLOS_READ_ONLY" | "STOLOS_VISIBLE_NAMESPACES">;

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
  if (!readOnly) yield "STOLOS_READ_ONLY is false, and a kiosk writes nothing: leave it unset";
  const hidden = visible === null ? [] : shown.filter((name) => !visible.includes(name));
  if (hidden.length > 0) yield `STOLOS_KIOSK_NAMESPACES names ${hidden.join(", ")}, which STOLOS_VISIBLE_NAMESPACES leaves out`;
}
