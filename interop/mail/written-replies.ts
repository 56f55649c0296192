import type { LedgerEntry } from '../../faults/smtp-sink.ts';

const alarm = 'Stromausfall\n1 = Ich komme, 2 = Ich komme nicht';
const quoted = alarm.replace(/^/gm, '> ');
const html = (text: string) =>
  `Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n')}`;

/** Replies as programs write them from their subject on, all with 1 and 20 minutes. */
export const programReplies: Record<string, string> = {
  'Outlook for Windows': `Subject: AW: Alarm\nThread-Index: AQHa\nX-MS-Has-Attach:\nContent-Language: de-DE\n${html(
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=DE><div class=WordSection1><p class=MsoNormal>1 20<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>Von:</b> Stab &lt;alarm@example.org&gt;<br><b>Gesendet:</b> Samstag, 21. November 2026 03:40<br><b>An:</b> Anna<br><b>Betreff:</b> Alarm</p></div><p class=MsoNormal>2 = Ich komme nicht</p></div></body></html>`,
  )}`,
  'Outlook for iOS': `Subject: Re: Alarm\nContent-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: quoted-printable\n\n1 20\n\nOutlook f=C3=BCr iOS<https://aka.ms/o0ukef> beziehen\n________________________________\nVon: Stab <alarm@example.org>\nGesendet: Samstag, 21. November 2026\n\n${alarm.replaceAll('=', '=3D')}`,
  Gmail: `Subject: Re: Alarm\nContent-Type: multipart/alternative; boundary="000000000000b1"\n\n--000000000000b1\nContent-Type: text/plain; charset="UTF-8"\n\n1 20\n\nAm Sa., 21. Nov. 2026 um 03:40 Uhr schrieb Stab <alarm@example.org>:\n\n${quoted}\n\n--000000000000b1\n${html('<div dir="auto">1 20</div><br><div class="gmail_quote"><blockquote class="gmail_quote">2 = Ich komme nicht</blockquote></div>')}\n\n--000000000000b1--`,
  'Apple Mail': `Subject: Re: Alarm\nX-Mailer: Apple Mail (2.3826)\nContent-Type: text/plain;\n\tcharset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n1 20\n\n> Am 21.11.2026 um 03:40 schrieb Stab <alarm@example.org>:\n>=20\n${quoted.replaceAll('=', '=3D')}\n`,
  iPhone: `Subject: Re: Alarm\nX-Mailer: iPhone Mail (23B85)\n${html('<html><body dir="auto">1 20<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote type="cite">Am 21.11.2026 um 03:40 schrieb Stab:<br>2 = Ich komme nicht</blockquote></div></body></html>')}`,
  Thunderbird: `Subject: Re: Alarm\nUser-Agent: Mozilla Thunderbird\nContent-Type: text/plain; charset=UTF-8; format=flowed\n\n1 20\n\nAm 21.11.26 um 03:40 schrieb Stab:\n${quoted}\n-- \nAnna\n`,
};

/** Notes of absence that begin with a code of an answer. */
export const absenceNotes: Record<string, string> = {
  Exchange:
    'Subject: Automatische Antwort: Alarm\nAuto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\n\n1 Ich bin im Urlaub',
  Gmail:
    'Subject: Abwesend Re: Alarm\nAuto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\n\n1 Ich bin im Urlaub',
  'Dovecot Sieve':
    'Subject: Auto: Alarm\nAuto-Submitted: auto-replied (vacation)\nPrecedence: bulk\n\n1 Ich bin im Urlaub',
};

/** A bounce of a mail, with a status of RFC 3463. */
export const bounceOf = (mail: LedgerEntry, status: string) =>
  `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)\nTo: ${mail.from}\nSubject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="B"\n\n--B\nContent-Type: text/plain\n\nI'm sorry\n\n--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ${mail.to}\nAction: failed\nStatus: ${status}\n\n--B--`;
