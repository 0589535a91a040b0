/** What a server refused at one field of a text: the API server, a webhook that it asked, or this server by the rules of the platform team. */
export function fieldCauseWords({ field, message }: { readonly field: string; readonly message: string }): string {
  return `Refused at ${field}: ${message}`;
}
