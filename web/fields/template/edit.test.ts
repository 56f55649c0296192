import assert from 'node:assert/strict';
import test from 'node:test';
import { situationReportTemplate } from '#shared/default-situation-report-template.ts';
import { readTemplate, type TemplateField } from '#shared/situation-report-template.ts';
import { freshKey, isIncomplete, missingIn, moved, ofKind, replaced, without } from './edit.ts';

const field: TemplateField = { key: 'a', kind: 'choice', label: 'Bewertung', options: ['gut', 'schlecht'] };

test('a template built in the editor is accepted by the server', () => {
  const key = freshKey(situationReportTemplate, 'section');
  const [first] = situationReportTemplate.sections;
  const section = { key, title: 'Wetter', fields: [{ ...field, key: freshKey(situationReportTemplate, 'field') }] };
  const sections = replaced(moved([...situationReportTemplate.sections, section], key, 0), { ...first!, title: 'X' });
  const built = { version: 1, sections: without(sections, 'forecast') } as const;
  assert.deepEqual(readTemplate(built), built);
  assert.deepEqual(
    built.sections.slice(0, 2).map(({ title }) => title),
    ['Wetter', 'X'],
  );
});

test('a field of another kind keeps its key and words and only settings of the new kind', () => {
  assert.deepEqual(ofKind(field, 'text'), { key: 'a', kind: 'text', label: 'Bewertung' });
  assert.deepEqual(ofKind(field, 'table'), { key: 'a', kind: 'table', label: 'Bewertung', columns: [] });
  assert.deepEqual(ofKind(field, 'facts'), { key: 'a', kind: 'facts', label: 'Bewertung', source: 'event' });
});

test('finds missing values before saving', () => {
  assert.deepEqual(missingIn({ ...field, label: ' ', options: [] }), { label: true, entries: true, english: false });
  const english = (optionsEn: string[]) => ({ ...field, optionsEn });
  assert.deepEqual(
    [[], ['good'], ['good', 'bad']].map((texts) => missingIn(english(texts)).english),
    [false, true, false],
  );
  for (const texts of [[], ['good', 'bad']]) {
    const sections = [{ key: 's', title: 'Lage', fields: [english(texts)] }];
    assert.ok(readTemplate({ version: 1, sections }), 'what is not missing is taken');
  }
  const sections = [{ key: 's', title: 'Lage', fields: [english(['good'])] }];
  assert.equal(readTemplate({ version: 1, sections }), null);
  assert.equal(isIncomplete({ key: 's', title: 'Lage', fields: [field] }), false);
  assert.equal(isIncomplete({ key: 's', title: 'Lage', fields: [] }), true);
});
