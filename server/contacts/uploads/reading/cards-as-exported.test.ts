import assert from 'node:assert/strict';
import test from 'node:test';
import { readFile } from './read-file.ts';
import { cardHeader } from './vcard-records.ts';

interface Found {
  line: number;
  values: Record<string, string>;
  said: string[];
}

/** Filled card fields, or the refusal. */
async function read(content: string | Uint8Array): Promise<Found[]> {
  const found: Found[] = [];
  try {
    const { records } = await readFile(new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content));
    await records.next();
    for await (const { line, cells, remarks = [], refusal } of records) {
      const filled = cells.flatMap((cell, at) => (cell ? [[cardHeader[at]!, cell] as const] : []));
      const said = [...(refusal ? [refusal] : []), ...remarks.map(({ key }) => key as string)];
      found.push({
        line,
        values: Object.fromEntries(filled),
        said: said.map((key) => key.replace('error_upload_', '')),
      });
    }
  } catch (error) {
    const { key, extensions } = error as { key: string; extensions: { details: { line: number } } };
    found.push({ line: extensions.details.line, values: {}, said: [key.replace('error_upload_', '')] });
  }
  return found;
}

const card = (version: string | null, ...lines: string[]) =>
  ['BEGIN:VCARD', ...(version ? [`VERSION:${version}`] : []), ...lines, 'END:VCARD', ''].join('\r\n');
const joerg = { firstName: 'Jörg', lastName: 'Müller' };

test('reads a name correctly in every spelling of programs', async () => {
  const cases: [name: string, content: string | Uint8Array][] = [
    ['3.0, quoted-printable', card('3.0', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;')],
    ['4.0, quoted-printable', card('4.0', 'N;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;')],
    ['no version, Windows', card(null, 'N;QUOTED-PRINTABLE:M=FCller;J=F6rg')],
    ['2.1, no character set, Windows', card('2.1', 'N;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg')],
    ['2.1, no character set, UTF-8', card('2.1', 'N;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg')],
    ['2.1, the wrong character set', card('2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg')],
    ['2.1, no such character set', card('2.1', 'N;CHARSET=WIN;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg')],
    ['2.1, in part', card('2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Müller;J=C3=B6rg')],
    ['2.1, soft breaks', card('2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=', '=BCller;J=C3=B6=', 'rg')],
    [
      '2.1, letters that need no escape, a picture',
      card(
        '2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4D=C3=BC=6C=6C=65=72;=4A=C3=B6=',
        '=72=67;;;',
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQEASABIAAD',
        ' /2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwg',
        '',
        'X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Anni;1;;;;;;;;;;;;;',
      ),
    ],
    ['2.1, small letters', 'begin:vcard\r\nn;quoted-printable:M=C3=BCller;J=C3=B6rg\r\nversion:2.1\r\nend:vcard\r\n'],
    ['not said at all', card('3.0', 'N:M=C3=BCller;J=C3=B6rg;;;')],
    ['Base64', card('3.0', 'N;ENCODING=b:TcO8bGxlcjtKw7ZyZzs7Ow==')],
    ['version last', 'BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg\r\nVERSION:2.1\r\nEND:VCARD\r\n'],
    ['decomposed letters', card('3.0', 'N:Mu\u0308ller;Jo\u0308rg;;;')],
    [
      'small letters, grouped',
      card('3.0', 'item1.n:Müller;Jörg;;;').toLowerCase().replace('müller;jörg', 'Müller;Jörg'),
    ],
    ['bytes of Windows', Buffer.from(card('2.1', 'N:Müller;Jörg'), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${card('3.0', 'N:Müller;Jörg;;;')}`, 'utf16le')],
    ['a fold within a name', card('3.0', 'N:Mül', ' ler;Jörg;;;')],
    ['a fold with a tab', card('3.0', 'N:Mül', '\tler;Jörg;;;')],
    ['empty lines and blanks', `\r\n\r\n${card('3.0', 'N:Müller;Jörg;;;', '').replace('BEGIN', ' BEGIN')}`],
    ['a fold within a letter', Buffer.from(card('3.0', 'N:M\u00C3', ' \u00BCller;J\u00C3\u00B6rg;;;'), 'latin1')],
  ];
  for (const [name, content] of cases) {
    const [found] = await read(content);
    const { firstName = '', lastName = '' } = found!.values;
    assert.deepEqual(
      { firstName: firstName.normalize('NFC'), lastName: lastName.normalize('NFC') },
      joerg,
      `${name} ${JSON.stringify(found)}`,
    );
    assert.deepEqual(found!.said, [], name);
  }
});

test('understands kinds without a name, links and misplaced parts', async () => {
  const cases: [name: string, lines: string[], values: Record<string, string>][] = [
    [
      'kinds of 2.1 in 3.0',
      ['TEL;CELL;PREF:1', 'EMAIL;INTERNET;WORK:a@x.example'],
      { anyPhone: 'cell: 1', anyEmail: 'work: a@x.example' },
    ],
    [
      'a link',
      ['TEL;VALUE=uri;TYPE="voice,cell":tel:+49-171-1', 'EMAIL:mailto:a@x.example'],
      { anyPhone: 'cell: +49-171-1', anyEmail: 'a@x.example' },
    ],
    ['the whole name as first name', ['N:;Anna Amsel;;;', 'FN:Anna Amsel'], { fullName: 'Anna Amsel' }],
    ['the whole name as last name', ['N:Anna Amsel;;;;'], { fullName: 'Anna Amsel' }],
    ['a text in Base64', ['ORG;ENCODING=BASE64:S2xpbmlrIFVsbQ=='], { organisation: 'Klinik Ulm' }],
  ];
  for (const [name, lines, values] of cases) {
    const [found] = await read(card('3.0', ...lines));
    assert.deepEqual({ ...found!.values, said: found!.said }, { ...values, said: [] }, name);
  }
  const [folded] = await read(card('2.1', 'N:Müller;Jörg', 'ORG:Klinikum', ' Musterstadt'));
  assert.equal(folded!.values['organisation'], 'Klinikum Musterstadt', 'vCard 2.1 keeps the blank of a fold');
});

test('nested cards and cards of groups and companies create no person silently', async () => {
  const helper = ['BEGIN:VCARD', 'VERSION:2.1', 'N:Helfer;Hanna', 'TEL;CELL:2', 'END:VCARD'];
  const [boss, ...none] = await read(
    card('2.1', 'N:Chef;Carl', 'TEL;CELL:1', 'AGENT:', ...helper, 'EMAIL:c@x.example'),
  );
  assert.deepEqual(none, []);
  const inLine = ['AGENT:BEGIN:VCARD', ...helper.slice(1)];
  for (const agent of [inLine, ['item1.AGENT;TYPE=work: begin:vcard', ...helper.slice(1)]]) {
    const cards = await read(card('2.1', 'N:Chef;Carl', ...agent, 'TEL;CELL:1'));
    assert.deepEqual(
      cards.map(({ values }) => values['anyPhone']),
      ['cell: 1'],
    );
  }
  assert.deepEqual(boss!.values, {
    firstName: 'Carl',
    lastName: 'Chef',
    fullName: 'Carl Chef',
    anyEmail: 'c@x.example',
    anyPhone: 'cell: 1',
  });
  const said: [lines: string[], ...said: string[]][] = [
    [['KIND:group', 'FN:Stab', 'MEMBER:urn:uuid:1'], 'card_group'],
    [['X-ADDRESSBOOKSERVER-KIND:group', 'N:Stab;;;;', 'FN:Stab'], 'card_group'],
    [['KIND:org', 'FN:Klinik Ulm'], 'card_company'],
    [['X-ABShowAs:COMPANY', 'N:;;;;', 'FN:Klinik Ulm', 'ORG:Klinik Ulm'], 'card_company'],
    [['KIND:individual', 'FN:Anna Amsel']],
    [['FN:Anna Amsel', 'TEL'], 'card_line'],
    [['FN:Anna Amsel', 'NOTE:eins', 'zwei ohne Blank'], 'card_line'],
    [['FN:Anna Amsel', 'PHOTO;BASE64:', 'AAAABBBB']],
  ];
  for (const [lines, ...expected] of said) {
    assert.deepEqual((await read(card('3.0', ...lines)))[0]!.said, expected, lines.join(' '));
  }
  const open = await read(`${card('3.0', 'FN:A B')}BEGIN:VCARD\r\nFN:C D\r\n${card('3.0', 'FN:E F')}`);
  assert.deepEqual(open.at(-1), { line: 5, values: {}, said: ['card'] });
});

test('reads properties with other groups, blanks, folds, names and links, or says which line it leaves out', async () => {
  const anna = 'N:Amsel;Anna;;;';
  const cases: [lines: string[], values: Record<string, string>, ...said: string[]][] = [
    [['a.b.TEL;TYPE=cell:1', 'x.y.z.EMAIL:a@x.example'], { anyPhone: 'cell: 1', anyEmail: 'a@x.example' }],
    [['a.b.TEL:1', 'a.b.X-ABLabel:Dienst'], { anyPhone: 'dienst: 1' }],
    [['item-1.TEL:1', '_a.TEL:2', 'item 1.TEL:3'], { anyPhone: '1\n2\n3' }],
    [['TEL ;TYPE=cell:1', 'EMAIL : a@x.example'], { anyPhone: 'cell: 1', anyEmail: 'a@x.example' }],
    [['TE', ' L;TYPE=cell:1'], { anyPhone: 'cell: 1' }],
    [['TEL;TYPE=cell', ' ;TYPE=work:1'], { anyPhone: 'cell work: 1' }],
    [['TEL;TYPE=cell'], {}, 'card_line'],
    [['PHOTO:x', 'TEL;TYPE=cell'], {}, 'card_line'],
    [['X-MS-TEL;VOICE;COMPANY:1'], { anyPhone: 'company: 1' }],
    [['TEL;VALUE=uri:tel:171-1;phone-context=+49'], { anyPhone: '+49171-1' }],
    [['TEL;VALUE=uri:tel:0664-1;phone-context=+43'], { anyPhone: '+43664-1' }],
    [['TEL;VALUE=uri:tel:+49-351-1;isub=1'], { anyPhone: '+49-351-1' }],
    [['TEL;VALUE=uri:tel:+49-351-1;ext=12'], { anyPhone: '+49-351-1;ext=12' }],
    [['TEL;VALUE=uri:sip:anna@x.example'], {}, 'card_line'],
    [['EMAIL:mailto:a@x.example?subject=x'], { anyEmail: 'a@x.example' }],
    [['TITLE:Leitung\\; Stab'], { function: 'Leitung; Stab' }],
  ];
  for (const [lines, values, ...said] of cases) {
    const [found] = await read(card('3.0', anna, ...lines));
    const expected = { firstName: 'Anna', lastName: 'Amsel', fullName: 'Anna Amsel', ...values };
    assert.deepEqual([found!.values, found!.said], [expected, said], lines.join(' | '));
  }
  const folded = [
    ['X-ADDRESSBOOKSERVER-KI', ' ND:group', 'FN:Stab'],
    ['KIND:gro', ' up', 'FN:Stab'],
  ];
  for (const lines of folded) assert.deepEqual((await read(card('4.0', ...lines)))[0]!.said, ['card_group']);
  const [spaced] = await read(card('3.0', anna).replaceAll(/(BEGIN|END):/g, '$1: '));
  assert.equal(spaced!.values['lastName'], 'Amsel');
});

test('reads letters of MS-DOS in a card', async () => {
  const names: [charset: string, written: string][] = [
    ['IBM850', 'M=81ller;J=94rg'],
    ['CP437', 'M=81ller;J=94rg'],
    ['cp852', 'M=81ller;J=94rg'],
    ['UTF-8', 'M=81ller;J=94rg'],
    ['', 'M=81ller;J=94rg'],
  ];
  for (const [charset, written] of names) {
    const declared = charset ? `;CHARSET=${charset}` : '';
    const [found] = await read(card('2.1', `N${declared};ENCODING=QUOTED-PRINTABLE:${written}`));
    assert.partialDeepStrictEqual(found!.values, joerg, charset);
  }
});
