import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Brought, readMail } from './read-mail.ts';

const key = 'd.12.1.abcdef01';
const own = `antwort+${key}@example.org`;
const at = new Date('2026-11-22T03:00:00Z');
const read = (lines: readonly string[]): Promise<Brought> => readMail(Buffer.from(lines.join('\r\n')), at);

/** A report in parts, as programs send it. */
const report = (to: string, status: readonly string[], returned = ['Subject: Alarm'], type = 'text/rfc822-headers') => [
  'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
  `To: ${to}`,
  'Subject: Undelivered Mail Returned to Sender',
  'Auto-Submitted: auto-replied',
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status; boundary="=_B"',
  '',
  '--=_B',
  'Content-Type: text/plain; charset=us-ascii',
  '',
  'I am sorry to have to inform you that your message could not be delivered.',
  '--=_B',
  'Content-Type: message/delivery-status',
  '',
  ...status,
  '',
  '--=_B',
  `Content-Type: ${type}`,
  '',
  ...returned,
  '--=_B--',
];
const group = (...fields: string[]) => [
  'Reporting-MTA: dns; mx.example.net',
  '',
  'Final-Recipient: rfc822; a@b.example',
  ...fields,
];

test('reads reports in the words of RFC 3464, as mail servers write them', async () => {
  const table: [string, string[], string][] = [
    [
      'Postfix',
      group('Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 <a@b.example>: User unknown'),
      'failed address_unknown',
    ],
    [
      'Postfix, given up after days',
      group('Action: failed', 'Status: 4.4.1', 'Diagnostic-Code: X-Postfix; connect timed out'),
      'failed undelivered',
    ],
    [
      'Postfix, over quota for days',
      group('Action: failed', 'Status: 4.2.2', 'Diagnostic-Code: smtp; 452 4.2.2 over quota'),
      'failed mailbox_full',
    ],
    ['Postfix, still trying', group('Action: delayed', 'Status: 4.4.1', 'Will-Retry-Until: Mon, 23 Nov 2026'), ''],
    ['Postfix, success', group('Action: delivered', 'Status: 2.0.0'), 'delivered'],
    ['Postfix, handed on to one that reports nothing', group('Action: relayed', 'Status: 2.0.0'), ''],
    [
      'Exchange',
      group(
        'Action: failed',
        'Status: 5.1.10',
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
      ),
      'failed address_unknown',
    ],
    [
      'Exchange, full',
      group('Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver'),
      'failed mailbox_full',
    ],
    [
      'Exchange, blocked by rule',
      group('Action: failed', 'Status: 5.7.1', 'Diagnostic-Code: smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage'),
      'failed message_rejected',
    ],
    [
      'Exim',
      group(
        'Action: failed',
        'Status: 5.0.0',
        'Remote-MTA: dns; mx.b.example',
        'Diagnostic-Code: smtp; 550-5.1.1 no such',
        '  user here',
      ),
      'failed address_unknown',
    ],
    ['Exim, no route', group('Action: failed', 'Status: 5.0.0'), 'failed undelivered'],
    [
      'too large',
      group('Action: failed', 'Status: 5.3.4', 'Diagnostic-Code: smtp; 552 5.3.4 size'),
      'failed message_too_large',
    ],
    ['a word nobody knows', group('Action: pondering', 'Status: 5.1.1'), ''],
    ['without an action', group('Status: 5.1.1'), 'failed address_unknown'],
    ['without an action, for now', group('Status: 4.1.1'), ''],
  ];
  for (const [name, status, expected] of table) {
    const { receipts, replies } = await read(report(own, status));
    assert.deepEqual(replies, [], name);
    assert.equal(receipts.map((r) => [r.status, r.reason].filter(Boolean).join(' ')).join(), expected, name);
    for (const receipt of receipts) assert.deepEqual([receipt.externalId, receipt.at], [key, at]);
  }
});

test('finds the message by the address, by the data sent to the server, or by the returned mail', async () => {
  const failed = group('Action: failed', 'Status: 5.1.1');
  const found = async (lines: string[]) => (await read(lines)).receipts[0]?.externalId ?? null;
  assert.equal(await found(report('alarm@example.org', [`Original-Envelope-Id: ${key}`, ...failed])), key);
  assert.equal(await found(report('alarm@example.org', failed, [`Message-ID: <${key}@example.org>`])), key);
  const whole = [`Message-ID: <${key}@example.org>`, '', 'Bitte kommen Sie.'];
  assert.equal(await found(report('alarm@example.org', failed, whole, 'message/rfc822')), key);
  assert.equal(await found(report(own.toUpperCase(), failed)), key, 'servers may write addresses in capitals');
  const received = report('undisclosed-recipients:;', failed);
  assert.equal(await found([`Delivered-To: ${own}`, ...received]), key);
  assert.equal(await found(report('alarm@example.org', failed)), null, 'a report on nothing of ours says nothing');
  assert.equal(await found(report(`antwort+x${key}9@example.org`, failed)), null);
});

test('reads reports in words', async () => {
  const plain = (from: string, subject: string, text: string[], headers: string[] = []) => [
    `From: ${from}`,
    `To: ${own}`,
    `Subject: ${subject}`,
    ...headers,
    '',
    ...text,
  ];
  const exim = 'Mail Delivery System <Mailer-Daemon@mx.example.net>';
  const table: [string, string[], string][] = [
    [
      'Exim before 4.8x',
      plain(
        exim,
        'Mail delivery failed: returning message to sender',
        [
          'This is a permanent error. The following address(es) failed:',
          '',
          '  a@b.example',
          '    SMTP error: 550 5.1.1 User unknown',
          '',
          '------ This is a copy of the message ------',
          'Version 5.7.1',
        ],
        ['X-Failed-Recipients: a@b.example'],
      ),
      'failed address_unknown',
    ],
    [
      'Exim, still trying',
      plain(exim, 'Warning: message 1xyz-00 delayed 24 hours', ['No action is required on your part.']),
      '',
    ],
    [
      'qmail',
      plain('MAILER-DAEMON@b.example', 'failure notice', [
        'Hi. This is the qmail-send program at b.example.',
        '<a@b.example>:',
        'Sorry, no mailbox here by that name. (#5.1.1)',
        '',
        '--- Below this line is a copy of the message.',
      ]),
      'failed address_unknown',
    ],
    [
      'full, in German',
      plain('postmaster@b.example', 'Nicht zustellbar: Alarm', ['Das Postfach ist voll: 552 5.2.2']),
      'failed mailbox_full',
    ],
    [
      'a provider under a name of its own',
      plain(
        'Administrator <admin@isp.example>',
        'Mail System Error - Returned Mail',
        ['550 no such user'],
        ['Return-Path: <>'],
      ),
      'failed undelivered',
    ],
    [
      'Notes',
      plain('Notes Router <router@notes.example>', 'DELIVERY FAILURE: User anna not listed in Domino Directory', [
        'Your message was not delivered to: a@b.example because: User anna not listed in Domino Directory',
      ]),
      'failed undelivered',
    ],
    ['without any code', plain('MAILER-DAEMON@b.example', 'Returned mail', ['User unknown']), 'failed undelivered'],
    [
      'temporary',
      plain('MAILER-DAEMON@b.example', 'Problem', ['451 4.7.1 Greylisted', 'IP 5.1.1.77, Postfix 3.5.1']),
      '',
    ],
  ];
  for (const [name, lines, expected] of table) {
    const { receipts, replies } = await read(lines);
    assert.deepEqual(replies, [], name);
    assert.equal(receipts.map((r) => `${r.status} ${r.reason}`).join(), expected, name);
  }
});

test('ignores our own mail quoted in a report', async () => {
  const titles = [
    'Wasserrohrbruch Nordstadt',
    'Dienstbeginn verzögert sich',
    'Storm warning for tonight',
    'Warning: flood',
    'Delayed start of shift',
    'Zustellung verzögert: Medikamente',
    '4.2.1 Stromausfall',
  ];
  const heads: [string, string][] = [
    ['Message undeliverable', 'mailer-daemon@mail.bauhof.example'],
    ['Undeliverable: {title}', 'postmaster@mail.bauhof.example'],
    ['Unzustellbar: {title}', 'Systemadministrator <postmaster@mail.bauhof.example>'],
    ['Re: {title}', 'MAILER-DAEMON@mail.bauhof.example'],
  ];
  const bodies: [string, string][] = [
    ['   Subject: {title}\r\n\r\n   a@b.example\r\n   The server said: 550 Unknown user', 'failed undelivered'],
    ['Your message “{title}” could not be delivered.\r\na@b.example: 550 5.1.1 unknown', 'failed address_unknown'],
    ['Could not deliver {title} to a@b.example.\r\n\r\nSubject: {title}', 'failed undelivered'],
    ['a@b.example: unknown\r\n\r\nOriginal message:\r\n\r\n{title}\r\nThe delivery is delayed', 'failed undelivered'],
    ['Subject: {title}\r\nThe message has been delayed, it will be retried.', ''],
    ['Betreff: {title}\r\nDie Nachricht wurde noch nicht zugestellt.', ''],
    ['Subject: {title}\r\nThe server said: 451 try again later', ''],
  ];
  for (const title of titles) {
    for (const [subject, from] of heads) {
      for (const [body, expected] of bodies) {
        const fill = (text: string) => text.replaceAll('{title}', title);
        const plain = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'];
        const lines = [`From: ${from}`, `To: ${own}`, `Subject: ${fill(subject)}`, ...plain, '', fill(body)];
        const { receipts, replies } = await read(lines);
        const name = JSON.stringify([title, subject, body]);
        assert.deepEqual(replies, [], name);
        assert.equal(receipts.map((r) => `${r.status} ${r.reason}`).join(), expected, name);
      }
    }
  }
});

test('a person is not a report, with any address and words', async () => {
  for (const address of ['postmaster@house.example', 'Postmaster Team <postmaster@house.example>']) {
    const lines = [`Return-Path: <postmaster@house.example>`, `From: ${address}`, `To: ${own}`, 'Subject: AW: Delayed'];
    const { receipts, replies } = await read([...lines, '', '1']);
    assert.deepEqual([receipts, replies.map(({ text }) => text)], [[], ['1']]);
  }
  const { replies } = await read([...from, '', 'Die Nachricht an 550 Leute ist unzustellbar: 5.1.1']);
  assert.equal(replies.length, 1);
});

const utf8 = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'];
const from = [
  'From: Anna Beispiel <anna@example.net>',
  `To: ${own}`,
  'Message-ID: <1@example.net>',
  'Subject: AW: Alarm',
];

test('an answer of a program is no answer', async () => {
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated (vacation)',
    'X-Autoreply: yes',
    'X-Autorespond: x',
    'Precedence: auto_reply',
    'Precedence: bulk',
  ]) {
    assert.deepEqual(await read([...from, header, '', '1']), { receipts: [], replies: [] }, header);
  }
  const read_receipt = [
    'Content-Type: multipart/report; report-type=disposition-notification; boundary=B',
    '',
    '--B',
    '',
    'Gelesen',
    '--B--',
  ];
  assert.deepEqual(await read([...from, ...read_receipt]), { receipts: [], replies: [] });
  assert.equal((await read([...from, 'Auto-Submitted: no', '', '1'])).replies.length, 1);
});

const said = async (text: string, headers: string[] = []) =>
  (await read([...from, ...headers, '', text])).replies[0]!.text;

test('keeps only the text that the person wrote in a reply', async () => {
  const table: [string, string, string][] = [
    ['alone', '1', '1'],
    ['several lines', '\nJa, 20 min\n\nIch bringe den Schlüssel mit.', 'Ja, 20 min\n\nIch bringe den Schlüssel mit.'],
    ['signature', 'Ich komme\n-- \nAnna Beispiel\nTel. 1', 'Ich komme'],
    ['salutation', 'Sehr geehrte Damen und Herren,\n\nich komme.\n', 'ich komme.'],
    ['nothing but a salutation', 'Hallo', 'Hallo'],
    [
      'quoted below',
      'Ich komme\n\nAm 22.11.2026 um 03:00 schrieb Krisenstab <alarm@example.org>:\n> 1 = Ich komme\n> 2 = Ich komme nicht',
      'Ich komme',
    ],
    [
      'quoted above',
      'Am 22.11.2026 um 03:00 schrieb Krisenstab\n<alarm@example.org>:\n\n> 1 = Ich komme\n> 2 = nicht\n\n2 bin krank',
      '2 bin krank',
    ],
    [
      'quoted without marks',
      '1\n\nOn Sun, 22 Nov 2026 at 03:00, Crisis team <alarm@example.org> wrote:\n\n2 = no',
      '1',
    ],
    ['one option left of what was quoted', '> 1 = Ich komme', '1 = Ich komme'],
    ['nothing but what was quoted', '> 1 = Ich komme\n> 2 = Ich komme nicht', ''],
    [
      'Outlook, German',
      'ja\n\nVon: Krisenstab <alarm@example.org>\nGesendet: Sonntag, 22. November 2026 03:00\nAn: Anna\nBetreff: Alarm\n\n2 = nein',
      'ja',
    ],
    ['Outlook, English', 'yes\n\n-----Original Message-----\nFrom: Crisis team\nSent: Sunday\n\n2 = no', 'yes'],
    ['Outlook on the web', 'Ja\n________________________________\nVon: x', 'Ja'],
    ['telephone', 'Ja\n\nVon meinem iPhone gesendet\n\nAm 22.11.2026 um 03:00 schrieb x:\n\n> y', 'Ja'],
    ['telephone, English', 'ok\n\nSent from my iPhone\n', 'ok'],
    [
      'a sentence that only begins alike',
      'Am Montag komme ich\nVon mir aus gern',
      'Am Montag komme ich\nVon mir aus gern',
    ],
  ];
  for (const [name, written, expected] of table) assert.equal(await said(written, utf8), expected, name);
});

test('reads an HTML mail as it appears', async () => {
  const html = ['Content-Type: text/html; charset=utf-8'];
  const outlook =
    '<html><head><style>p{color:red}</style></head><body><p>Ich komme, f&uuml;nf Minuten<o:p></o:p></p><p>&nbsp;</p><div style="border-top:solid"><p><b>Von:</b> Krisenstab<br><b>Gesendet:</b> Sonntag<br><b>An:</b> Anna</p></div><p>2 = Ich komme nicht</p></body></html>';
  assert.equal(await said(outlook, html), 'Ich komme, fünf Minuten');
  const gmail =
    '<div dir="ltr">2<br></div><br><div class="gmail_quote"><div>Am So. schrieb x:</div><blockquote>1 = Ich komme</blockquote></div>';
  assert.equal(await said(gmail, html), '2');
  const apple = '<body>Ja<blockquote type="cite">Nein</blockquote><script>alert(1)</script></body>';
  assert.equal(await said(apple, html), 'Ja');
});

test('a reply names its message by its address, else by its references, the newest first', async () => {
  const named = async (...headers: string[]) =>
    (await read(['From: anna@example.net', 'Message-ID: <1@x>', ...headers, '', '1'])).replies[0]!.inReplyTo ?? null;
  assert.equal(await named(`To: ${own}`, 'In-Reply-To: <d.9.1.00000000@example.org>'), key);
  assert.equal(await named('To: alarm@example.org', `In-Reply-To: <${key}@example.org>`), key);
  const references = `References: <d.9.1.00000000@example.org>\r\n <${key}@example.org> <other@example.net>`;
  assert.equal(await named('To: alarm@example.org', references), key);
  assert.equal(await named('To: alarm@example.org'), null);
  const [reply] = (await read([...from, '', '1'])).replies;
  assert.deepEqual([reply!.from, reply!.at], ['anna@example.net', at]);
});

test('the same mail again is the same reply; another with its Message-ID is not', async () => {
  const id = async (lines: string[]) => (await read(lines)).replies[0]!.id;
  const first = await id([...from, '', '1']);
  assert.equal(await id(['Received: by other.example', ...from, '', '1']), first);
  assert.notEqual(await id([...from, '', '2']), first);
});

test('reads the subject of a mail without text as the reply', async () => {
  const [reply] = (await read(['From: a@example.net', `To: ${own}`, 'Subject: komme', '', ''])).replies;
  assert.equal(reply!.text, 'komme');
  assert.equal(await said('', utf8), '');
});

test('reads any input, cut off at any position, without an error', async () => {
  const whole = Buffer.from(report(own, group('Action: failed', 'Status: 5.1.1')).join('\r\n'));
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.uint8Array({ maxLength: 400 }), async (length, rest) => {
      await readMail(Buffer.concat([whole.subarray(0, length), rest]), at);
    }),
    { numRuns: 200 },
  );
});
