import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Text, withSaidLines, withSaidSince } from '#shared/said-lines.ts';
import { beginEdit, decide, fail, hear, isSame, isTyped, markStored, send, type } from './text-edit.ts';

const said = (text: Text, place: boolean): Text => ({ ...text, content: withSaidLines(text, { place }) });
const text = (content: string): Text => ({ title: 'Alarm', content });

test('an earlier own text that arrives late is no change', () => {
  let edit = type(beginEdit(text('A')), { content: 'B' });
  edit = markStored(send(edit), text('B'));
  edit = markStored(send(type(edit, { content: 'C' })), text('C'));
  for (const late of ['B', 'A', 'C']) edit = hear(edit, text(late));
  assert.equal(edit.typed.content, 'C');
  assert.equal(edit.theirs, null);
});

test('detects that a colleague restored an earlier text after a refused change', () => {
  let edit = markStored(send(type(beginEdit(text('A')), { content: 'B' })), text('B'));
  edit = hear(edit, text('A'));
  edit = fail(send(type(edit, { content: 'C' })));
  edit = hear(edit, text('A'));
  assert.deepEqual(edit.theirs, text('A'));
  assert.equal(decide(edit, true).typed.content, 'A');
});

test('detects that a colleague restored an earlier text once the newer one arrived', () => {
  const edit = markStored(send(type(beginEdit(text('A')), { content: 'B' })), text('B'));
  const back = hear(hear(edit, text('B')), text('A'));
  assert.equal(back.typed.content, 'A');
  assert.deepEqual(hear(type(hear(edit, text('B')), { content: 'C' }), text('A')).theirs, text('A'));
});

test('a text stored despite a lost answer is no change of a colleague, for any order of details', () => {
  const edit = fail(send(type(beginEdit(text('A')), { content: 'B' })));
  const stored = text(withSaidLines(said(text('B'), true), { description: true }));
  assert.equal(hear(edit, stored).theirs, null);
});

test('a text stored despite a lost answer is no change of a colleague', () => {
  const edit = type(fail(send(type(beginEdit(text('A')), { content: 'B' }))), { content: 'B and more' });
  const heard = hear(edit, said(text('B'), true));
  assert.equal(heard.theirs, null);
  assert.deepEqual(heard.typed, said(text('B and more'), true));
});

test('keeps text typed during saving, with the lines added by others', () => {
  const sent = type(send(type(beginEdit(text('A')), { content: 'B' })), { content: 'B, then C' });
  const edit = markStored(sent, said(text('B'), true));
  assert.deepEqual(edit.typed, said(text('B, then C'), true));
  assert.ok(isTyped(edit));
});

test('any edits of two people in any order discard no text without a question', () => {
  const words = fc.constantFrom('Anfang', 'Eingang Nord.', 'Eingang Süd.');
  // sometimes text is stored, received and restored
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('type' as const), words }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('colleague' as const), words }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const), by: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('say' as const), place: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('send' as const, 'answer' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('hear' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), of: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), theirs: fc.boolean() }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const states = [text('Anfang')];
      const stored = () => states.at(-1)!;
      let edit = beginEdit(stored());
      let onItsWay: { typed: Text; base: Text } | null = null;
      let place = false;
      let unseen: Text | null = null; // of a colleague, not seen here
      const saw = () => {
        // the program adds lines for details, which no one has to read
        if (unseen && (withSaidSince(edit.base, edit.base, stored()) || edit.theirs)) unseen = null;
      };
      let hasCaughtUp = true; // the page received its last stored text
      const listen = (news: Text) => {
        edit = hear(edit, news);
        if (isSame(edit.base, news)) hasCaughtUp = true; // it received the text that it took over
      };
      // like the server under its lock
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
        if (one.do === 'back') {
          unseen = states.at(-1 - one.by) ?? states[0]!;
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
          if (answer && !isSame(edit.base, answer)) hasCaughtUp = false;
          edit = answer && one.do === 'answer' ? markStored(edit, answer) : fail(edit);
          onItsWay = null;
        }
        if (one.do === 'hear') {
          listen(stored());
          const isRead = hasCaughtUp && !onItsWay && !isTyped(edit) && !edit.theirs;
          if (isRead) assert.deepEqual(edit.typed, stored());
        }
        if (one.do === 'late') listen(states[one.of % states.length]!);
        if (one.do === 'decide') edit = decide(edit, one.theirs);
        saw();
      }
      // in the end, the last text is on the page, someone is asked, or the text can be stored
      if (onItsWay) {
        const answer = reach();
        if (answer) hasCaughtUp = false;
        edit = answer ? markStored(edit, answer) : fail(edit);
      }
      listen(stored());
      if (isTyped(edit) || edit.theirs) return;
      if (hasCaughtUp || !edit.earlier.some((earlier) => isSame(earlier, stored())))
        return assert.deepEqual(edit.typed, stored());
      // a restored text looks like a late one, so the server refuses it
      if (withSaidSince(edit.base, edit.base, stored())) return;
      edit = hear(fail(send(type(edit, { content: 'Noch etwas' }))), stored());
      assert.deepEqual(edit.theirs, stored());
    }),
    { numRuns: 2000 },
  );
});
