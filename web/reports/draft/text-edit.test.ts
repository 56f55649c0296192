import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Text, withSaidLines, withSaidSince } from '#shared/said-lines.ts';
import { beginEdit, decide, fail, hear, isSame, isTyped, keep, send, type } from './text-edit.ts';

const said = (text: Text, place: boolean): Text => ({ ...text, content: withSaidLines(text, { place }) });
const text = (content: string): Text => ({ title: 'Alarm', content });

test('a text that was stored before the newest is no news when it is heard late', () => {
  let edit = type(beginEdit(text('A')), { content: 'B' });
  edit = keep(send(edit), text('B'));
  edit = keep(send(type(edit, { content: 'C' })), text('C'));
  for (const late of ['B', 'A', 'C']) edit = hear(edit, text(late));
  assert.equal(edit.typed.content, 'C');
  assert.equal(edit.theirs, null);
});

test('a colleague who took a text back to an earlier one is heard once a change of it was refused', () => {
  let edit = keep(send(type(beginEdit(text('A')), { content: 'B' })), text('B'));
  edit = hear(edit, text('A'));
  edit = fail(send(type(edit, { content: 'C' })));
  edit = hear(edit, text('A'));
  assert.deepEqual(edit.theirs, text('A'));
  assert.equal(decide(edit, true).typed.content, 'A');
});

test('what was stored although its answer was lost is no change of somebody else', () => {
  const edit = type(fail(send(type(beginEdit(text('A')), { content: 'B' }))), { content: 'B and more' });
  const heard = hear(edit, said(text('B'), true));
  assert.equal(heard.theirs, null);
  assert.deepEqual(heard.typed, said(text('B and more'), true));
});

test('what is typed while a text is on its way stays, with the lines that came in meanwhile', () => {
  const sent = type(send(type(beginEdit(text('A')), { content: 'B' })), { content: 'B, then C' });
  const edit = keep(sent, said(text('B'), true));
  assert.deepEqual(edit.typed, said(text('B, then C'), true));
  assert.ok(isTyped(edit));
});

test('whatever two people do and whenever each hears of it, nobody’s words are passed over unasked', () => {
  const words = fc.constantFrom('Kommen Sie.', 'Eingang Nord.', 'Eingang Süd.', 'Sofort.');
  const step = fc.oneof(
    fc.record({ do: fc.constant('type' as const), words }),
    fc.record({ do: fc.constant('colleague' as const), words }),
    fc.record({ do: fc.constant('say' as const), place: fc.boolean() }),
    fc.record({ do: fc.constantFrom('send' as const, 'answer' as const, 'lose' as const, 'hear' as const) }),
    fc.record({ do: fc.constant('late' as const), of: fc.nat(20) }),
    fc.record({ do: fc.constant('decide' as const), theirs: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const states = [text('Anfang')];
      const stored = () => states.at(-1)!;
      let edit = beginEdit(stored());
      let onItsWay: { typed: Text; base: Text } | null = null;
      let place = false;
      let unseen: Text | null = null; // of a colleague, and nobody here has seen it
      const saw = () => {
        if (unseen && (isSame(edit.base, stored()) || edit.theirs)) unseen = null;
      };
      // as the server does it, under its lock
      const reach = (): Text | null => {
        const { typed, base } = onItsWay!;
        const merged = withSaidSince(typed, base, stored()) ?? withSaidSince(typed, typed, stored());
        if (merged && !isSame(merged, stored())) {
          assert.equal(unseen, null, 'stored over what was not seen');
          states.push(merged);
        }
        return merged;
      };
      for (const one of steps) {
        if (one.do === 'type') edit = type(edit, { content: said(text(one.words), place).content });
        if (one.do === 'colleague') {
          unseen = said(text(one.words), place);
          states.push(unseen);
        }
        if (one.do === 'say') {
          place = one.place;
          states.push(said(stored(), place));
        }
        if (one.do === 'send' && !onItsWay && !edit.theirs && isTyped(edit)) {
          edit = send(edit);
          onItsWay = { typed: edit.typed, base: edit.base };
        }
        if ((one.do === 'answer' || one.do === 'lose') && onItsWay) {
          const answer = reach();
          edit = answer && one.do === 'answer' ? keep(edit, answer) : fail(edit);
          onItsWay = null;
        }
        if (one.do === 'hear') edit = hear(edit, stored());
        if (one.do === 'late') edit = hear(edit, states[one.of % states.length]!);
        if (one.do === 'decide') edit = decide(edit, one.theirs);
        saw();
      }
      // once all is quiet, the last word is on the page, or somebody is asked, or can store what is typed
      if (onItsWay) {
        const answer = reach();
        edit = answer ? keep(edit, answer) : fail(edit);
      }
      edit = hear(edit, stored());
      if (!isTyped(edit) && !edit.theirs) assert.deepEqual(edit.typed, stored());
    }),
    { numRuns: 2000 },
  );
});
