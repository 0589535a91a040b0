"use client";

import { createContext, useContext } from "react";

/** The group of a row of a list, for what the page puts into each row. */
export interface RowPlace {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

const Place = createContext<RowPlace | null>(null);

/** Tells what is within a row of which group it is. */
export const RowPlaceProvider = Place.Provider;

/** The group of the row around; null outside of any. */
export function useRowPlace(): RowPlace | null {
  return useContext(Place);
}
