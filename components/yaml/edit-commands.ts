import type { ObjectCommandName } from "@/lib/contract/commands";
import type { ResourceWithPage } from "@/lib/contract/url/paths";

/** The command that puts an edited object in the place of the one that was seen. */
export const EDIT_COMMANDS = {
  workloadgroups: "edit-workloadgroup",
  workloadentries: "edit-workloadentry",
  services: "edit-service",
  serviceentries: "edit-serviceentry",
} as const satisfies Record<ResourceWithPage, ObjectCommandName>;
