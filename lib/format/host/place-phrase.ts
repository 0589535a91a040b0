/** A locality as people read it: "no locality" where it is empty. */
export function placePhrase(locality: string): string {
  return locality === "" ? "no locality" : locality;
}
