import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeSingleByte, type SingleByte } from '#server/platform/character-sets/single-byte.ts';
import { readFile } from './read-file.ts';

type Row = [line: number, cells: string[], ...said: string[]];

/** Records with remarks, or the refusal with its line. */
async function read(content: string | Uint8Array): Promise<{ encoding: string; separator: string; rows: Row[] }> {
  const bytes = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content);
  const { encoding, separator, records } = await readFile(bytes);
  const rows: Row[] = [];
  try {
    for await (const { line, cells, remarks = [], refusal } of records) {
      const said = [...(refusal ? [refusal] : []), ...new Set(remarks.map(({ key }) => key as string))];
      rows.push([line, cells, ...said.map((key) => key.replace('error_upload_', ''))]);
    }
  } catch (error) {
    const { key, extensions } = error as { key: string; extensions: { details: { line: number } } };
    rows.push([extensions.details.line, [], key.replace('error_upload_', '')]);
  }
  return { encoding, separator, rows };
}

/** In a one-byte character set. */
function bytesIn(encoding: SingleByte, text: string): Uint8Array {
  const known = decodeSingleByte(
    Uint8Array.from({ length: 256 }, (_none, at) => at),
    encoding,
  );
  return Uint8Array.from(text, (sign) => known.indexOf(sign));
}

const head = 'Vorname;Nachname;Mobil';
const people = (...lines: string[]) => [head, ...lines, ''].join('\r\n');
const number = '0171 3920099';

test('detects the character set and remarks on guesses', async () => {
  const guessed = (encoding: SingleByte) => (encoding === 'windows-1252' ? [] : ['guessed_encoding']);
  const names = ['Jörg;Müller', 'Häns;Grün', 'Zoë;Weiß', 'Änne;Öztürk', 'René;Übel', 'José;Köhler', 'André;Groß'];
  for (const encoding of ['windows-1252', 'macintosh', 'ibm850'] as const) {
    for (const name of [names, ...names.map((one) => [one])]) {
      const found = await read(bytesIn(encoding, people(...name.map((one) => `${one};${number}`))));
      assert.equal(found.encoding, encoding, name.join());
      assert.deepEqual(
        found.rows.slice(1),
        name.map((one, at) => [at + 2, [...one.split(';'), number], ...guessed(encoding)]),
      );
    }
  }
  const old = await read(bytesIn('ibm437', people(`Jörg;Täßig;${number}`)));
  assert.deepEqual(old.rows[1], [2, ['Jörg', 'Täßig', number], 'guessed_encoding']);
  const classic = await read(bytesIn('macintosh', people(`Jörg;Müller;${number}`).replaceAll('\r\n', '\r')));
  assert.deepEqual(classic.rows[1], [2, ['Jörg', 'Müller', number], 'guessed_encoding']);
  const typographic = '„Haus“ – 5 € – O’Neil…';
  assert.equal((await read(bytesIn('windows-1252', people(`Anna;${typographic};1`)))).rows[1]![1][1], typographic);
});

test('reads names of Eastern Europe and Turkey in their character set or remarks on them', async () => {
  const found: [names: string[], encodings: SingleByte[]][] = [
    [
      ['Łukasz;Wójcik', 'Michał;Zając', 'Jörg;Müller'],
      ['windows-1250', 'iso-8859-2', 'ibm852', 'x-mac-ce'],
    ],
    [
      ['Jiří;Dvořák', 'Anna;Šťastná'],
      ['windows-1250', 'iso-8859-2', 'ibm852'],
    ],
    [['Ayşe;Yıldız', 'Jörg;Güneş', 'Çağla;Öz'], ['windows-1254']],
    [['Анна;Петрова'], ['windows-1251']],
    [['Jana;Čakovec', 'Lea;Magdić', 'Igor;Burušak', 'Vela;Šarić'], ['windows-1250']],
    [['Hermína;Ihnačák', 'Nataša;Bosák', 'Zita;Šidlová'], ['windows-1250']],
    [['Răzvan;Lungu', 'Aurică;Gal', 'Pătru;Buzău'], ['windows-1250']],
    [['Luďka;Hanáková', 'Šárka;Šťastná', 'Jana;Pšeničková'], ['windows-1250']],
  ];
  for (const [names, encodings] of found) {
    for (const encoding of encodings) {
      const read1 = await read(bytesIn(encoding, people(...names.map((one) => `${one};${number}`))));
      assert.equal(read1.encoding, encoding, `${names[0]} ${encoding}`);
      assert.deepEqual(
        read1.rows.slice(1).map(([, [first, last], ...said]) => [`${first};${last}`, ...said]),
        names.map((one) => [one, 'guessed_encoding']),
      );
    }
  }
  // ambiguous text counts as Western European, with a remark
  const hungarian = await read(bytesIn('windows-1250', people(`Győző;Erdős;${number}`, `Jörg;Müller;${number}`)));
  assert.deepEqual(
    hungarian.rows.slice(1).map(([, [first], ...said]) => [first, ...said]),
    [['Gyõzõ', 'guessed_encoding'], ['Jörg']],
  );
  const seven = await read(people('J+APY-rg;M+APw-ller;1', 'Anna+ABc;anna+AB-c@x.example;2'));
  assert.deepEqual(
    seven.rows.slice(1).map(([, , ...said]) => said),
    [['damaged'], []],
  );
});

test('remarks on no usual name of Western and Northern Europe in Windows-1252', async () => {
  const names = `Jörg Müller Rüegg Küenzi Weiß Neuötting Zoë René Geneviève Hélène Hyères Noyères Agnès Brière Benoît Loïc Anaïs
    François Chêne Prêtre Besançon Œuvrard Cœur Août Bûcherie Núñez Peña Íñigo João Simões Guimarães Inês Sørensen Møller
    Bjørn Øyvind Østre Sorø Høyø Sjøen Kjær Ærø Sæby Ødegård Åberg Ångström Hyvinkää Päivi Töölö Calì Praticò Giosuè Gómez López Simón
    Miró Tómasson Jónsdóttir Hólm Córdoba António Niccolò`;
  for (const name of names.split(/\s+/)) {
    const { encoding, rows } = await read(bytesIn('windows-1252', people(`Anna;${name};${number}`)));
    assert.deepEqual([encoding, rows[1]], ['windows-1252', [2, ['Anna', name, number]]], name);
  }
});

test('a single name of Eastern Europe is right or has a remark', async () => {
  const names = `Domański Szczęsny Ziętek Jędrzej Lębork Dęblin Częstochowa Grudzień Kuś Kopeček Čapek Kováč Botičská Janů Němec
    Dvořák Řezníček Soňa Kdyně Ďurica Žďár Medveď Babić Čavalić Srećko Đorđević Săveni Buzău Aurică Győző Szűcs`;
  for (const name of names.split(/\s+/)) {
    const { rows } = await read(bytesIn('windows-1250', people(`Anna;${name};${number}`)));
    const [, cells, ...said] = rows[1]!;
    assert.ok(cells[1] === name || said.length, `${name} is read as ${cells[1]}`);
  }
});

test('a single name in MS-DOS 852, ISO 8859-2 or Macintosh is right or has a remark', async () => {
  const names: Partial<Record<SingleByte, string>> = {
    ibm852: `Domański Kamiński Zieliński Śliwiński Budzyński Kuńka Okoń Samoń Smoleń Stańczyk Tyński Wilczyński Toruński Němec
      Kopecký Soňa Něžná Bureš Dušek Jaroš Kašpar Mašek Pešek Švec Tichý Baláž Števko Hrušovský Gajdoš Kňaz Űr Răzvan Pătru
      Ionuţ Bălan Veselý Holý`,
    'x-mac-ce': `Łukasz Śmigielska Łuczak Świder Środa Dvořák Jiří Žďár Ďurica Šimůnek Bureš Říha Dušek Kašpar Mašek Slavík Šimek
      Kňaz Kőszegi Bőr Lőrincz Űr Tůma Krůpa Kůrka Hůlka Petrů Janů`,
    'iso-8859-2': 'Ćwiek Gęsicki Kępa Węgiel Babć Črnomelj Szczęsny Łoś',
    'windows-1250': 'Ćwiek Gęsicki Kępa Węgiel Babć Črnomelj Szczęsny Łoś Żądło Święcicki',
  };
  for (const [encoding, list] of Object.entries(names))
    for (const name of list.split(/\s+/)) {
      const { rows } = await read(bytesIn(encoding as SingleByte, people(`Anna;${name};${number}`)));
      const [, cells, ...said] = rows[1]!;
      assert.ok(cells[1] === name || said.length, `${name} is read as ${cells[1]}`);
    }
});

test('remarks on no usual word of German, French, Nordic, Spanish or Portuguese in Windows-1252', async () => {
  const words = `Bäuerle|Schäuble|ärztlicher Leiter|über Nacht|öffentliche Ordnung|Bauämter|Notärztin|Zooärztin|Kauäcker|KÄLLENIUS
    Gonçalves|Conceição|Araújo|Ibáñez|Næss|Sæther|Gåsø|Kråkøy|Ågot|Hyypiä|Jääskeläinen|Räikkönen|Citroën|Maître|Évêque
    Saône|O’Neil|D’Angelo|Forlì|Nicolò|Coöperatie|Ægir|§ 28 IfSG|Art. 5 § 3|Haus 3 – OG|équipe mobile
    Jürgen „Jogi“ Löw|’s-Hertogenbosch`;
  for (const word of words.split(/\n\s*|\|/)) {
    const { rows } = await read(bytesIn('windows-1252', people(`Anna Übel;${word};${number}`)));
    assert.deepEqual(rows[1], [2, ['Anna Übel', word, number]], word);
  }
});

test('reads Unicode with and without its marks', async () => {
  const text = people(`Jörg;Müller;${number}`);
  const wide = Buffer.from(text, 'utf16le');
  const cases: [name: string, bytes: Uint8Array, encoding: string][] = [
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['with two marks', Buffer.from(`\uFEFF\uFEFF${text}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', wide, 'utf-16le'],
    ['UTF-16, the other way round', Buffer.from(wide).swap16(), 'utf-16be'],
  ];
  for (const [name, bytes, encoding] of cases) {
    const found = await read(bytes);
    assert.deepEqual([found.encoding, found.rows[1]], [encoding, [2, ['Jörg', 'Müller', number]]], name);
  }
});

test('names lines of another character set and lost letters', async () => {
  const mixed = Buffer.concat([
    Buffer.from(people('Jörg;Müller;1')),
    bytesIn('windows-1252', 'Änne;Größmann;2\r\nAnna;Amsel;3\r\n'),
  ]);
  const { encoding, rows } = await read(mixed);
  assert.equal(encoding, 'utf-8+windows-1252');
  assert.deepEqual(rows.slice(1), [
    [2, ['Jörg', 'Müller', '1']],
    [3, ['Änne', 'Größmann', '2'], 'mixed_encoding'],
    [4, ['Anna', 'Amsel', '3']],
  ]);
  for (const name of [
    'JÃ¶rg',
    'MÃ¼ller',
    'M?ller',
    'M\uFFFDller',
    'GroÃŸ',
    'J”rg',
    'M³ller',
    'FranÃ§ois',
    'M&#252',
    'M&uuml',
  ]) {
    assert.deepEqual((await read(people(`${name};Amsel;1`))).rows[1]!.slice(2), ['damaged'], name);
  }
  for (const name of [
    'Jörg',
    'Ångström',
    'Wer?',
    'https://a.example/?b=c',
    'm²',
    'Ä Ö',
    '1½ Stellen',
    '„Ä“',
    'A & B',
    'R&D',
  ]) {
    assert.deepEqual((await read(people(`${name};Amsel;1`))).rows[1]!.slice(2), [], name);
  }
});

test('reads quotes as spreadsheets do or names the line', async () => {
  const cells: [written: string, read: string][] = [
    ['="01713920099"', '01713920099'],
    ['"=""01713920099"""', '="01713920099"'],
    ['  "Anna"  ', 'Anna'],
    ['"Anna ""Anni"""', 'Anna "Anni"'],
    ['Anna "Anni"', 'Anna "Anni"'],
    ['"Anna "Anni""', 'Anna "Anni"'],
    ['"Anni" Anna', '"Anni" Anna'],
    ['"Anna" "Anni"', '"Anna" "Anni"'],
    ['"a;b"', 'a;b'],
    ['""', ''],
    ['"Zeile\nZeile"', 'Zeile\nZeile'],
    ['1,80" groß', '1,80" groß'],
    ['\u00A0"Anna"\u00A0', 'Anna'],
    ["'01713920099", "'01713920099"],
  ];
  for (const [written, cell] of cells) {
    assert.deepEqual((await read(`${head}\nx;${written};y\n`)).rows[1], [2, ['x', cell, 'y']], written);
  }
  const refused: [lines: string[], line: number][] = [
    [['Anna;"Amsel;1', 'Bert;Bach;2'], 2],
    [['Anna;Amsel;1', 'Bert;"Bach;2', 'Cora;Cohn;3'], 3],
    [['Anna;Am"sel;1'], 2],
    [['"We"iß;Amsel;1'], 2],
    [['"Er sagt "Halt; stopp"";Amsel;1'], 2],
    [['"Anna\nAmsel"x;Amsel;1'], 2],
    [['', 'Anna;Amsel";1'], 3],
  ];
  for (const [lines, line] of refused) {
    assert.deepEqual((await read([head, ...lines].join('\n'))).rows.at(-1), [line, [], 'quotes'], lines.join(' | '));
  }
});

test('a quote that ends lines below loses no row silently', async () => {
  const { rows } = await read(people('Anna;"Amsel;1', 'Bert;Bach";2', 'Cora;Cohn;3', 'Dora;"Dohle;4', 'Emil;Eule"'));
  assert.deepEqual(rows.slice(1), [
    [2, ['Anna', 'Amsel;1\nBert;Bach', '2'], 'open_quote'],
    [4, ['Cora', 'Cohn', '3']],
    [5, ['Dora', 'Dohle;4\nEmil;Eule'], 'open_quote'],
  ]);
  const note = await read('Vorname;Nachname;Notiz\nAnna;Amsel;"a; b\nc"\n');
  assert.deepEqual(note.rows[1], [2, ['Anna', 'Amsel', 'a; b\nc']]);
});

test('finds header and separator below a title', async () => {
  const cases: [lines: string[], separator: string, line: number, header: string[]][] = [
    [
      ['Personalliste Notaufnahme', 'Stand: 21.11.2026', '', 'Vorname,Nachname,Mobil', 'A,B,1'],
      ',',
      4,
      head.split(';'),
    ],
    [['Personalliste;;', 'Stand: 21.11.2026;;', ';;', head, 'A;B;1'], ';', 4, head.split(';')],
    [
      ['Liste, Stand 21.11.2026', 'von: Meier, Anna', '', 'Name, Vorname;Mobil', 'B, A;1'],
      ';',
      4,
      ['Name, Vorname', 'Mobil'],
    ],
    [['SEP=;', head, 'A;B;1'], ';', 2, head.split(';')],
    [['"sep=,"', 'Vorname,Nachname,Mobil', 'A,B,1'], ',', 2, head.split(';')],
    [['sep=,;;', 'Vorname,Nachname,Mobil', 'A,B,1'], ',', 2, head.split(';')],
    [['sep=^', 'Vorname^Nachname^Mobil', 'A^B^1'], '^', 2, head.split(';')],
    [['Vorname|Nachname|Mobil', 'A|B|1'], '|', 1, head.split(';')],
    [['Vorname\tNachname\tMobil', 'A\tB\t1'], '\t', 1, head.split(';')],
    [['"Vorname" ; "Nachname" ; "Mobil"', '"A" ; "B" ; "1"'], ';', 1, head.split(';')],
    [['Vorname, Nachname, Mobil', '"A", "B", "1"'], ',', 1, head.split(';')],
    [['Vorname,Nachname,Gruppen', 'A,B,S1;S2;S3;S4', 'C,D,S1;S2;S3;S4'], ',', 1, ['Vorname', 'Nachname', 'Gruppen']],
    [['E-Mail', 'a@x.example', 'b@x.example, c@x.example'], ';', 1, ['E-Mail']],
    [['Erste;Zweite', 'A;B'], ';', 1, ['Erste', 'Zweite']],
    [['Team', head, 'A;B;1'], ';', 2, head.split(';')],
    [['Kontakte;Export vom 21.11.2026', '', head, 'A;B;1'], ';', 3, head.split(';')],
  ];
  for (const [lines, separator, line, header] of cases) {
    const found = await read((lines as string[]).join('\r\n'));
    assert.deepEqual([found.separator, found.rows[0]], [separator, [line, header]], String(lines[0]));
    assert.ok(found.rows.length > 1, String(lines[0]));
  }
});

test('ignores the end mark of MS-DOS; a file of another program is refused with the formats that are read', async () => {
  for (const end of ['\x1a', '\x1a\x1a', '\x1a\0\0\x1a']) {
    assert.deepEqual((await read(`${people('Anna;Amsel;1')}${end}`)).rows.slice(1), [[2, ['Anna', 'Amsel', '1']]]);
  }
  const archive = (name: string) => `PK\x03\x04${'\0'.repeat(26)}${name}`;
  for (const start of [
    '<html><body><table><tr><td>Vorname</td></tr></table></body></html>',
    '<!DOCTYPE html>\n<html>',
    '\uFEFF<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
    '[{"Vorname":"Anna"}]',
    '{"Vorname":"Anna"}',
    '[["vcard",[]]]',
    '%PDF-1.7\n',
    '{\\rtf1\\ansi Vorname}',
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
    'MIME-Version: 1.0\n',
    'ID;PWXL;N;E\n',
    archive('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    archive('Index/Document.iwa'),
    archive('word/document.xml'),
  ])
    await assert.rejects(read(start), { message: 'error_upload_binary' }, start);
});
