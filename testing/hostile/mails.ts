const length = 250_000; // the parsed part of a mail
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

const head = 'From: anna@example.org\nTo: antwort@example.org\nMIME-Version: 1.0';
const mail = (headers: string, body: string) => `${head}\n${headers}\n\n${body}`;
const text = (body: string, more = '') => mail(`Content-Type: text/plain; charset=utf-8${more}`, body);
const html = (body: string) => mail('Content-Type: text/html; charset=utf-8', body);
const fromDaemon = (body: string) => `From: mailer-daemon@x\nTo: antwort@example.org\n\n${body}`;

const fillers = {
  bounce: ['-', '{', '<'],
  page: ['<', '&', '_', '=', ' '],
  text: ['\n', '> \n', '{', '\t', '>', '1 ', 'STOP ', '\r', '\u00a0', 'ja, '],
};

const nested = (depth: number) =>
  lines(depth, (n) => `Content-Type: multipart/mixed; boundary="b${n}"\n\n--b${n}`) +
  '\nContent-Type: text/plain\n\nja';

/** Mails that are expensive to read, by peculiarity. */
export const hostileMails: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fillers.bounce.map((piece) => [`bounce of ${JSON.stringify(piece)}`, fromDaemon(fill(piece))])),
  ...Object.fromEntries(fillers.page.map((piece) => [`page of ${JSON.stringify(piece)}`, html(fill(piece))])),
  ...Object.fromEntries(fillers.text.map((piece) => [`text of ${JSON.stringify(piece)}`, text(fill(piece))])),
  'failed recipients in a header': `From: anna@x\nX-Failed-Recipients: a@b\nTo: antwort@example.org\n\n${fill('-')}`,
  'parts within parts': `${head}\n${nested(2_000)}`,
  'mails within mails': `${head}\n${lines(2_000, () => 'Content-Type: message/rfc822\n')}\nja`,
  'ten thousand parts': mail('Content-Type: multipart/mixed; boundary=b', fill('--b\n\nx\n')),
  'a boundary of dashes': mail('Content-Type: multipart/mixed; boundary="--"', fill('----\n')),
  'an empty boundary': mail('Content-Type: multipart/mixed; boundary=""', fill('--\n\n')),
  'a boundary in twenty thousand pieces': mail(
    `Content-Type: multipart/mixed;\n${lines(8_000, (n) => ` boundary*${n}=b;`)}`,
    fill('--b\n'),
  ),
  'twenty thousand parameters': mail(`Content-Type: text/plain;\n${lines(15_000, (n) => ` p${n}="x";`)}`, 'ja'),
  'an endless subject': mail(`Subject: ${fill('=?utf-8?Q?=3D?= ')}`, 'ja'),
  'a subject that never ends its word': mail(`Subject: ${fill('=?utf-8?B?')}`, 'ja'),
  'a header folded a hundred thousand times': mail(`Subject: x\n${fill(' \n ')}x`, 'ja'),
  'ten thousand headers': mail(
    lines(12_000, (n) => `X-${n}: y`),
    'ja',
  ),
  'ten thousand recipients': mail(`Cc: ${lines(9_000, (n) => ` "A, B" <a${n}@example.org>,`)}`, 'ja'),
  'groups of recipients': mail(`Cc: ${fill('g:a@b,;')}`, 'ja'),
  'comments within comments': `From: ${fill('(')}\nTo: antwort@example.org\n\nja`,
  'quotes in the sender': `From: ${fill('"\\')} <a@b>\nTo: antwort@example.org\n\nja`,
  'twenty thousand references': mail(`References: ${fill('<a@b> ')}`, 'ja'),
  'a long Message-ID': mail(`Message-ID: <${fill('a')}@b>`, 'ja'),
  'base64 without an end': mail('Content-Transfer-Encoding: base64', fill('=QUJD')),
  'base64 of blanks': mail('Content-Transfer-Encoding: base64', fill(' \n')),
  'quoted-printable without an end': mail('Content-Transfer-Encoding: quoted-printable', fill('=\n')),
  'quoted-printable of equals signs': mail('Content-Transfer-Encoding: quoted-printable', fill('=3D=')),
  'a character set of ten thousand letters': mail(`Content-Type: text/plain; charset=${'x'.repeat(10_000)}`, fill('ä')),
  'UTF-7': mail('Content-Type: text/plain; charset=utf-7', fill('+AG8-')),
  'ISO-2022-JP that switches at each letter': mail(
    'Content-Type: text/plain; charset=iso-2022-jp',
    fill('\u001b$B!!\u001b(B'),
  ),
  'UTF-16 by name': mail('Content-Type: text/plain; charset=utf-16le', fill('a\0')),
  zeros: text(fill('\0')),
  'elements within elements': html(fill('<div>')),
  'quotes within quotes': html(fill('<blockquote>')),
  'tables within tables': html(fill('<table><tr><td>')),
  'comments without an end': html(fill('<!--')),
  'attributes without an end': html(fill('<a href="')),
  'styles without an end': html(fill('<style>')),
  'signs in numbers': html(fill('&#x41;&#65')),
  'a report of twenty thousand fields': mail(
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    `--b\nContent-Type: message/delivery-status\n\n${fill('Action: failed\n')}\n--b--`,
  ),
  'a report of ten thousand recipients': mail(
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    `--b\nContent-Type: message/delivery-status\n\n${fill('\nFinal-Recipient: rfc822; a@b\nStatus: 5.1.1\n')}\n--b--`,
  ),
  'a signed mail of endless lengths': mail(
    'Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64',
    Buffer.alloc(180_000, Buffer.from([0x30, 0x80])).toString('base64'),
  ),
  'a signed mail that is larger than itself': mail(
    'Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64',
    Buffer.alloc(180_000, Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])).toString('base64'),
  ),
  'a calendar as reply': mail('Content-Type: text/calendar; method=REPLY', fill('RRULE:FREQ=SECONDLY\n')),
  'quotes of programs': text(fill('Am Sa., 21. Nov. 2026 um 03:40 schrieb X <a@b>:\n')),
  'headers of programs': text(fill('Von: a\nGesendet: b\nAn: c\nBetreff: d\n')),
  signatures: text(fill('-- \nGesendet von meinem iPhone\n')),
};
