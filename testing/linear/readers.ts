import { Buffer } from 'node:buffer';
import { releaseCodeHash } from '#server/administration/second-place/codes.ts';
import { readLife } from '#server/administration/second-place/life.ts';
import { readAlertGroup } from '#server/alerting/incoming/read-alerts.ts';
import { readCapMessage } from '#server/alerting/incoming/read-cap.ts';
import { startOfResponse } from '#server/channels/http/gateway.ts';
import { fillTemplate } from '#server/channels/http/template.ts';
import { readTold } from '#server/channels/http/told.ts';
import { readMail } from '#server/channels/imap/read-mail.ts';
import { signedMail } from '#server/channels/imap/smime.ts';
import { receiptState } from '#server/channels/receipt-words.ts';
import { parseChallenge } from '#server/channels/sip/digest.ts';
import { headerValues } from '#server/channels/sip/header-values.ts';
import { parseSip } from '#server/channels/sip/message.ts';
import { parseSdpAnswer } from '#server/channels/sip/sdp.ts';
import { SipStreamReader } from '#server/channels/sip/stream-reader.ts';
import { readDelivery } from '#server/channels/smpp/heard.ts';
import { createMessageIds } from '#server/channels/smpp/ids.ts';
import { decodeDelivery } from '#server/channels/smpp/pdu.ts';
import { splitHeader, textOfPerson } from '#server/channels/smpp/text.ts';
import { limitOf } from '#server/channels/social/mastodon-limit.ts';
import { graphemes, postText, threadParts, weighed } from '#server/channels/social/thread.ts';
import { dnKey, nameOfDn } from '#server/contacts/directories/dn.ts';
import { parseFilter } from '#server/contacts/directories/filter.ts';
import { csvAddressInput } from '#server/contacts/directories/kind-input.ts';
import { isOwnPart } from '#server/contacts/directories/references.ts';
import { parseScimFilter, parseScimPath } from '#server/contacts/directories/scim/scim-filter.ts';
import { parseCalendar } from '#server/contacts/roster/parse-calendar.ts';
import { parseCsv } from '#server/contacts/uploads/reading/csv-records.ts';
import { decodedText, encodingOf } from '#server/contacts/uploads/reading/decode.ts';
import { vcardRecords } from '#server/contacts/uploads/reading/vcard-records.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { checkField, type Shape } from '#shared/fields/kinds.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { framedText } from '#shared/message-text.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import { saidSince, titleOf, withSaidLines, withSaidSince } from '#shared/said-lines.ts';
import { capXml } from '#testing/incoming-messages.ts';

const post = { limit: 500, length: graphemes };

/** Further arguments of functions. Unlisted functions only get the text. */
export const furtherArguments: Readonly<Record<string, readonly unknown[]>> = {
  'server/contacts/directories/scim/present-scim.ts#namesVersion': [{ version: 1 }],
  'server/accounts/password-rules.ts#passwordFault': [['Anna Adler']],
  'server/contacts/roster/calendar/times.ts#readTime': [{ parameters: new Map() }, () => null],
  'shared/said-lines.ts#withPlace': [{ before: 'Aula', after: 'Kantine' }],
  'server/channels/social/thread.ts#threadArrival': [post],
  'server/channels/http/pattern.ts#matchIn': ['^(a+)+$|( |\\{|x)*y'],
  'server/channels/http/template.ts#matchesPattern': ['(-+)+y'], // each slow text costs 250 ms
  'server/channels/http/template.ts#idIn': ['regex:(0+)+x'],
  'server/channels/sip/sdp.ts#parseSdpAnswer': ['192.0.2.1'],
  'server/channels/smpp/text.ts#encodeText': ['key'],
  'server/channels/social/thread.ts#threadParts': [post],
  'server/channels/without-secrets.ts#withoutSecrets': [['secret']],
  'server/api/contact-address.ts#phoneAddress': ['DE'],
  'server/contacts/uploads/reading/csv-cells.ts#readRecord': [0, ';'],
  'server/platform/character-sets/letter-roles.ts#fitOf': ['è', 'r'],
  'server/contacts/uploads/reading/vcard-modern.ts#modernLine': ['2.1'],
  'server/contacts/uploads/values/split-name.ts#splitName': ['first'],
  'server/alerting/answers/reply-words.ts#readReply': [
    [
      { id: 1, code: '1', kind: 'POSITIVE', label: 'Ich komme' },
      { id: 2, code: '2', kind: 'NEGATIVE', label: 'Nein' },
      { id: 3, code: '3', kind: 'SAFE', label: 'Sicher' },
    ],
  ],
  'server/alerting/triggers/find.ts#normalizeSenders': ['DE'],
  'shared/cut.ts#cut': [40_000],
  'shared/event-log/correction.ts#asCorrection': [defaultLanguage],
  'shared/event-log/correction.ts#withCorrection': [{ corrects: null, isCorrected: false }, defaultLanguage],
  'shared/fold.ts#matchedParts': ['aa'],
  'shared/message-text.ts#fillText': [{}],
  'shared/message-text.ts#framedText': ['x', { before: '', after: '', values: {} }],
  'shared/message-text.ts#plainWords': ['<p>x</p>'],
  'shared/message-text.ts#shortText': ['x'],
  'shared/phone-number.ts#phoneNumber': ['DE'],
  'shared/phone-number.ts#readPhone': ['DE'],
  'shared/placeholders.ts#fillPlaceholders': [{ a: 'x' }],
  'shared/placeholders.ts#openPlaceholders': [{}],
  'shared/read-only-blocks.ts#outsideOfBlocks': [(piece: string) => piece],
  'shared/said-lines.ts#isSameBeforePlace': ['Brand – Haus 3'],
  'shared/said-lines.ts#withPlaceSince': ['Brand – Haus 3', 'Brand – Haus 4'],
  'shared/web-links.ts#mapLinks': [(uri: string) => uri],
  'shared/zoned.ts#fromLocalInput': ['Europe/Berlin'],
};

/** Functions that get no long text, with the reason. */
export const readOnlyOwn: Readonly<Record<string, string>> = {
  'server/accounts/password.ts#hashPassword': 'takes long on purpose, and takes at most 200 characters',
  'server/channels/voice/script.ts#heard': 'state of the program; texts are cut before',
  'server/channels/voice/script.ts#opening': 'state of the program; texts are cut before',
  'server/channels/voice/script.ts#spoken': 'state of the program; texts are cut before',
  'server/platform/pdf/lines.ts#breakLines': 'runs in a thread',
  'server/program/backup/command.ts#progress': 'only prints the text of the program',
  'server/program/backup/scheduled/space.ts#areOnOneDisk': 'folders of the configuration and of system owners',
  'server/platform/pdf/page.ts#shortened': 'runs in a thread',
  'server/platform/pdf/printable.ts#printable': 'runs in a thread',
  'server/platform/pdf/parts.ts#partsOf': 'runs in a thread',
  'shared/api-keys.ts#markedByKey': 'lines of the program',
};

const calendarWith = (text: string) =>
  parseCalendar({
    text: `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260101\r\n${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    span: { from: new Date(0), until: new Date(1) },
    zone: 'UTC',
  });
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const at = new Date(0);
const mail = (headers: string, body: string) => readMail(Buffer.from(`${headers}\r\n\r\n${body}`), at);
const head = 'From: anna@example.org\r\nTo: antwort@example.org';
const part = (type: string) => `${head}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}`;
const multipart = (type: string, text: string) =>
  mail(
    part('multipart/report; report-type=delivery-status; boundary=B'),
    `--B\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--B--`,
  );

function attempted<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

async function drain(records: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of records);
}

const request = (type: string, text: string) => ({
  method: 'POST',
  url: 'https://example.org/x',
  path: 'reply',
  headers: { 'content-type': type },
  query: new URLSearchParams(),
  body: Buffer.from(text),
});
const told = { replyFrom: 'from', replyText: 'text', receiptId: 'id', receiptState: 'state', states: 'OK=sent' };

const shapes: readonly Shape[] = [
  { kind: 'text', maximum: 50_000 },
  { kind: 'longText', maximum: 50_000 },
  { kind: 'richText', maximum: 50_000 },
  { kind: 'email' },
  { kind: 'phone' },
  { kind: 'link' },
  { kind: 'webAddress' },
  { kind: 'coordinates' },
  { kind: 'area' },
  { kind: 'date' },
  { kind: 'dateTime' },
  { kind: 'number' },
  { kind: 'colour' },
  { kind: 'country' },
  { kind: 'language' },
  { kind: 'timeZone' },
] as unknown as Shape[];

/** Further readers of untrusted text: those with another first argument or with the text in another place. */
export const otherReaders: Readonly<Record<string, (text: string) => unknown>> = {
  'directory: distinguished name': dnKey,
  'directory: reference': isOwnPart,
  'directory: name of an entry': nameOfDn,
  'directory: address of a file': (text) => attempted(() => csvAddressInput(`file:${text}`)),
  'second place: release code': (text) => releaseCodeHash({ secrets: deriveSecrets('a key of the tests') }, text),
  'second place: statement': (text) => readLife(deriveSecrets('a key of the tests').seal, { text, signature: text }),
  'SCIM: filter': (text) => attempted(() => parseScimFilter(text.slice(0, 2000))),
  'SCIM: value of a filter': (text) => attempted(() => parseScimFilter(`userName eq ${text}`.slice(0, 2000))),
  'SCIM: path': (text) => attempted(() => parseScimPath(text.slice(0, 2000))),
  'directory: filter': (text) => attempted(() => parseFilter(text)),
  'CAP: document': (text) => attempted(() => readCapMessage(bytes(text), 'de')),
  'CAP: words': (text) => attempted(() => readCapMessage(bytes(capXml({ id: 'x', headline: text })), 'de')),
  'CAP: references': (text) =>
    attempted(() => readCapMessage(bytes(capXml({ id: 'x', type: 'Update', references: [text] })), 'de')),
  'CAP: attributes': (text) => attempted(() => readCapMessage(bytes(`<alert xmlns="${text}" ${text}="`), 'de')),
  'monitoring: words': (text) => readAlertGroup({ alerts: [{ status: 'firing', labels: { alertname: text } }] }),
  'calendar: lines': (text) => calendarWith(text),
  'calendar: attendee': (text) => calendarWith(`ATTENDEE;CN=${text}:mailto:${text}`),
  'calendar: begin': (text) => calendarWith(`DTSTART;TZID=${text}:${text}`),
  'calendar: turns': (text) => calendarWith(`RDATE:${text}\r\nEXDATE:${text}\r\nRRULE:FREQ=DAILY;BYDAY=${text}`),
  'mail: text': (text) => mail(head, text),
  'mail: HTML': (text) => mail(part('text/html'), text),
  'mail: preformatted HTML': (text) => mail(part('text/html'), `<pre>${text}<pre`),
  'mail: UTF-7': (text) => mail(part('text/plain; charset=utf-7'), `+${text}`),
  'mail: octets that are no UTF-8': (text) =>
    readMail(Buffer.from(`${part('text/plain')}\r\n\r\n\xfc${text}`, 'latin1'), at),
  'mail: MS-DOS': (text) => mail(part('text/plain; charset=cp850'), text),
  'mail: below a banner': (text) => mail(head, `Caution: ${text}`),
  'mail: below the label of a banner': (text) => mail(head, `[EXTERN] This mail came from outside\r\n${text}`),
  'mail: quoted-printable': (text) =>
    mail(`${part('text/plain')}\r\nContent-Transfer-Encoding: quoted-printable`, text),
  'mail: base64': (text) => mail(`${part('text/plain')}\r\nContent-Transfer-Encoding: base64`, text),
  'mail: answer above a quote': (text) => mail(head, `1\r\n\r\n${text}\r\nVon: x\r\nGesendet: y`),
  'mail: a line of an introduction': (text) => mail(head, `1\r\n\r\nAm ${text} schrieb x@y:\r\n> z`),
  'mail: signed in PGP': (text) => mail(head, `-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n${text}`),
  'mail: signed in one piece': (text) => signedMail(Buffer.from(text, 'latin1')),
  'mail: signed in one piece, of lengths that are not said': (text) =>
    signedMail(Buffer.concat([Buffer.from([0x30, 0x80]), Buffer.from(text, 'latin1')])),
  'SIP: message': (text) => parseSip(Buffer.from(text)),
  'SIP: headers': (text) => parseSip(Buffer.from(`OPTIONS sip:a@b SIP/2.0\r\n${text}\r\n\r\n`)),
  'SIP: values of a header': (text) => headerValues({ headers: [['via', text]] }, 'via'),
  'SIP: stream': (text) => new SipStreamReader().read(Buffer.from(text)),
  'SIP: challenge': (text) => parseChallenge(`Digest ${text}`),
  'SIP: answer of a call': (text) => parseSdpAnswer(`c=IN IP4 1.1.1.1\nm=audio 1 RTP/AVP ${text}\n${text}`, '1.1.1.1'),
  'SMPP: receipt': (text) =>
    readDelivery(
      { ...decodeDelivery(Buffer.alloc(0)), esm_class: 4, short_message: Buffer.from(text) },
      createMessageIds('same'),
    ),
  'SMPP: deliver_sm': (text) => decodeDelivery(Buffer.from(text, 'latin1')),
  'SMPP: word of a receipt': (text) => receiptState(undefined, text),
  'SMPP: id of a message': (text) => createMessageIds('same').submitted(text),
  'mail: bounce in words': (text) => mail('From: mailer-daemon@example.org', text),
  'mail: bounce in the words of a machine': (text) => multipart('message/delivery-status', text),
  'mail: bounce with what came back': (text) => multipart('message/rfc822', text),
  'mail: header From': (text) => mail(`From: ${text}`, 'x'),
  'mail: header To': (text) => mail(`${head}, ${text}`, 'x'),
  'mail: header Subject': (text) => mail(`${head}\r\nSubject: ${text}`, ''),
  'mail: header Content-Type': (text) => mail(part(text), 'x'),
  'mail: header References': (text) => mail(`${head}\r\nReferences: ${text}`, 'x'),
  'CSV of people': async (text) => drain((await parseCsv(decodedText(bytes(text), encodingOf(bytes(text))))).records),
  'vCards: lines': (text) => drain(vcardRecords(bytes(`BEGIN:VCARD\n${text}\nEND:VCARD\n`))),
  'vCards: a value': (text) => drain(vcardRecords(bytes(`BEGIN:VCARD\nVERSION:2.1\nFN:${text}\nEND:VCARD\n`))),
  'SMPP: text': (text) => textOfPerson(Buffer.from(text), 0),
  'SMPP: header': (text) => splitHeader(Buffer.from(text)),
  'gateway: form': (text) => readTold(request('application/x-www-form-urlencoded', text), told),
  'gateway: JSON': (text) => readTold(request('application/json', text), told),
  'gateway: a value in JSON': (text) =>
    readTold(request('application/json', JSON.stringify({ from: text, text })), told),
  'gateway: words of an answer': (text) => startOfResponse(Buffer.from(text)),
  'gateway: template': (text) => fillTemplate(text, { to: 'x' }, 'xml'),
  'gateway: value in a template': (text) => fillTemplate('{text}', { text }, 'xml'),
  'thread of X': (text) => threadParts(text, { limit: 280, length: weighed }),
  'thread of Mastodon': (text) => threadParts(text, limitOf({ characters: 500, charactersPerUrl: 23 })),
  'thread of a server that takes much': (text) => threadParts(text, { limit: 60_000, length: (one) => one.length }),
  'post: text': (text) => postText({ subject: 'x', text }),
  'placeholders: a value': (text) => fillPlaceholders('{{a}}', { a: text }),
  'short text: content': (text) => framedText('x', text, { before: '', after: '', values: {} }),
  'title: place': (text) => titleOf('Brand', 'x', text, 100),
  'said lines: text': (text) =>
    withSaidLines(
      { title: 'x', content: text },
      saidSince({ title: 'x', content: '' }, { title: text, content: text }),
    ),
  'said lines: versions': (text) =>
    withSaidSince({ title: 'x', content: text }, { title: 'x', content: '' }, { title: text, content: text }),
  ...Object.fromEntries(shapes.map((shape) => [`field: ${shape.kind}`, (text: string) => checkField(shape, text)])),
};
