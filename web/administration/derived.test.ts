import assert from 'node:assert/strict';
import test from 'node:test';
import { entities } from '#shared/administration/entities.ts';
import { icons } from '#web/ui/icons.ts';

test('the icon of every entity is in the set', () => {
  for (const { icon } of entities) assert.ok(icon in icons, icon);
});
