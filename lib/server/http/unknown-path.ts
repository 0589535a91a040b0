import { Refusal } from "./problem";

/** What every address below /api says that nothing answers, and every route that does not exist for whoever asks: one answer, byte for byte. */
export function unknownPath(): never {
  throw new Refusal(404, "No such address", "Nothing answers at this address.");
}
