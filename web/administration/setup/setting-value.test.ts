import assert from 'node:assert/strict';
import test from 'node:test';
import { settings } from '#shared/settings.ts';
import { currentValue, inputOf, sameValue } from './setting-value.ts';

const picture = { id: '/api/v2/files/3', contentUrl: '/files/abc' };

test('a setting without a stored value is an empty text or no picture', () => {
  assert.equal(currentValue(settings.system_name, undefined), '');
  assert.equal(currentValue(settings.system_logo, undefined), null);
});

test('a picture is stored by its id', () => {
  const stored = { valueKey: 'system_logo', valueStr: null, valueBlob: picture };
  assert.equal(currentValue(settings.system_logo, stored), picture.id);
});

test('only a visible difference is a change', () => {
  assert.ok(sameValue('Klinikum', ' Klinikum '));
  assert.ok(!sameValue('Klinikum', ''));
  assert.ok(sameValue(picture.id, picture.id));
  assert.ok(!sameValue(picture.id, null));
  assert.ok(!sameValue(picture.id, '/api/v2/files/4'));
});

test('a picture is sent by its id, a removed one as null', () => {
  const { system_logo: logo, system_name: name } = settings;
  assert.deepEqual(inputOf(logo, picture.id), { valueStr: null, valueBlob: picture.id });
  assert.deepEqual(inputOf(logo, null), { valueStr: null, valueBlob: null });
  assert.deepEqual(inputOf(name, ''), { valueStr: '', valueBlob: null });
});
