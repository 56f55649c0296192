import assert from 'node:assert/strict';
import test from 'node:test';
import { readMail } from './read-mail.ts';

const key = 'd.12.1.abcdef01';

async function statusOf(from: string, subject: string, body: string): Promise<string | null> {
  const lines = [
    ...[`From: ${from}`, `To: antwort+${key}@example.org`, `Subject: ${subject}`],
    ...['Content-Type: text/plain; charset=utf-8', '', body],
  ];
  const { receipts, replies } = await readMail(Buffer.from(lines.join('\r\n')), new Date('2026-11-22T03:00:00Z'));
  assert.deepEqual(replies, [], subject);
  return receipts[0]?.status ?? null;
}

test('a report of a delay in words is no failure, in any of these languages', async () => {
  const delays: [subject: string, body: string][] = [
    ['Zustellverzögerung', 'Ihre Nachricht konnte bisher nicht zugestellt werden.'],
    ['Nachricht', 'Ihre Nachricht konnte bislang nicht zugestellt werden. Der Server versucht es noch 3 Tage lang.'],
    ['Warnung: Nachricht noch unterwegs', 'Dies ist nur eine Warnung. Sie müssen nichts tun.'],
    ['Avertissement: message retardé', 'Votre message n’a pas encore été remis.'],
    ['Aviso: mensaje retrasado', 'Su mensaje aún no se ha podido entregar.'],
    ['Ritardo nella consegna', 'Il messaggio non è ancora stato consegnato.'],
    ['Vertraagde bezorging', 'Uw bericht kon nog niet worden bezorgd.'],
    ['Opóźnienie dostarczenia', 'Wiadomość nie została jeszcze dostarczona.'],
    ['Försenad leverans', 'Meddelandet har ännu inte levererats.'],
  ];
  for (const [subject, body] of delays)
    assert.equal(await statusOf('MAILER-DAEMON@mx.example', subject, body), null, subject);
  assert.equal(
    await statusOf('Microsoft Outlook <postmaster@mx.example>', 'Zustellung verzögert: Alarm', 'anna@k'),
    null,
  );
});

test('a report of a failure in words is one, in any of these languages', async () => {
  const failures: [subject: string, body: string][] = [
    ['Mail-Zustellung fehlgeschlagen', 'Empfänger unbekannt'],
    ['Message non remis', 'Votre message n’a pas pu être remis.'],
    ['AVVISO DI MANCATA CONSEGNA', 'Il messaggio non è stato consegnato. 5.1.1 indirizzo non valido'],
    ['Nicht zugestellt', 'Warnung der Wetterzentrale\nEmpfänger unbekannt'],
    ['Nie dostarczono', 'Sprawdź adres i wyślij wiadomość jeszcze raz.'],
    ['Message non remis', 'Si l’adresse n’existe pas encore, vérifiez-la.'],
    ['Aviso: no se pudo entregar el mensaje', 'La dirección no existe.'],
    ['Avviso di mancato recapito', 'Indirizzo inesistente.'],
    ['Warnung: Nachricht konnte nicht zugestellt werden', 'Empfänger unbekannt.'],
    ['Undeliverable: Train en retard', 'Unknown user.'],
    ['Re: Livraison en retard', 'Unknown user.'],
    ['Nicht zugestellt', 'Die Nachricht konnte bisher nicht zugestellt werden. Die Versuche wurden eingestellt.'],
    ['Undelivered', 'It has not yet been delivered. No further delivery attempts will be made.'],
  ];
  for (const [subject, body] of failures)
    assert.equal(await statusOf('MAILER-DAEMON@mx.example', subject, body), 'failed', subject);
  assert.equal(
    await statusOf(
      'Mail Delivery Service <postmaster@gw.example>',
      'Nachrichtenstatus - nicht zustellbar',
      'Unbekannt.',
    ),
    'failed',
  );
});

test('a reply of a postmaster to an alarm about a delay is a reply', async () => {
  for (const subject of ['Re: Train en retard', 'SV: Försenad leverans', 'AW: Warnung', 'Re: Aviso']) {
    const lines = [
      ...['From: Systemadministrator <postmaster@house.example>', `To: antwort+${key}@example.org`],
      ...[`Subject: ${subject}`, 'Content-Type: text/plain; charset=utf-8', '', '1'],
    ];
    const { receipts, replies } = await readMail(Buffer.from(lines.join('\r\n')), new Date('2026-11-22T03:00:00Z'));
    assert.deepEqual([receipts, replies.map(({ text }) => text)], [[], ['1']], subject);
  }
});
