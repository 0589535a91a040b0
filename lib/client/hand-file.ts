/** Hands a file to the browser, which keeps it where its person keeps downloads. */
export function handFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
