import { RULES } from "@/lib/domain/findings/rules";
import type { AnyRule } from "./finding";

/** The rules about what maps draw: places, networks, replicas and clusters. There are few of these, whatever the fleet, so that a map may ask for them. */
export const MAP_RULES: readonly AnyRule[] = RULES.filter(({ subject }) => subject !== "entry" && subject !== "group" && subject !== "host");
