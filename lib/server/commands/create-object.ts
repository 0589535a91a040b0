import { COMMAND_INPUTS, type ObjectCommandName } from "@/lib/contract/commands";
import { type Command, declareCommand } from "./command";
import { typedObject } from "./typed-object";

type CreateName = Extract<ObjectCommandName, `create-${string}`>;

interface Created {
  readonly kind: Command["kind"];
  /** As `kind` of the object says it. */
  readonly written: string;
  readonly noun: string;
}

const CREATED: Readonly<Record<CreateName, Created>> = {
  "create-serviceaccount": { kind: "serviceaccounts", written: "ServiceAccount", noun: "service account" },
  "create-workloadgroup": { kind: "workloadgroups", written: "WorkloadGroup", noun: "group" },
  "create-service": { kind: "services", written: "Service", noun: "service" },
  "create-serviceentry": { kind: "serviceentries", written: "ServiceEntry", noun: "service entry" },
};

/** Makes an object as it was typed, where there is none of its name: asked for twice, it is made once. */
export function createObject(name: CreateName): Command {
  const { kind, written, noun } = CREATED[name];
  return declareCommand(COMMAND_INPUTS[name], {
    verb: "create",
    kind,
    subresource: "",
    noun,
    permission: ["create"],
    dryRun: "first",
    isTyped: true,
    precondition: "absent",
    ruled: "object",
    changedFields: () => ["metadata", "spec"],
    bodyOf: ({ text }) => typedObject(text, written),
  });
}
