import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";

describe("a line of CSV", () => {
  it.each([
    [["a", 1, true, null], "a,1,true,\r\n"],
    [['say "no"', "a,b", "two\nlines", "cr\rhere"], '"say ""no""","a,b","two\nlines","cr\rhere"\r\n'],
    [["=1+1", "+49", "-x", "@cmd", "\tx", "\rx"], "'=1+1,'+49,'-x,'@cmd,'\tx,\"'\rx\"\r\n"],
    [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
    [[" =1+1", "\u00a0+49", "\u3000-x", "\u200b@cmd", "\ufeff=1", "\u202e=1"], "' =1+1,'\u00a0+49,'\u3000-x,'\u200b@cmd,'\ufeff=1,'\u202e=1\r\n"],
    [["\n=1", "\r\n=1", " \n\t @cmd"], '"\'\n=1","\'\r\n=1","\' \n\t @cmd"\r\n'],
    [["＝1+1", "＋49", "－x", "＠cmd", " ＝1"], "'＝1+1,'＋49,'－x,'＠cmd,' ＝1\r\n"],
    [["\0=1", "\u001b=1"], "'\0=1,'\u001b=1\r\n"],
    [[" a=b", "\nb", "x ＝ y"], ' a=b,"\nb",x ＝ y\r\n'],
    [["a=b", "1-2", -3], "a=b,1-2,-3\r\n"],
    [[], "\r\n"],
  ])("%# can be opened without running anything", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});
