"use client";

interface FindingSinceProps {
  /** The id of the finding. */
  readonly id: string;
  readonly cluster: string;
}

/** Since when a finding is there, as the record knows it. */
export function FindingSince(_props: FindingSinceProps) {
  return null;
}
