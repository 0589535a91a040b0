import type { z } from "zod/mini";

/** What a kept text says, in a shape; null = nothing is kept, or somebody else wrote something under our key that has not the shape. */
export function readKept<Kept>(shape: z.ZodMiniType<Kept>, stored: string | null): Kept | null {
  try {
    const read = shape.safeParse(JSON.parse(stored ?? "null"));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
