import assert from 'node:assert/strict';
import test from 'node:test';
import { displayOf } from './display.ts';

const german = { country: 'DE', language: 'de' };
const text = (fieldType: string, valueStr: string | null, valueInt: number | null = null, options: unknown = null) =>
  displayOf({ fieldType, options: options as never }, { valueStr, valueInt }, german);

test('shows numbers nationally for this country, internationally for others, odd ones unchanged', () => {
  assert.equal(text('phone_mobile', '+491713920001'), '0171 3920001');
  assert.equal(text('phone', '+496990009101'), '069 90009101');
  assert.equal(text('phone', '+431234567'), '+43 1 234567');
  assert.equal(text('phone', 'Pforte 100'), 'Pforte 100');
});

test('shows choices, switches, numbers and days in words', () => {
  assert.equal(text('boolean', null, 1), 'Ja');
  assert.equal(text('boolean', null, 0), 'Nein');
  assert.equal(text('select', null, 2, [{ value: 2, label: 'Nachtdienst' }]), 'Nachtdienst');
  assert.equal(text('select', null, 3, [{ value: 2, label: 'Nachtdienst' }]), '3');
  assert.equal(text('number', null, 12_500), '12.500');
  assert.equal(text('date', '2026-11-21'), '21.11.2026');
  assert.equal(text('text', null), '');
});
