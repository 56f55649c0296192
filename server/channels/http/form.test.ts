import assert from 'node:assert/strict';
import test from 'node:test';
import type { CallbackRequest } from '#server/channels/received.ts';
import { formOf, toldParameters } from './form.ts';

const text = 'Grüße, für 5 €';
const utf8 = encodeURIComponent(text);
const western = 'Gr%FC%DFe%2c%20f%fcr+5+%80';

test('reads a form in UTF-8 or Windows-1252, escaped or not', () => {
  for (const written of [utf8, western, utf8.replaceAll('%20', '+')]) {
    assert.equal(formOf(`from=%2B49151&text=${written}`).get('text'), text, written);
    assert.equal(formOf(`text=${written}`).get('from'), null);
  }
  const request = (query: string, body: Buffer): CallbackRequest => ({
    method: 'POST',
    url: `https://house.example/hook?${query}`,
    path: '',
    headers: {},
    query: new URLSearchParams(query),
    body,
  });
  const bodies: [query: string, body: Buffer][] = [
    [`text=${western}`, Buffer.from('from=1')],
    ['from=1', Buffer.from(`text=${western}`)],
    ['from=1', Buffer.from(`text=${text}`)],
    ['from=1', Buffer.from('text=Grüße, für 5 \u0080', 'latin1')],
    ['from=1', Buffer.from(`text=${utf8}`)],
    [`text=${utf8}`, Buffer.from('from=1')],
  ];
  for (const [query, body] of bodies)
    assert.deepEqual(Object.fromEntries(toldParameters(request(query, body))), { from: '1', text }, `${query} ${body}`);
  assert.equal(formOf('text=100%25+%zz').get('text'), '100% %zz');
});
