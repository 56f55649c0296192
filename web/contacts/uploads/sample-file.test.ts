import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleFile } from './sample-file.ts';

const targets = [
  { identifier: 'firstName', gives: ['firstName'], name: 'Vorname', nameEn: 'First name' },
  { identifier: 'zip', gives: ['zip'], name: 'Postleitzahl', nameEn: 'Postal code' },
  { identifier: 'shift', gives: ['shift'], name: 'Schicht; Dienst', nameEn: null },
  { identifier: 'fullName', gives: ['firstName', 'lastName'], name: 'Ganzer Name', nameEn: 'Full name' },
];
const types = [
  { identifier: 'zip', fieldType: 'text', options: null },
  { identifier: 'shift', fieldType: 'select', options: [{ value: 1, label: 'Früh', labelEn: 'Early' }] },
];

test('the sample file has the headers of its language and keeps leading zeros and separators', () => {
  assert.equal(
    sampleFile(targets, types, 'de'),
    '\uFEFFVorname;Postleitzahl;"Schicht; Dienst"\r\nErika;01067;Früh\r\n',
  );
  assert.equal(
    sampleFile(targets, types, 'en'),
    '\uFEFFFirst name,Postal code,"Schicht; Dienst"\r\nErika,01067,Early\r\n',
  );
});
