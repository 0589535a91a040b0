import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";

describe("a line of CSV", () => {
  it.each([
    [["a", 1, true, null], "a,1,true,\r\n"],
    [['say "no"', "a,b", "two\nlines", "cr\rhere"], '"say ""no""","a,b",two‹U+000A›lines,cr‹U+000D›here\r\n'],
    [["=1+1", "+49", "-x", "@cmd", "\t=x", "\r=x"], "'=1+1,'+49,'-x,'@cmd,'‹U+0009›=x,'‹U+000D›=x\r\n"],
    [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
    [[" =1+1", "\u00a0+49", "\u3000-x"], "' =1+1,'\u00a0+49,'\u3000-x\r\n"],
    [["\u200b@cmd", "\ufeff=1", "\u202e=1"], "'‹U+200B›@cmd,'‹U+FEFF›=1,'‹U+202E›=1\r\n"],
    [["\n=1", "\r\n=1", " \n\t @cmd"], "'‹U+000A›=1,'‹U+000D›‹U+000A›=1,' ‹U+000A›‹U+0009› @cmd\r\n"],
    [["＝1+1", "＋49", "－x", "＠cmd", " ＝1"], "'＝1+1,'＋49,'－x,'＠cmd,' ＝1\r\n"],
    [["a;=1", 'a; "+49', "a;\u00a0;-x", "＠;@cmd", "a;b", "a;\t=1"], `a;'=1,"a; ""'+49",a;\u00a0;'-x,'＠;'@cmd,a;b,a;‹U+0009›=1\r\n`],
    [["\0=1", "\u001b=1"], "'‹U+0000›=1,'‹U+001B›=1\r\n"],
    [[" a=b", "\nb", "x ＝ y"], " a=b,‹U+000A›b,x ＝ y\r\n"],
    [["a=b", "1-2", -3], "a=b,1-2,-3\r\n"],
    [[], "\r\n"],
  ])("%# can be opened without running anything", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});
