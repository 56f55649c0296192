import assert from 'node:assert/strict';
import test from 'node:test';
import { passwordStrength } from './password-rule.ts';

test('twelve characters are enough for any number of bytes', () => {
  assert.equal(passwordStrength(''), 'empty');
  assert.equal(passwordStrength('elf Zeichen'), 'short');
  assert.equal(passwordStrength('zwölf Zeiche'), 'good');
  assert.equal(passwordStrength('𝒜𝒜𝒜𝒜𝒜𝒜'), 'short');
});

test('few different characters are weak, a long sentence is strong', () => {
  assert.equal(passwordStrength('aaaaaaaaaaaaaaaaaaaa'), 'weak');
  assert.equal(passwordStrength('Der Kaffee ist immer kalt'), 'strong');
});
