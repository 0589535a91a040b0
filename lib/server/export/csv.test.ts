import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";

describe("a line of CSV", () => {
  it.each([
    [["a", 1, true, null], "a,1,true,\r\n"],
    [['say "no"', "a,b", "two\nlines", "cr\rhere"], '"say ""no""","a,b","two\nlines","cr\rhere"\r\n'],
    [["=1+1", "+49", "-x", "@cmd", "\tx", "\rx"], "'=1+1,'+49,'-x,'@cmd,'\tx,\"'\rx\"\r\n"],
    [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
    [["a=b", "1-2", -3], "a=b,1-2,-3\r\n"],
    [[], "\r\n"],
  ])("%# can be opened without running anything", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});
