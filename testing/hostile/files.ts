import { deflateRawSync } from 'node:zlib';
import { workbookParts, zipOf } from '#testing/uploads.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const fill = (piece: string, length: number) => bytes(piece.repeat(Math.ceil(length / piece.length)));
const columns = 'Vorname;Nachname;E-Mail\n';
const card = (lines: string) => bytes(`BEGIN:VCARD\nVERSION:3.0\n${lines}\nEND:VCARD\n`);

type Part = [name: string, packed: Buffer, size: number];

/** A workbook with a replaced part and claimed `size`. */
function workbook(part: string, content: string | Buffer, size?: number): Uint8Array {
  const usual = workbookParts([{ name: 'A', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }]);
  const whole = Buffer.from(content);
  const own: Part = [part, deflateRawSync(whole), size ?? whole.length];
  return zipOf([...usual.filter(([name]) => name !== part), own]);
}

const sheet = 'xl/worksheets/sheet1.xml';
const mega = 1_000_000;
const unpacked = 100 * mega;
const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** Files of people that are expensive to read. */
export const hostileFiles = (): Record<string, Uint8Array> => ({
  'empty lines': fill('\n', mega),
  'empty lines of Windows below a header': bytes(columns + '\r\n'.repeat(mega / 2)),
  'separators alone': fill(';', mega),
  'rows of separators': fill(';;;\n', mega),
  'quotes alone': fill('"', mega),
  'a quote that never ends': bytes(`${columns}"${'a;b\n'.repeat(mega / 2)}`),
  'one cell': fill('x', 2 * mega),
  'carriage returns': fill('\r', mega),
  'UTF-16 of blanks': new Uint8Array(Buffer.from(`\uFEFF${' \n'.repeat(mega / 4)}`, 'utf16le')),
  'letters of MS-DOS': new Uint8Array(Buffer.alloc(mega / 2, Buffer.from([0x84, 0x3b, 0x94, 0x0a]))),
  'names of MS-DOS': new Uint8Array(Buffer.from(columns + 'M\u0081ller;\u0084;x@y\n'.repeat(10_000), 'latin1')),
  'rows that all hold a title': bytes('Titel\n\n'.repeat(200_000) + columns),
  'numbers of a thousand digits': bytes(`Vorname;Nachname;Mobil\n${`A;B;${'1'.repeat(1_000)}\n`.repeat(500)}`),
  'a sheet of 100 MB of blanks': workbook(sheet, Buffer.alloc(unpacked, ' ')),
  'a sheet that lies about its size': workbook(sheet, Buffer.alloc(unpacked, ' '), 100),
  'rows within rows': workbook(sheet, `<worksheet><sheetData>${'<row>'.repeat(mega)}`),
  'a million empty rows': workbook(sheet, `<worksheet><sheetData>${'<row/>'.repeat(mega)}</sheetData></worksheet>`),
  'merged cells without end': workbook(
    sheet,
    `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(2_000)}</mergeCells></worksheet>`,
  ),
  'a cell far away': workbook(
    sheet,
    '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
  ),
  'entities of entities': workbook(
    sheet,
    `<!DOCTYPE x [<!ENTITY l0 "x">${laughs}]><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&l12;</t></is></c></row></sheetData></worksheet>`,
  ),
  'a million shared texts': workbook('xl/sharedStrings.xml', `<sst>${'<si><t>x</t></si>'.repeat(mega)}</sst>`),
  'ten thousand number formats': workbook(
    'xl/styles.xml',
    `<styleSheet><numFmts>${`<numFmt numFmtId="165" formatCode="${'0'.repeat(200)}"/>`.repeat(10_000)}</numFmts></styleSheet>`,
  ),
  'a card folded a million times': card(`N:A${'\n '.repeat(mega)};B`),
  'cards within cards': fill('BEGIN:VCARD\n', mega),
  'cards without an end': fill('BEGIN:VCARD\nN:A;B\n', mega),
  'a card of a hundred thousand numbers': card('TEL;TYPE=cell:+491511234567\n'.repeat(60_000)),
  'a card in quoted-printable': card(`N;ENCODING=QUOTED-PRINTABLE:${'=\n'.repeat(mega / 2)}`),
  'a card of parameters': card(`N${';X=Y'.repeat(200_000)}:A;B`),
  'a card of groups': card(`${'a.'.repeat(200_000)}N:A;B`),
});

const event = (lines: string) => `BEGIN:VEVENT\nUID:x\nSUMMARY:Anna Adler\n${lines}\nEND:VEVENT\n`;
const day = 'DTSTART:20260101T080000Z\nDTEND:20260101T160000Z\n';
const calendar = (events: string) => `BEGIN:VCALENDAR\nVERSION:2.0\n${events}END:VCALENDAR\n`;
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n).join(',');

/** Calendars that are expensive to read. */
export const hostileCalendars: Readonly<Record<string, string>> = {
  'every second': calendar(event(`${day}RRULE:FREQ=SECONDLY`)),
  'a billion turns': calendar(event(`${day}RRULE:FREQ=MINUTELY;COUNT=1000000000`)),
  'every second of every minute of every hour': calendar(
    event(`${day}RRULE:FREQ=DAILY;BYHOUR=${numbers(0, 24)};BYMINUTE=${numbers(0, 60)};BYSECOND=${numbers(0, 60)}`),
  ),
  'a day that never comes': calendar(event(`${day}RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30`)),
  'a place that never comes': calendar(event(`${day}RRULE:FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=31;BYSETPOS=5`)),
  'every day for ten thousand years': calendar(event('DTSTART:00010101T000000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY')),
  'an interval of nothing': calendar(event(`${day}RRULE:FREQ=DAILY;INTERVAL=0`)),
  'a hundred thousand exceptions': calendar(
    event(`${day}RRULE:FREQ=DAILY\n${'EXDATE:20260102T080000Z\n'.repeat(50_000)}`),
  ),
  'a hundred thousand dates': calendar(event(`${day}RDATE:${'20260102T080000Z,'.repeat(60_000)}20260103T080000Z`)),
  'ten thousand series': calendar(event(`${day}RRULE:FREQ=DAILY`).repeat(8_000)),
  'ten thousand changes of one turn': calendar(
    event(`${day}RRULE:FREQ=DAILY`) + event(`RECURRENCE-ID:20260105T080000Z\n${day}`).repeat(8_000),
  ),
  'a line folded half a million times': calendar(event(`${day}DESCRIPTION:x${'\n '.repeat(400_000)}x`)),
  'events within events': `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(60_000)}`,
  'calendars within calendars': 'BEGIN:VCALENDAR\n'.repeat(50_000),
  'a zone of a thousand rules': calendar(
    `BEGIN:VTIMEZONE\nTZID:X\n${'BEGIN:STANDARD\nDTSTART:16010101T000000\nRRULE:FREQ=SECONDLY\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\n'.repeat(1_000)}END:VTIMEZONE\n${event('DTSTART;TZID=X:20260101T080000\nDURATION:PT8H\nRRULE:FREQ=DAILY')}`,
  ),
  'a duration of ages': calendar(event('DTSTART:20260101T080000Z\nDURATION:P999999999W\nRRULE:FREQ=DAILY')),
  'ten thousand attendees': calendar(event(`${day}${'ATTENDEE;CN=Anna:mailto:a@b.example\n'.repeat(20_000)}`)),
};
