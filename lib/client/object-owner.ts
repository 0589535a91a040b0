import { parse } from "yaml";
import type { ObjectYaml } from "@/lib/contract/answers/answers";
import { type OwnerMark, ownerMark } from "@/lib/domain/new-group/owner-mark";
import { fieldOf } from "@/lib/domain/preview/values";

/** The tool that keeps an object as it was read, by its marks and by who wrote its fields; null = none is known to. */
export function ownerOfRead({ yaml, managedFields }: Pick<ObjectYaml, "yaml" | "managedFields">): OwnerMark | null {
  const managers = fieldOf(managedFields === "" ? {} : parse(managedFields), "managedFields");
  return ownerMark(fieldOf(parse(yaml), "metadata"), managers);
}
