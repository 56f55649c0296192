import assert from 'node:assert/strict';
import test from 'node:test';
import { Refusal } from '#server/platform/errors.ts';
import { capXml } from '#testing/incoming-messages.ts';
import { readAlertGroup } from './read-alerts.ts';
import { readCapMessage } from './read-cap.ts';
import { readPlainXml, XmlFault } from './read-xml.ts';

const read = (text: string) => readCapMessage(Buffer.from(text), 'de');
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.key;
    if (error instanceof XmlFault) return error.kind;
    throw error;
  }
  return 'read';
};

test('reads a CAP message with prefixes, comments, CDATA and numeric characters', () => {
  const plain = read(capXml({ id: 'a', headline: 'Sturm &#x1F32A; <![CDATA[<b> & mehr]]>' }));
  assert.partialDeepStrictEqual(plain, {
    identifier: 'a',
    sender: 'warner@example.org',
    type: 'Alert',
    severity: 'Severe',
    title: 'Sturm 🌪 <b> & mehr',
    text: 'Böen & Regen\n\nAltstadt',
    references: [],
  });
  const prefixed = capXml({ id: 'a' })
    .replaceAll(/<(\/?)(\w)/g, '<$1cap:$2')
    .replace('xmlns=', 'xmlns:cap=')
    .replace('<cap:info>', '<!-- < & > --><cap:info>');
  assert.equal(read(prefixed).title, 'Sturm a');
  const latin = Buffer.from(capXml({ id: 'ü' }).replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.equal(readCapMessage(latin, 'de').identifier, 'ü');
});

test('refuses a document type, unknown entities, wrong nesting and depth, each with one reason', () => {
  const doctype = '<!DOCTYPE alert [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>';
  assert.equal(
    refusal(() => read(capXml({ id: '1' }).replace('<alert', `${doctype}<alert`))),
    'error_incoming_doctype',
  );
  assert.equal(
    refusal(() => read(bomb)),
    'error_incoming_doctype',
  );
  assert.equal(
    refusal(() => read(capXml({ id: '1', headline: '&x;' }))),
    'error_incoming_xml',
  );
  assert.equal(
    refusal(() => read(capXml({ id: '1' }).replace('</info>', ''))),
    'error_incoming_xml',
  );
  assert.equal(
    refusal(() => readCapMessage(Buffer.from([0x3c, 0xff, 0xfe]), 'de')),
    'error_incoming_xml',
  );
  for (const text of [
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a b=c/>',
    '<a',
    '<!-- <a/>',
    '<a>&</a>',
    '<a/>x',
    '</a>',
  ])
    assert.equal(
      refusal(() => readPlainXml(text)),
      'malformed',
      text,
    );
  assert.equal(
    refusal(() => readPlainXml('<a>'.repeat(300_000) + '</a>'.repeat(300_000))),
    'malformed',
  );
  assert.equal(
    refusal(() => readPlainXml(`<a>${'<b/>'.repeat(60_000)}</a>`)),
    'malformed',
  );
});

test('refuses XML that is no complete CAP 1.2 message, and names the elements', () => {
  const faults = (text: string) => {
    try {
      read(text);
    } catch (error) {
      return (error as Refusal).extensions['fields'];
    }
    return null;
  };
  assert.equal(
    refusal(() => read('<html xmlns="http://www.w3.org/1999/xhtml"/>')),
    'error_incoming_cap',
  );
  assert.equal(
    refusal(() => read(capXml({ id: '1', namespace: 'urn:oasis:names:tc:emergency:cap:1.1' }))),
    'error_incoming_cap',
  );
  assert.deepEqual(faults(capXml({ id: '', sent: 'gestern', status: 'Real' })), {
    identifier: 'error_required',
    status: 'error_unknown_choice',
    sent: 'error_invalid_date',
  });
  assert.deepEqual(faults(capXml({ id: '1', type: 'Update' })), { references: 'error_required' });
  const wrong = capXml({ id: '1', type: 'Update', references: ['0'] }).replace('warner@example.org,0,', 'x,');
  assert.deepEqual(faults(wrong), { references: 'error_incoming_references' });
});

test('reads alerts of a monitoring with any content and refuses other JSON', () => {
  const [alert] = readAlertGroup({ alerts: [{ status: 'firing', labels: { a: 1, alertname: 'x\0y' } }] }).alerts;
  assert.deepEqual([alert!.name, alert!.startsAt, alert!.isFiring], ['xy', null, true]);
  for (const given of [
    null,
    1,
    'x',
    [],
    {},
    { alerts: 1 },
    { alerts: [null] },
    { alerts: [{ status: 'x', labels: {} }] },
  ])
    assert.equal(
      refusal(() => readAlertGroup(given)),
      'error_incoming_alerts',
    );
  const many = Array.from({ length: 5_001 }, () => ({ status: 'firing', labels: {} }));
  assert.equal(
    refusal(() => readAlertGroup({ alerts: many })),
    'error_incoming_many',
  );
});
