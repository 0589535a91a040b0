import type { CertificateNames } from "@/lib/domain/bundle/credentials";
import { listOf } from "./text/lists";
import { oneOrMany } from "./text/numbers";
import { sentence } from "./text/sentence";

/** By which names besides its own a machine may ask for istiod, and where that was read. */
export function certificateNamesWords({ names, source }: CertificateNames): string {
  const from = sentence(source);
  if (names === null)
    return `Not known. ${from} A machine that asks for istiod by a name which its certificate lacks refuses it. Ask whoever runs the mesh for the value of ISTIOD_CUSTOM_HOST.`;
  if (names.length === 0) return `Its own alone: a machine that asks for istiod by another name, such as that of a gateway, refuses it. ${from}`;
  return `${listOf(names)}, besides its own: a machine may ask for istiod by ${oneOrMany(names.length, "this name", "these names")}. ${from}`;
}

/** The choice that machines ask for istiod by the gateway's name. `has`: does its certificate have it? Null = not known. */
export function customHostWords(has: boolean | null): string {
  const asked = "Ask for istiod by this name";
  if (has === true) return `${asked}: its certificate has it (ISTIOD_CUSTOM_HOST)`;
  if (has === false) return `${asked}: its certificate lacks it, until ISTIOD_CUSTOM_HOST of istiod has it`;
  return `${asked}: istiod needs ISTIOD_CUSTOM_HOST with it, and whether it has is not known`;
}

/** Of files by which machines ask for istiod by a name that its certificate lacks. */
export function lacksNameWords({ name, source }: { readonly name: string; readonly source: string }): string {
  return `istiod's certificate does not have ${name}, so that machines refuse it until ISTIOD_CUSTOM_HOST has it. ${sentence(source)}`;
}
