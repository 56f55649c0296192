import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { composeMail } from './mail.ts';
import { isMailAddress, parseMailbox } from './mail-address.ts';

const sender = {
  from: { name: 'Stab', address: 'alarm@example.org' },
  replyTo: null,
  domain: 'example.org',
  signature: null,
};
const outgoing: Outgoing = {
  recipientId: 1,
  generation: 1,
  personId: null,
  to: 'a@example.org',
  key: 'd.1.1.abcdef01',
  subject: 'Brand',
  text: 'Grüße',
  html: '<p>Grüße</p>',
  urgent: false,
  careful: false,
  begin: () => undefined,
};

const headers = async (more: Partial<Outgoing>) => {
  const text = Buffer.from(await composeMail({ ...outgoing, ...more }, sender), 'latin1').toString('utf8');
  return text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
};

test('only one plain address is an address', () => {
  for (const good of ['a@example.org', 'a.b+c@sub.example.org', 'müller@münchen.example', 'x@localhost']) {
    assert.ok(isMailAddress(good), good);
  }
  const bad = ['', 'a', '@example.org', 'a@', 'a@x, b@y', 'Group: a@x;', '"evil@a.example x"@b.example', '<a@x>'];
  const worse = [
    'a@x\r\nRCPT TO:<e@x>',
    'a b@x',
    'a@x y',
    'a@-x',
    `${'a'.repeat(65)}@x`,
    '((((a))))@x',
    'a@x>',
    'a@@x',
  ];
  for (const text of [...bad, ...worse]) assert.ok(!isMailAddress(text), text);
});

test('a sender is a bare address or one with a name', () => {
  assert.deepEqual(parseMailbox('alarm@example.org'), { name: '', address: 'alarm@example.org' });
  const named = { name: 'Stab, Haus B', address: 'alarm@example.org' };
  assert.deepEqual(parseMailbox('"Stab, Haus B" <alarm@example.org>'), named);
  assert.deepEqual(parseMailbox('Stab, Haus B <alarm@example.org>'), named);
  assert.equal(parseMailbox('Stab'), null);
  assert.equal(parseMailbox('Stab <a@x> <b@y>'), null);
});

test('refuses a bad address before composing', async () => {
  await assert.rejects(composeMail({ ...outgoing, to: 'a@x, b@y' }, sender), (error: unknown) => {
    return error instanceof DeliveryError && error.kind === 'permanent' && error.reason === 'address_invalid';
  });
});

test('no subject adds a header', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
      const names = (await headers({ subject: `x\r\nBcc: evil@example.org\r\n\u2028${text}` }))
        .split('\r\n')
        .map((line) => line.split(':')[0]!.toLowerCase());
      assert.ok(!names.includes('bcc'));
      assert.equal(names.filter((name) => name === 'to').length, 1);
    }),
    { numRuns: 60 },
  );
});

test('a mail marks itself as automatic, and an alarm as urgent', async () => {
  const plain = await headers({});
  assert.match(plain, /^Message-ID: <d\.1\.1\.abcdef01@example\.org>$/m);
  assert.match(plain, /^Auto-Submitted: auto-generated$/m);
  assert.match(plain, /multipart\/alternative/);
  assert.doesNotMatch(plain, /Importance/);
  assert.match(await headers({ urgent: true }), /^Importance: high$/m);
});
