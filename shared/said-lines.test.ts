import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fillPlaceholders } from './placeholders.ts';
import { type SaidAloud, withSaidLines, withSaidSince } from './said-lines.ts';

const both = { place: true, description: true };
const neither = { place: false, description: false };
const saying = (content: string, said: SaidAloud) => withSaidLines({ title: 'Alarm', content }, said);

test('incident details are below the first line, and only once', () => {
  const text = 'Bitte kommen Sie.\nAntworten Sie gleich.';
  const said = saying(text, both);
  assert.equal(said, 'Bitte kommen Sie.\n{{ event.place }}\n{{ event.description }}\nAntworten Sie gleich.');
  assert.equal(saying(said, both), said);
  assert.equal(saying(said, neither), text);
});

test('a text with its own details stays unchanged', () => {
  const text = 'Brand: {{ event.location }}.\n{{event.description}} Kommen Sie.';
  assert.equal(saying(text, both), text);
  const general = '{{ event.description }}\nKommen Sie.';
  assert.equal(saying(general, neither), general);
});

test('details in the title need no line', () => {
  const text = 'Bitte kommen Sie.';
  assert.equal(
    withSaidLines({ title: 'Brand: {{ event.place }}', content: text }, both),
    'Bitte kommen Sie.\n{{ event.description }}',
  );
});

test('a text with markup gets paragraphs', () => {
  const text = '<p>Bitte kommen Sie.</p><p>Sofort.</p>';
  const said = saying(text, { place: false, description: true });
  assert.equal(said, '<p>Bitte kommen Sie.</p><p>{{ event.description }}</p><p>Sofort.</p>');
  assert.equal(saying(said, neither), text);
});

test('any text receives the details, and removing them restores it', () => {
  const part = fc.constantFrom(
    'Kommen Sie',
    '<p>Jetzt</p>',
    '\n',
    '{{ event.location }}',
    '{{ now }}',
    ' & ',
    '<b>x</b>',
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join('');
      const said = saying(text, both);
      const values = { 'event.place': 'Parkhaus', 'event.location': 'Parkhaus', 'event.description': 'Rauch' };
      const arrives = fillPlaceholders(said, values);
      assert.ok(arrives.includes('Parkhaus') && arrives.includes('Rauch'), arrives);
      assert.equal(saying(said, neither), text);
    }),
  );
});

test('merges details of other users into an edited text in any order of adding and removing', () => {
  const step = fc.record({ of: fc.constantFrom('place' as const, 'description' as const), is: fc.boolean() });
  const before = fc.constantFrom('Kommen Sie.', 'Kommen Sie.\nSofort.', '<p>Kommen Sie.</p><p>Sofort.</p>');
  const first: Parameters<typeof fc.assert>[1] = {
    examples: [
      [
        [
          { of: 'place', is: true },
          { of: 'description', is: true },
        ],
        'Kommen Sie.',
      ],
      [
        [
          { of: 'description', is: true },
          { of: 'place', is: true },
        ],
        'Kommen Sie.',
      ],
    ],
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), before, (steps, content) => {
      const read = { title: 'Alarm', content };
      const now = steps.reduce<string>((text, { of, is }) => saying(text, { [of]: is }), content);
      const stored = { title: 'Alarm', content: now };
      const typed = { title: 'Alarm', content: content.replace('Kommen', 'Bitte kommen') };
      const merged = withSaidSince(typed, read, stored);
      for (const name of ['event.place', 'event.description'])
        assert.equal(merged?.content.includes(name), now.includes(name));
      assert.equal(merged && saying(merged.content, neither), typed.content);
      assert.deepEqual(withSaidSince(read, read, stored), stored);
      assert.equal(withSaidSince(typed, read, { ...stored, content: `${now} Eingang Nord.` }), null);
    }),
    first,
  );
});
