import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import type { Outgoing } from '#server/channels/channel.ts';
import { verifyDkim } from '#testing/dkim.ts';
import { openComposer } from './compose.ts';
import { composeMail } from './mail.ts';
import type { Mailbox } from './mail-address.ts';

const common = { from: { name: 'Krisenstab Süd', address: 'alarm@example.org' }, domain: 'example.org' };
const unsigned = { ...common, signature: null };

const awkward = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '\n.\n',
    '\r\n',
    '\n',
    '\r',
    ' ',
    '\t',
    '=',
    '=3D',
    'From ',
    'ß',
    'Übung',
    '🚒',
    '👩‍🚒',
    '\ud83d',
    '—',
    '\0',
  ),
  fc.constantFrom(
    'x'.repeat(80),
    `${'Wort '.repeat(40)}`,
    'ü'.repeat(60),
    '日本語'.repeat(20),
    'https://example.org/a/?b=c&d=e',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const body = fc.array(awkward, { minLength: 1, maxLength: 25 }).map((parts) => `${parts.join('')}.`);
const address = fc
  .tuple(
    fc.constantFrom('person', 'Max.Muster', 'a+b', "o'neill", 'x_y-z', 'müller', '{a}', 'n'.repeat(60)),
    fc.constantFrom('example.org', 'Example.ORG', 'münchen.example', 'localhost', `${'sub.'.repeat(20)}example.org`),
  )
  .map(([local, domain]) => `${local}@${domain}`);
const replyTo = fc.option(
  fc.record<Mailbox>({ name: fc.constantFrom('', 'Stab', 'Stab, „Süd“ und noch ein langer Name dazu'), address }),
);
const mail = fc.record({
  to: address,
  subject: fc.array(awkward, { maxLength: 8 }).map((parts) => parts.join('')),
  text: body,
  html: fc.option(body.map((text) => `<p>${text}</p>`)),
  urgent: fc.boolean(),
  key: fc.nat().map((n) => `d.${n}.1.abcdef01`),
  files: fc.boolean(),
  unsubscribe: fc.constantFrom<string | undefined>(
    undefined,
    'http://a.example/u/1.aaaaaaaaaaaaaaaaaaaaaa',
    'https://a.example/u/2.bbbbbbbbbbbbbbbbbbbbbb',
    `https://${'long-name.'.repeat(9)}example/u/123456789.cccccccccccccccccccccc`,
  ),
});

const outgoing = ({
  files,
  unsubscribe,
  ...given
}: typeof mail extends fc.Arbitrary<infer M> ? M : never): Outgoing => ({
  ...given,
  recipientId: 1,
  generation: 1,
  personId: null,
  careful: false,
  begin: () => undefined,
  ...(unsubscribe ? { unsubscribe } : {}),
  ...(files
    ? { attachments: [{ name: 'Übersicht.bin', mimeType: 'image/png', content: Buffer.from([0, 255, 46]) }] }
    : {}),
});

/** Returns the mail as mail programs display it, with equal line breaks. */
async function seen(bytes: string) {
  const { text, html, headers, attachments } = await PostalMime.parse(Buffer.from(bytes, 'latin1'));
  const lines = (value: string | undefined) => value?.replace(/\r\n|\r/g, '\n').replace(/\n$/, '');
  const fields = headers
    .filter(({ key }) => key !== 'date')
    .map(({ key, value }) => `${key}: ${key === 'content-type' ? value.replace(/boundary=.*/, '') : value}`);
  return { text: lines(text), html: lines(html), fields, attachments };
}

const parts = (bytes: string) => [...bytes.matchAll(/^Content-Transfer-Encoding: (.*)\r$/gim)].map(([, name]) => name);

test('a filled-in mail equals the one that nodemailer composes as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mail, { minLength: 1, maxLength: 3 }), replyTo, async (mails, answers) => {
      const compose = openComposer(unsigned);
      for (const one of [...mails, { ...mails[0]!, to: 'other@example.org' }, mails[0]!]) {
        const filled = await compose(outgoing(one), answers);
        const whole = await composeMail(outgoing(one), { ...common, replyTo: answers });
        assert.deepEqual(await seen(filled), await seen(whole));
        assert.deepEqual(parts(filled), parts(whole));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: a mail is 7bit
        if (/^[\x00-\x7f]*$/.test(whole)) assert.match(filled, /^[\x00-\x7f]*$/);
        const encoded = filled.split('\r\n');
        assert.ok(encoded.every((line) => line.length <= 998));
        assert.ok(!/\r(?!\n)|(?<!\r)\n/.test(filled));
      }
    }),
    { numRuns: 60 },
  );
});

test('filling in keeps the common part and folds the rest, byte for byte', async () => {
  const compose = openComposer(unsigned);
  const answers = { name: 'Krisenstab des Klinikums Süd', address: 'antwort+d.17.1.abcdef01@example.org' };
  const given = { to: 'a@example.org', subject: `Übung: ${'Brand '.repeat(20)}`, text: 'Kurz.', html: '<p>Kurz.</p>' };
  const one = outgoing({ ...given, urgent: true, key: 'd.17.1.abcdef01', files: false, unsubscribe: undefined });
  const still = (bytes: string) => bytes.replace(/^Date: .*\r$/m, '').replaceAll(/--_NmP-[\da-f]+/g, '--boundary');
  await compose({ ...one, to: 'other@example.org' }, answers);
  assert.equal(still(await compose(one, answers)), still(await composeMail(one, { ...common, replyTo: answers })));
});

test('signs every mail for its content, with an own or a shared body', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  const compose = openComposer({ ...common, signature: { domain: 'example.org', selector: 's1', key } });
  await fc.assert(
    fc.asyncProperty(mail, body, fc.boolean(), async (one, other, same) => {
      for (const text of [one.text, same ? one.text : other]) {
        const signed = await compose(outgoing({ ...one, text }), null);
        assert.deepEqual(verifyDkim(signed, publicKey), { domain: 'example.org', selector: 's1', valid: true });
      }
    }),
    { numRuns: 30 },
  );
});

test('signs the fields of the unsubscribe button, too', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
  const compose = openComposer({ ...common, signature: { domain: 'example.org', selector: 's1', key } });
  const unsubscribe = 'https://alarm.example.org/u/17.abcdefghijklmnopqrstuv';
  const given = {
    to: 'a@example.org',
    subject: 'Hinweis',
    text: 'Kurz.',
    html: '<p>Kurz.</p>',
    urgent: false,
    files: false,
  };
  for (const to of ['a@example.org', 'müller@münchen.example']) {
    const signed = await compose(outgoing({ ...given, to, key: 'd.1.1.abcdef01', unsubscribe }), null);
    assert.match(signed, /^List-Unsubscribe: <https:\/\/alarm\.example\.org\/u\/17\.[\w-]{22}>\r$/m);
    assert.match(signed, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const fields = /\bh=([^;]*);/s.exec(signed)![1]!.replace(/\s+/g, '').toLowerCase().split(':');
    assert.ok(fields.includes('list-unsubscribe') && fields.includes('list-unsubscribe-post'), fields.join());
    assert.equal(verifyDkim(signed, publicKey).valid, true);
    const changed = signed.replace('/u/17.', '/u/18.');
    assert.equal(verifyDkim(changed, publicKey).valid, false);
  }
});
