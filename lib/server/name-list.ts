import * as z from "zod";

/** A setting that lists names, with commas between them: none where it is missing or empty. */
export const nameList = z
  .string()
  .optional()
  .transform((text) =>
    (text ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  );
