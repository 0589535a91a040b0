import type { BundleDefaults, BundleFormEdits } from "@/lib/contract/answers/bundle";
import { tokenLifetimeChoices } from "@/lib/domain/bundle/credentials";
import { isSameValue } from "@/lib/domain/edit/field-changes";
import { type BundleDraft, draftOf } from "./bundle-draft";

/** What of a form was typed: all that is not as it would begin. `readFor`: the revision that was read instead of the group's, undefined = the group's. */
export function typedOf(draft: BundleDraft, start: BundleDefaults, group: string, readFor: string | undefined): BundleFormEdits {
  const { gateway: began, ...fresh } = draftOf(start, group);
  const { gateway, ...fields } = draft;
  const way = changed(gateway, began);
  return { ...(readFor !== undefined && { readFor }), ...changed(fields, fresh), ...(Object.keys(way).length > 0 && { gateway: way }) };
}

/** The form with what was typed over what was read. A life of the token that the rules do not allow any more is not taken. */
export function draftWith(start: BundleDefaults, group: string, { readFor: _, gateway = {}, minutes, ...fields }: BundleFormEdits): BundleDraft {
  const fresh = draftOf(start, group);
  const isAllowed = minutes !== undefined && tokenLifetimeChoices(start.rails.kind === "known" ? start.rails.rails.maxTokenSeconds : null).includes(minutes);
  return { ...over(fresh, fields), gateway: over(fresh.gateway, gateway), minutes: isAllowed ? minutes : fresh.minutes };
}

type PartOf<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

function changed<T extends object>(now: T, before: T): PartOf<T> {
  const began = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSameValue(value, began.get(key)))) as PartOf<T>;
}

function over<T extends object>(whole: T, part: PartOf<T>): T {
  return { ...whole, ...Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) };
}
