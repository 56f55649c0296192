import assert from 'node:assert/strict';
import test from 'node:test';
import { wishIn } from '#server/alerting/answers/opt-out-words.ts';
import { readReply } from '#server/alerting/answers/reply-words.ts';
import { textOfHtml, writtenText } from './written-text.ts';

const options = [
  { code: '1', label: 'Ich komme', labelEn: 'I am coming', kind: 'POSITIVE', askMinutes: true },
  { code: '2', label: 'Ich komme nicht', labelEn: 'I am not coming', kind: 'NEGATIVE', askMinutes: false },
];
const alarm = `Stromausfall Haus 3
Krisenstab trifft sich in 90 Minuten in Raum 4.
1 = Ich komme, 2 = Ich komme nicht`;
const marked = alarm.replace(/^/gm, '> ');

/** The quotes of programs below an answer. */
const quotes: Record<string, string> = {
  'Yahoo, German': `    Am Samstag, 21. November 2026 um 03:40:12 MEZ hat Leitstelle <alarm@house.example> Folgendes geschrieben:  \n \n ${alarm}`,
  'Yahoo, English': `    On Saturday, November 21, 2026 at 03:40:12 AM GMT+1, Leitstelle <alarm@house.example> wrote:  \n \n ${alarm}`,
  'Gmail, German': `Leitstelle <alarm@house.example> schrieb am Sa., 21. Nov. 2026, 03:40:\n\n${alarm}`,
  'Gmail, German, marked': `Leitstelle <alarm@house.example> schrieb am Sa., 21. Nov. 2026, 03:40:\n\n${marked}`,
  'Gmail, German, broken': `Am Sa., 21. Nov. 2026 um 03:40 Uhr schrieb Leitstelle <\nalarm@house.example>:\n\n${marked}`,
  'Gmail, name on its own line': `Leitstelle\n<alarm@house.example> schrieb am Sa., 21. Nov. 2026, 03:40:\n\n${alarm}`,
  'Gmail, English': `On Sat, Nov 21, 2026 at 3:40 AM Leitstelle <alarm@house.example> wrote:\n\n${marked}`,
  GMX: `Gesendet: Samstag, 21. November 2026 um 03:40 Uhr\nVon: "Leitstelle" <alarm@house.example>\nAn: anna@amsel.example\nBetreff: Alarm: Stromausfall\n${alarm}`,
  'GMX, English': `Sent: Saturday, November 21, 2026 at 3:40 AM\nFrom: "Leitstelle" <alarm@house.example>\nTo: anna@amsel.example\nSubject: Alarm\n${alarm}`,
  'web.de, date': `Datum: Sa, 21. Nov. 2026 03:40\nVon: Leitstelle\nBetreff: Alarm\n\n${alarm}`,
  'Outlook, German': `Von: Leitstelle <alarm@house.example>\nGesendet: Samstag, 21. November 2026 03:40\nAn: Anna Amsel\nBetreff: Alarm\n\n${alarm}`,
  'Outlook, bold': `*Von:* Leitstelle <alarm@house.example>\n*Gesendet:* Samstag\n*An:* Anna\n*Betreff:* Alarm\n\n${alarm}`,
  'Outlook, priority first': `Von: Leitstelle\nWichtigkeit: Hoch\nGesendet: Samstag\nAn: Anna\n\n${alarm}`,
  'Outlook for iOS': `________________________________\nVon: Leitstelle <alarm@house.example>\nGesendet: Samstag\n\n${alarm}`,
  'Outlook 2003': `-----Ursprüngliche Nachricht-----\nVon: Leitstelle\n\n${alarm}`,
  'Outlook, English': `From: Leitstelle <alarm@house.example>\nSent: Saturday, 21 November 2026 03:40\nTo: Anna\nSubject: Alarm\n\n${alarm}`,
  'Apple Mail': `Am 21.11.2026 um 03:40 schrieb Leitstelle <alarm@house.example>:\n\n${marked}`,
  'Apple Mail, unmarked': `Am 21.11.2026 um 03:40 schrieb Leitstelle <alarm@house.example>:\n\n${alarm}`,
  'Apple Mail, English': `On 21. Nov 2026, at 03:40, Leitstelle <alarm@house.example> wrote:\n\n${marked}`,
  Thunderbird: `Am 21.11.26 um 03:40 schrieb Leitstelle:\n${marked}`,
  'Thunderbird, English': `On 21.11.26 03:40, Leitstelle wrote:\n${marked}`,
  'name alone': `Leitstelle schrieb:\n${marked}`,
  Samsung: `-------- Ursprüngliche Nachricht --------\nVon: Leitstelle\nDatum: 21.11.26 03:40 (GMT+01:00)\nAn: Anna\nBetreff: Alarm\n\n${alarm}`,
  'Samsung, English': `-------- Original message --------\nFrom: Leitstelle\nDate: 21/11/2026\n\n${alarm}`,
  'T-Online': `-----Original-Nachricht-----\nBetreff: Alarm\nDatum: 2026-11-21\n\n${alarm}`,
  'Lotus Notes': `Von:        Leitstelle/House\nAn:        Anna Amsel\nDatum:        21.11.2026 03:40\nBetreff:        Alarm\n\n${alarm}`,
  GroupWise: `>>> Leitstelle <alarm@house.example> 21.11.2026 03:40 >>>\n${alarm}`,
  Horde: `Zitat von Leitstelle <alarm@house.example>:\n\n${marked}`,
  Proton: `Leitstelle <alarm@house.example> schrieb am Samstag, 21. November 2026 um 03:40:\n\n${marked}`,
  'forwarded, Apple': `Anfang der weitergeleiteten Nachricht:\n\nVon: Leitstelle\n${alarm}`,
  'Outlook, appointment': `-----Ursprünglicher Termin-----\nVon: Leitstelle\n\n${alarm}`,
  'Outlook, appointment in English': `-----Original Appointment-----\nFrom: Leitstelle\nSent: Saturday\n\n${alarm}`,
  AOL: `-----Ursprüngliche Mitteilung-----\nVon: Leitstelle\nVerschickt: Sa, 21. Nov 2026 3:40\n\n${alarm}`,
  Zimbra: `----- Ursprüngliche Mail -----\nVon: "Leitstelle"\nAn: "Anna"\n\n${alarm}`,
  Tuta: `21. Nov. 2026, 03:40 von alarm@house.example:\n\n${marked}`,
  'Tuta, unmarked': `21. Nov. 2026, 03:40 von alarm@house.example:\n\n${alarm}`,
  'GroupWise, English': `>>> On 21.11.2026 at 03:40, Leitstelle <alarm@house.example> wrote:\n${alarm}`,
  'Yahoo app': `  Am Sa., 21 Nov. 2026 um 3:40 schrieb Leitstelle<alarm@house.example>:   ${alarm}`,
  'Yahoo app, English': `  On Sat, 21 Nov 2026 at 3:40, Leitstelle<alarm@house.example> wrote:   ${alarm}`,
  IONOS: `  Leitstelle <alarm@house.example> hat am 21.11.2026 03:40 CET geschrieben:\n\n\n${alarm}`,
  Roundcube: `Am 2026-11-21 03:40, schrieb Leitstelle:\n${marked}`,
  Evolution: `Am Samstag, dem 21.11.2026 um 03:40 +0100 schrieb Leitstelle:\n${marked}`,
  SOGo: `Am Samstag, November 21, 2026 03:40 CET, schrieb "Leitstelle" <alarm@house.example>: \n \n${alarm}`,
  'web.de, no colon': `Am 21.11.26 um 03:40 schrieb Leitstelle\n\n> Von: "Leitstelle" <alarm@house.example>\n${marked}`,
  'HCL Notes': `"Leitstelle" ---21.11.2026 03:40:12---Stromausfall Haus 3\n\nVon: "Leitstelle" <alarm@house.example>\nAn: "Anna"\nDatum: 21.11.2026 03:40\nBetreff: Alarm\n\n${alarm}`,
  'HCL Verse': `Leitstelle --- Alarm ---\n\nVon: Leitstelle\nAn: Anna\nDatum: Sa. 21.11.2026 03:40\nBetreff: Alarm\n\n${alarm}`,
  'Xiaomi, Chinese': `Leitstelle <alarm@house.example> 于2026年11月21日周六 03:40写道：\n\n${alarm}`,
  'Gmail, Turkish': `Leitstelle <alarm@house.example>, 21 Kas 2026 Cmt, 03:40 tarihinde şunu yazdı:\n\n${alarm}`,
  'Outlook, Polish': `Od: Leitstelle <alarm@house.example>\nWysłano: sobota, 21 listopada 2026\nDo: Anna\nTemat: Alarm\n\n${alarm}`,
  'Outlook, Russian': `От: Leitstelle <alarm@house.example>\nОтправлено: суббота, 21 ноября 2026\nКому: Anna\nТема: Alarm\n\n${alarm}`,
  'eM Client': `------ Originalnachricht ------\nVon "Leitstelle" <alarm@house.example>\nAn "Anna" <a@x.example>\nDatum 21.11.2026 03:40:12\n\n${alarm}`,
  'K-9': `Am 21. November 2026 03:40:12 MEZ schrieb Leitstelle <alarm@house.example>:\n${marked}`,
  Spark: `Am 21. Nov. 2026 um 03:40 +0100, Leitstelle <alarm@house.example> schrieb:\n${marked}`,
  'Proton, mobile': `-------- Ursprüngliche Nachricht --------\nAm Samstag, 21.11.26 um 03:40 Leitstelle <alarm@house.example> schrieb:\n\n${alarm}`,
  Mutt: `On Sat, Nov 21, 2026 at 03:40:12AM +0100, Leitstelle wrote:\n${marked}`,
  Vodafone: `----Ursprüngliche Nachricht----\nVon : alarm@house.example\nDatum : 21/11/2026 - 03:40 (MEZ)\nAn : a\nBetreff : Alarm\n\n${alarm}`,
  'Outlook, Romanian': `De la: Leitstelle <alarm@house.example>\nTrimis: sâmbătă, 21 noiembrie 2026 03:40\nCătre: Anna\nSubiect: Alarm\n\n${alarm}`,
  'Outlook, Greek': `Από: Leitstelle <alarm@house.example>\nΣτάλθηκε: Σάββατο, 21 Νοεμβρίου 2026 03:40\nΠρος: Anna\nΘέμα: Alarm\n\n${alarm}`,
  'Outlook, Ukrainian': `Від: Leitstelle <alarm@house.example>\nНадіслано: субота, 21 листопада 2026 р. 03:40\nКому: Anna\nТема: Alarm\n\n${alarm}`,
  'Outlook, Arabic': `من: Leitstelle <alarm@house.example>\nتم الإرسال: السبت, 21 نوفمبر 2026 03:40\nإلى: Anna\nالموضوع: Alarm\n\n${alarm}`,
  'Apple Mail, with a picture': `\ufffc\nAm 21.11.2026 um 03:40 schrieb Leitstelle <alarm@house.example>:\n\n\ufffc${alarm}`,
  Zoho: `---- Am Sa, 21 Nov 2026 03:40:12 +0100 Leitstelle <alarm@house.example> schrieb ----\n\n${alarm}`,
  'Zoho, English': `---- On Sat, 21 Nov 2026 03:40:12 +0100  alarm@house.example  wrote ---\n\n${alarm}`,
  Nextcloud: `"Leitstelle" alarm@house.example – 21. November 2026 03:40\n${marked}`,
  'Kerio, Czech': `-------- Původní zpráva --------\nOd: Leitstelle\nDatum: 21. 11. 2026\nKomu: Anna\nPředmět: Alarm\n\n${alarm}`,
  nothing: '',
};

/** Separators between an answer and its quote. */
const ends = [
  '',
  'Gesendet von Outlook für iOS<https://aka.ms/o0ukef>',
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Get Outlook for Android',
  'Holen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>',
  'Outlook für iOS<https://aka.ms/o0ukef> beziehen',
  'Sent from Outlook for Android<https://aka.ms/AAb9ysg>',
  'Gesendet von Mail<https://go.microsoft.com/fwlink/?LinkId=550986> für Windows',
  'Gesendet von Mail für Windows 10',
  'Sent from Mail for Windows',
  'Von meinem iPhone gesendet',
  'Von meiner Apple Watch gesendet',
  'Sent from my iPad',
  'Von meinem Samsung Galaxy Smartphone gesendet.',
  'Von Samsung Mobile gesendet',
  'Sent from my Verizon, Samsung Galaxy smartphone',
  'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
  'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
  'Gesendet mit der WEB.DE Mail App',
  'Gesendet mit der Telekom Mail App',
  'Von Yahoo Mail auf Android gesendet',
  'Gesendet von Yahoo Mail für iPhone',
  'Sent from Yahoo Mail on Android',
  'Gesendet mit Proton Mail',
  '-- \nAnna Amsel\nTel. 0221 20',
  'Gruß\nCleo',
  'Viele Grüße\nAnna Amsel\nTel. 0221 20\nPflege, Haus 3',
  'Mit freundlichen Grüßen\n\ni. A. Anna Amsel',
  'Mit besten Grüßen aus Köln',
  'LG Anna',
  'VG, A. Amsel\n\nVon meinem iPhone gesendet',
  'MfG',
  'Best regards,\nAnna',
  'Kind regards\nAnna Amsel | Ward 3',
  'Danke!\nAnna',
  'Liebe Grüße, Ihre Anna Amsel',
  'Ciao\nAnna',
  'Anna',
  'A. Amsel',
  'i. V. Anna Amsel\nStadtwerke Köln GmbH\nTel. 0221 20',
  'Dr. med. Anna Amsel',
  '__\nAnna Amsel\nTel. 0221 20',
  '***************\nAnna Amsel\nTel. 0221 20',
  '—\nAnna Amsel',
  'Von meinem OnePlus gesendet',
  'Gesendet von meinem Redmi Note 8',
  '\u2063BlueMail für Android herunterladen \u200B',
  '[Get Outlook for iOS](https://aka.ms/o0ukef)',
  'Holen Sie sich Outlook für iOS (https://aka.ms/o0ukef)',
  'Virenfrei.www.avast.com',
  'Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nhttps://www.avast.com/antivirus',
  'Mit freundlichen Grüßen / Best regards\nAnna Amsel',
  'Viele liebe Grüße',
  'Mit kameradschaftlichen Grüßen\nAnna',
  'Herzlichst, Anna',
  'Schönen Abend noch',
  'Einen ruhigen Dienst\nAnna',
  'Glück auf\nAnna',
  '- Anna',
  '(Anna Amsel)',
  'Envoyé de mon iPhone',
  'Wysłane z iPhone',
  'iPhone’umdan gönderildi',
  '[cid:image001.png@01DB3C]',
  'Diese E-Mail enthält vertrauliche Informationen und ist nur für den Empfänger bestimmt.',
];
/** The sender, whose own name below an answer is no part of it. */
const writer = 'Anna Amsel anna.amsel@house.example';

test('neither a quote nor a signature changes an answer, and STOP stays STOP', () => {
  for (const [program, quote] of Object.entries(quotes)) {
    for (const end of ends) {
      for (const gap of ['\n\n', '\n']) {
        const mail = (answer: string) => `${[answer, end].filter(Boolean).join(gap)}\n\n${quote}`;
        const name = JSON.stringify([program, end, gap]);
        const read = readReply(writtenText(mail('1 20'), writer), options);
        assert.deepEqual(read, { option: '1', minutes: 20, text: '' }, name);
        assert.deepEqual(
          readReply(writtenText(mail('2'), writer), options),
          { option: '2', minutes: null, text: '' },
          name,
        );
        assert.equal(wishIn(writtenText(mail('STOP'), writer)), 'opt_out', name);
      }
    }
    const above = readReply(writtenText(`1\n${quote}`), options);
    assert.deepEqual([above.option, above.text], ['1', ''], `${program}, right below the answer`);
  }
});

test('STOP above a signature block is STOP in any wording', () => {
  for (const text of [
    'STOP\n\nAnna Amsel\nStadtwerke Köln',
    'Stopp!\n\n--\nAnna',
    'Hallo,\n\nbitte abmelden\n\nGruß\nAnna',
    'STOP\nA. A.\nPflege, Haus 3\nTel. 0221 20',
    'Stopp\nKlinikum der Stadt Köln',
  ])
    assert.equal(wishIn(writtenText(text)), 'opt_out', text);
  for (const text of [
    'Stopp die Maschine, ich komme',
    'Stopp\nHaus 3 brennt',
    'STOP\nich komme doch',
    'STOPP\nICH KOMME NICHT',
    'Stopp\nJa',
    'Stopp!\nKomme',
    'STOP\nFehlalarm',
    'Stopp\nFeuer Haus 3',
    'STOP\n1',
  ])
    assert.equal(wishIn(writtenText(text)), null, text);
});

test('keeps the text of the writer', () => {
  const kept = [
    'Ja, 20 min\n\nIch bringe den Schlüssel mit.',
    'Am Montag komme ich\nVon mir aus gern',
    'Von Haus 3 nach Haus 4: 10 Minuten',
    'Von meinem Standort 20 min',
    'Gesendet von der Feuerwehr sind 3 Leute',
    'Danke, komme gleich',
    'Grüße an alle, ich komme in 10 min',
    '1\nDanke komme gleich',
    'Grüße bitte die Kollegen von mir',
    'An: alle Stationen\nich bringe das Notstromaggregat',
    'Anna schrieb mir, dass sie kommt:\nin 20 Minuten',
    'Ja\n---\nSchlüssel 12 liegt beim Pförtner',
    'Ja\nAnna Müller kommt auch mit',
    'Ja\nDiese Nachricht habe ich weitergegeben',
    'Am Montag um 3:40 schrieb Anna mir eine Nachricht: ich komme',
    'Anna',
    'Ja\nBeste Zufahrt: Nordtor',
    'Ja\nVon: Nordtor\nUm: 10:30\nMit: zwei Leuten\nGanz: sicher',
    'Ja\nSchöne Dienstkleidung bringe ich mit',
    'Ja\n--- Achtung ---\nNordtor ist zu',
    'Bin wach\nkomme, Gruß Anna',
    'Ja\nübernehme Gruß Anna',
  ];
  for (const text of kept) assert.equal(writtenText(text, writer), text, text);
  assert.equal(writtenText('Gruß'), 'Gruß', 'nothing but a greeting');
  assert.equal(writtenText('Ich komme\n\nGruß\nAnna\n\nPS: mit Schlüssel'), 'Ich komme\n\nPS: mit Schlüssel');
});

test('reads HTML of these programs', () => {
  const table = [
    '<div>1 20</div><div id="ms-outlook-mobile-signature">Gesendet von <a href="x">Outlook für iOS</a></div><hr><div id="divRplyFwdMsg"><b>Von:</b> Leitstelle<br><b>Gesendet:</b> Samstag<br><b>An:</b> Anna</div><div>2 = nein</div>',
    '<div>1 20</div><div class="yahoo_quoted"><div>Am Samstag hat Leitstelle geschrieben:</div><div>2 = nein</div></div>',
    '<p>1 20</p><div class="moz-cite-prefix">Am 21.11.26 schrieb x:</div><blockquote>2</blockquote><div class="moz-signature">Anna</div>',
    '<div>1 20</div><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">Am Sa. schrieb x:</div></div>',
    '<div>1 20</div><div class="protonmail_signature_block">Gesendet mit Proton Mail</div><div class="protonmail_quote">x</div>',
    '<div>1 20<br><br>Viele Gr&uuml;&szlig;e<br>Anna<br><br><b>Gesendet:</b> Samstag um 03:40 Uhr<br><b>Von:</b> x<br><b>An:</b> y<br>2 = nein</div>',
  ];
  for (const html of table) assert.deepEqual(readReply(writtenText(textOfHtml(html)), options).minutes, 20, html);
});

test('reads an answer below or within a marked quote, below a banner, and in preformatted HTML', () => {
  const intro = 'Am 22. November 2026 03:40:12 MEZ schrieb Leitstelle <alarm@house.example>:';
  const texts: [text: string, written: string][] = [
    [`${intro}\n${marked}\n\n1\n-- \nGesendet mit K-9 Mail`, '1'],
    [`Am Sa., 21. Nov. 2026 um 03:40 Uhr schrieb L <a@house.example>:\n\n> Wer kommt?\n\nIch komme\n`, 'Ich komme'],
    [`1\n\n${intro}\n${alarm}`, '1'],
    [`1\n\nBeziehen Sie Outlook für iOS<https://aka.ms/o0ukef>\n`, '1'],
    [
      `1\n\n>>> Leitstelle <a@house.example> schrieb am 21.11.2026 um 03:40 in Nachricht\n<ab@house.example>:\n${marked}`,
      '1',
    ],
    ['[EXTERN] Diese E-Mail stammt von außerhalb.\n\n1', '1'],
    ['Vorsicht: Externe E-Mail\nKlicken Sie auf keine Links.\n\nJa', 'Ja'],
    ['CAUTION: This email originated from outside of the organization.\n\nIch komme', 'Ich komme'],
    ['Extern bin ich nicht\n1', 'Extern bin ich nicht\n1'],
    ['[EXTERN]\n1\n\nViele Grüße\nAnna', '1'],
    ['[EXTERNAL] 1', '1'],
    ['EXTERN: Diese E-Mail kommt von extern\n\n1', '1'],
    ['CAUTION: External email. Do not click links.\n1', '1'],
    ["You don't often get email from alarm@house.example. Learn why this is important\nJa", 'Ja'],
    ['Hinweis: Diese Nachricht wurde von außerhalb unserer Organisation gesendet.\n\n2', '2'],
    ...[
      'Achtung, ich komme mit externem Kollegen\n\n2 Fahrzeuge',
      'Achtung, Nachricht an Externe ist raus\n\n1',
      'Hinweis: Nachricht außerhalb der Dienstzeit gelesen\n\n1',
      'Warnung: E-Mail-Server extern ausgefallen\n\n1',
      'Externe Firma ist informiert.\n\n1',
      'Diese Nachricht habe ich außerhalb gelesen.\n\nKomme nicht',
      'Achtung: kann nicht, externer Termin\n\n> 1 = Ich komme',
    ].map((text): [string, string] => [text, text.replace(/\n\n>.*$/, '')]),
    ['Achtung: E-Mail kam doppelt', 'Achtung: E-Mail kam doppelt'],
  ];
  for (const [text, written] of texts) assert.equal(writtenText(text), written, text);
  const pages: [html: string, written: string][] = [
    [`<pre>1\n\nVon: L\nGesendet: Samstag\nAn: Anna\nBetreff: Alarm\n\n${alarm}</pre>`, '1'],
    ['<p>1</p><pre class="moz-signature">-- <br>Anna Amsel</pre>', '1'],
    ['<p>1</p><table class="gmail_quote"><tr><td>2</td></tr></table>', '1'],
  ];
  for (const [html, written] of pages) assert.equal(writtenText(textOfHtml(html)), written, html);
});
