import assert from 'node:assert/strict';
import test from 'node:test';
import { settings } from '#shared/settings.ts';
import { currentValue, inputOf, sameValue } from './setting-value.ts';

const picture = { id: '/api/v2/files/3', contentUrl: '/files/abc' };

test('a setting that was never stored is an empty text or no picture', () => {
  assert.equal(currentValue(settings.system_name, undefined), '');
  assert.equal(currentValue(settings.system_logo, undefined), null);
});

test('only what a reader would call different is a change', () => {
  assert.ok(sameValue('Klinikum', ' Klinikum '));
  assert.ok(!sameValue('Klinikum', ''));
  assert.ok(sameValue(picture, { ...picture }));
  assert.ok(!sameValue(picture, null));
  assert.ok(!sameValue(picture, { ...picture, id: '/api/v2/files/4' }));
});

test('a picture is sent by its id, a removed one as null', () => {
  assert.deepEqual(inputOf(picture), { valueStr: null, valueBlob: picture.id });
  assert.deepEqual(inputOf(null), { valueStr: null, valueBlob: null });
  assert.deepEqual(inputOf(''), { valueStr: '', valueBlob: null });
});
