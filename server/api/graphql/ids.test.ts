import assert from 'node:assert/strict';
import test from 'node:test';
import { idOf, numberOf } from './ids.ts';

test('reads a number or a path of the collection', () => {
  for (const number of [1, 12, 2_147_483_647]) {
    assert.equal(numberOf('people', String(number)), number);
    assert.equal(numberOf('people', idOf('people', number)), number);
  }
});

const odd = [
  ...['0', '-1', 'abc', '1e3', '1.0', ' 1', '', '٣', '2147483648', '99999999999999999999', 'null', "1'--"],
  ...['/api/v2/users/1', '/api/v2/events/1', '/api/v2/', '/api/v2/people/', '/api/v2/people/../users/1'],
];

for (const id of odd)
  test(`refuses ${JSON.stringify(id)}`, () => {
    assert.throws(() => numberOf('people', id), { message: 'error_invalid_id' });
  });
