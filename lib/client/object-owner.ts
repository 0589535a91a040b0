import { parse } from "yaml";
import type { ObjectYaml } from "@/lib/contract/answers/answers";
import { type ManagingTool, managingToolOf } from "@/lib/domain/new-group/managing-tool";
import { fieldValue } from "@/lib/domain/preview/values";

/** The tool that keeps an object as it was read, by its marks and by who wrote its fields; null = none is known to. */
export function ownerOfRead({ yaml, managedFields }: Pick<ObjectYaml, "yaml" | "managedFields">): ManagingTool | null {
  const managers = fieldValue(managedFields === "" ? {} : parse(managedFields), "managedFields");
  return managingToolOf(fieldValue(parse(yaml), "metadata"), managers);
}
