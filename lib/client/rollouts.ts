"use client";

import { RolloutsAnswer } from "@/lib/contract/answers/rollouts";
import { type Place, type Remembered, useRemembered } from "./remembered";

/** Rollouts of istiod, and what became of the machines in one of them (by its id, "" = the newest), or since a baseline (as the address spells it). */
export function useRollouts(place: Place, asked: { readonly rollout: string; readonly baseline: string | null }): Remembered<RolloutsAnswer> {
  return useRemembered("rollouts", RolloutsAnswer, { ...place, ...asked }, {});
}
