import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatAmount, parseAmount, share } from './money.ts';
import { priceFor, priceTable } from './prices.ts';

test('amounts are exact decimals, not binary fractions', () => {
  assert.equal(formatAmount(parseAmount('0.1')! + parseAmount('0,2')!), '0.3');
  assert.deepEqual(
    ['0.075', '12', '0,0001', '10.50'].map((text) => formatAmount(parseAmount(text)!)),
    [...['0.075', '12', '0.0001', '10.5']],
  );
  for (const text of ['', '-1', '1.23456', '1.', '.5', '1e3', 'x', '0x1']) assert.equal(parseAmount(text), null, text);
  assert.equal(formatAmount(share(parseAmount('1')!, 3)), '0.3333');
  assert.equal(formatAmount(share(parseAmount('2')!, 3)), '0.6667');
  assert.equal(formatAmount(share(0n, 0)), '0');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (amount) => {
      assert.equal(parseAmount(formatAmount(amount)), amount);
    }),
  );
});

test('the longest prefix decides; a line without one covers the rest; skips unreadable lines', () => {
  const table = priceTable({ prices: '+49 0.075\n+4915=0.08; +43: 0,1\n# note\n* 0.5\n+44 cheap', currency: 'CHF' });
  const price = (number: string) => formatAmount(priceFor(table, number));
  assert.deepEqual(['+4930123', '+49151234', '+43664', '+33123'].map(price), ['0.075', '0.08', '0.1', '0.5']);
  assert.equal(table.currency, 'CHF');
  for (const settings of [null, {}, { prices: 7 }, { prices: '', currency: 'euro' }]) {
    const none = priceTable(settings);
    assert.equal(priceFor(none, '+49'), 0n);
    assert.equal(none.currency, 'EUR');
  }
});
