import assert from 'node:assert/strict';
import test from 'node:test';
import { hasGlyph } from './glyphs.ts';
import { printable } from './printable.ts';

test('prints only characters of the font and no boxes', async (t) => {
  const kinds: [text: string, printed: string][] = [
    ['Mu\u0308ller in A\u0308rzte', 'Müller in Ärzte'],
    ['Haus 3 → Sammelplatz', 'Haus 3 -> Sammelplatz'],
    ['10\u202f% fehlen ✓', '10\u00a0% fehlen [x]'],
    ['☎ 112', 'Tel. 112'],
    ['⚠\ufe0f Achtung', '(!) Achtung'],
    ['\u2460 m², ﬁx', '1 m², ﬁx'],
    ['Übersetzer: محمد', 'Übersetzer: [U+0645 U+062D U+0645 U+062F]'],
    ['🔥 Brand', '[U+1F525] Brand'],
    ['A\u0000\u0007B\u000bC\tD\r\nE', 'AB C D\nE'],
    ['Łódź Ωμέγα Привет “” – … €', 'Łódź Ωμέγα Привет “” – … €'],
  ];
  for (const [text, printed] of kinds) {
    await t.test(text, () => {
      assert.equal(printable(text), printed);
      assert.ok([...printable(text)].every((sign) => sign === '\n' || hasGlyph(sign)));
    });
  }
});
