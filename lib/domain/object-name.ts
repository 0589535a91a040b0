export const LONGEST_OBJECT_NAME = 253;
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Can an object or a namespace have this name? At most 253 lower-case letters, digits, dots and dashes, a letter or digit at both ends. */
export function isObjectName(text: string): boolean {
  return NAME.test(text) && !text.includes("..");
}
