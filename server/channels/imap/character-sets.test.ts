import assert from 'node:assert/strict';
import test from 'node:test';
import { readMail } from './read-mail.ts';

const head = ['From: Anna Amsel <anna@example.net>', 'To: antwort+d.12.1.abcdef01@example.org', 'Subject: AW: Alarm'];

async function read(type: string | null, body: Buffer | string, encoding = '8bit'): Promise<string | undefined> {
  const fields = type === null ? [] : [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`];
  const raw = Buffer.concat([Buffer.from([...head, ...fields, '', ''].join('\r\n')), Buffer.from(body)]);
  const { replies } = await readMail(raw, new Date('2026-11-22T03:00:00Z'));
  return replies[0]?.text;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const base64 = (octets: Buffer) => octets.toString('base64');

test('reads a text in its true character set, whatever its label', async () => {
  const texts: [type: string | null, body: Buffer | string, text: string, encoding?: string][] = [
    ['text/plain; charset=iso-8859-1', latin1('Ja \x96 f\xfcr \x8410 min\x93'), 'Ja – für „10 min“'],
    ['text/plain; charset=us-ascii', 'Komme in fünf Minuten', 'Komme in fünf Minuten'],
    ['text/plain; charset=iso-8859-1', 'Komme später', 'Komme später'],
    ["text/plain; charset='utf-8'", 'Komme später', 'Komme später'],
    ['text/plain; charset=x-unknown', 'Komme später', 'Komme später'],
    ['text/plain; charset=utf-8', latin1('Komme sp\xe4ter'), 'Komme später'],
    ['text/plain', latin1('Bin f\xfcnf km weg'), 'Bin fünf km weg'],
    [null, latin1('Bin f\xfcnf km weg'), 'Bin fünf km weg'],
    ['text/plain;\r\n charset=cp850', latin1('Komme sp\x84ter'), 'Komme später'],
    ['text/plain; format=flowed; charset=IBM437', latin1('Komme sp\x84ter'), 'Komme später'],
    ['text/plain; charset=utf-7', 'Komme sp+AOQ-ter, 1 +- 2 +2D3cTQ-', 'Komme später, 1 + 2 👍'],
    ['text/plain; charset=unicode-1-1-utf-7', 'Komme sp+AOQ-ter', 'Komme später'],
    ['text/plain; charset=utf-16', base64(utf16be('Komme später')), 'Komme später', 'base64'],
    ['text/plain; charset=utf-16', base64(utf16be('\uFEFFKomme später')), 'Komme später', 'base64'],
    ['text/plain; charset=utf-16', base64(Buffer.from('Komme später', 'utf16le')), 'Komme später', 'base64'],
    ['text/plain; charset=macintosh', latin1('Komme sp\x8ater'), 'Komme später'],
    ['text/plain; charset=windows-1251', latin1('\xc4\xe0, \xe8\xe4\xf3'), 'Да, иду'],
    ['text/html; charset=us-ascii', '<p>Komme später</p>', 'Komme später'],
    ['text/plain; charset=utf-8', Buffer.from('Größe, für, später …').subarray(0, -1), 'Größe, für, später \uFFFD'],
    ['text/plain; charset=utf-8', 'charset=utf-7 ist +AOQ-', 'charset=utf-7 ist +AOQ-'],
  ];
  for (const [type, body, text, encoding] of texts)
    assert.equal(await read(type, body, encoding), text, `${type}: ${text}`);
});

test('an attached file has a character set of its own', async () => {
  const texts: [charset: string, octets: Buffer, text: string][] = [
    ['utf-8', Buffer.from('Komme später'), 'Komme später'],
    ['iso-8859-1', latin1('Komme sp\xe4ter'), 'Komme später'],
    ['windows-1251', latin1('\xc4\xe0, \xe8\xe4\xf3'), 'Да, иду'],
    ['iso-8859-7', latin1('\xcd\xe1\xe9'), 'Ναι'],
  ];
  const files: [type: string, content: Buffer][] = [
    ['text/plain; charset=utf-16; name="Lage.txt"', utf16be('Lage')],
    ['text/csv; charset=utf-7; name="Lage.csv"', Buffer.from('Stra+AN8-e')],
    ['text/html; charset=utf-8', Buffer.from('<p>später</p>').subarray(0, 7)],
  ];
  for (const [charset, octets, text] of texts) {
    for (const [type, content] of files) {
      const lines = [
        ...['', '--B', `Content-Type: ${type}`, 'Content-Disposition: attachment; filename="Lage.txt"'],
        ...['Content-Transfer-Encoding: base64', '', base64(content), '--B--', ''],
      ];
      const begin = Buffer.from(`--B\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`);
      const body = Buffer.concat([begin, octets, Buffer.from(lines.join('\r\n'))]);
      assert.equal(await read('multipart/mixed; boundary=B', body), text, `${charset}, ${type}`);
    }
  }
});
