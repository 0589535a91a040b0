import { access } from "node:fs/promises";

/** Whether a file is there and may be seen. */
export async function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
