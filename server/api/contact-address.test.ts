import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { maskAddress } from '#shared/addresses.ts';
import { emailAddress } from '#shared/email-address.ts';
import { phoneAddress } from './contact-address.ts';

test('accepts only one plain e-mail address', () => {
  const refused = [
    'a@x, b@y',
    'a@x.de, b@y.de',
    'a@x.de;b@y.de',
    'Group: a@x.de;',
    '"evil@a.tld x"@b.tld',
    'a@x.de\r\nRCPT TO:<e@x.de>',
    'a@x.de\nBcc: e@x.de',
    `${'a'.repeat(300)}@x.de`,
    '(((((((((((((a@x.de',
    'a@x.de(comment)',
    'a b@x.de',
    '.a@x.de',
    'a..b@x.de',
    'a@x',
    'a@-x.de',
    'a@x..de',
    'a@[127.0.0.1]',
    'a@x.de\0',
    '@x.de',
    'a@',
    'a',
    '',
  ];
  for (const text of refused) assert.equal(emailAddress(text), null, JSON.stringify(text));
});

test('spellings of one e-mail address have one normal form', () => {
  assert.equal(emailAddress('<a@x.de>')?.target, 'a@x.de');
  assert.deepEqual(emailAddress(' Max.Muster+x@Klinik.Example '), {
    target: 'Max.Muster+x@klinik.example',
    norm: 'max.muster+x@klinik.example',
  });
  assert.equal(emailAddress('leitung@Müller-Klinik.de')?.norm, 'leitung@xn--mller-klinik-dlb.de');
  assert.equal(emailAddress("o'hara@x.co.uk")?.target, "o'hara@x.co.uk");
});

test('telephone numbers become E.164; numbers that bill the caller are refused', () => {
  for (const text of ['0151 1000 0005', '+49 151 10000005', '0049151-10000005', '+4915110000005'])
    assert.equal(phoneAddress(text, 'DE')?.norm, '+4915110000005', text);
  assert.equal(phoneAddress('0664 1234567', 'AT')?.norm, '+436641234567');
  assert.equal(phoneAddress('0151 1000 0005', 'nowhere')?.norm, '+4915110000005');
  for (const text of ['0900 1234567', '+979123456789', '112', 'Telefon', '', '+49', '+0151'])
    assert.equal(phoneAddress(text, 'DE'), null, text);
});

test('no text makes an address that could be read as two or breaks a header', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
      const address = emailAddress(text);
      if (address) assert.match(address.target, /^[^\s,;:<>()[\]"\\@]+@[a-z0-9.-]+$/i);
      const phone = phoneAddress(text, 'DE');
      if (phone) assert.match(phone.norm, /^\+[1-9]\d{6,14}$/);
    }),
  );
});

test('a masked address shows neither name nor number', () => {
  assert.equal(maskAddress('max.muster@klinik.example'), 'm•••@klinik.example');
  assert.equal(maskAddress('+4915110000005'), '+49•••05');
  assert.equal(maskAddress('112'), '•••');
});
