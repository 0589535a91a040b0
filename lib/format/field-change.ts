import { FIELD_CODES, type FieldChange, type FieldCode } from "@/lib/domain/history/object-changes";

const FIELDS: Readonly<Record<FieldCode, string>> = {
  unreadable: "unreadable",
  "health-checks": "health checks",
  "registration-group": "registered in group",
  owner: "owner",
  "managed-by": "managed by",
  "marked-for-deletion": "marked for deletion",
};

/** Returns a changed field with its old and new value on one line: "spec.network: vpc-1 → vpc-2". The values are texts of other programs. */
export function fieldChangeText({ field, from, to }: FieldChange): string {
  const code = FIELD_CODES.find((one) => one === field);
  const name = code === undefined ? field : FIELDS[code];
  return code === "marked-for-deletion" ? name : `${textOnOneLine(name)}: ${fieldValueText(from)} → ${fieldValueText(to)}`;
}

/** A key with an empty value differs from a missing key. */
function fieldValueText(value: string | null): string {
  if (value === null) return "(none)";
  return value === "" ? '""' : textOnOneLine(value);
}

/** Returns a text with its line breaks as spaces. */
export function textOnOneLine(text: string): string {
  return text.replaceAll("\n", " ");
}
