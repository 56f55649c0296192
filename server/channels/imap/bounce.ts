import type { Email } from 'postal-mime';
import type { Receipt } from '#server/channels/received.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { textOfHtml } from './written-text.ts';

/** The content of a report about a message. */
export type BounceVerdict = Pick<Receipt, 'status' | 'reason'>;

const text = ({ content }: Email['attachments'][number]): string => (typeof content === 'string' ? content : '');

export const headersOf = (mail: Email, name: string): string[] =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value);

/**
 * Parses a delivery report (RFC 3464) or free text; null for other mails. Structure and sender decide, because people
 * may quote reports.
 */
export function readReport(mail: Email): BounceVerdict[] | null {
  const statuses = mail.attachments.filter(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  if (statuses.length) return statuses.flatMap((part) => verdicts(text(part)));
  const type = headersOf(mail, 'content-type')[0] ?? '';
  if (/report-type="?disposition-notification/i.test(type)) return [];
  return /report-type="?delivery-status/i.test(type) || isFromMailer(mail) ? inWords(mail) : null;
}

/** Returns the returned mail: its headers or all of it. */
export const returnedMail = (mail: Email): string =>
  mail.attachments
    .filter(({ mimeType }) =>
      /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(mimeType),
    )
    .map(text)
    .join('\n');

/** One group of folded fields per recipient. */
function verdicts(report: string): BounceVerdict[] {
  const groups = report
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/);
  return groups.flatMap((group): BounceVerdict[] => {
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? '';
    const action = /^\w+/.exec(field('Action'))?.[0].toLowerCase();
    if (action === 'delivered') return [{ status: 'delivered' }];
    const status = codeIn(field('Status'));
    const isFailed = action === 'failed' || (action === undefined && status?.startsWith('5'));
    if (!isFailed) return []; // delayed, relayed and expanded aren't final
    const exact = status && !/^\d\.0\.0$/.test(status) ? status : codeIn(field('Diagnostic-Code'));
    return [{ status: 'failed', reason: reasonOf(exact ?? status) }];
  });
}

const enhanced = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;
const codeIn = (words: string): string | null => enhanced.exec(words)?.[0] ?? null;

const reasons: Readonly<Record<string, DeliveryReason>> = {
  '1.0': 'address_unknown',
  '1.1': 'address_unknown',
  '1.2': 'address_unknown',
  '1.3': 'address_invalid',
  '1.6': 'address_unknown',
  '1.10': 'address_unknown',
  '2.1': 'address_unknown',
  '2.2': 'mailbox_full',
  '2.3': 'message_too_large',
  '3.4': 'message_too_large',
};

/** Returns the reason by enhanced code (RFC 3463), whose first digit is irrelevant here. */
function reasonOf(code: string | null): DeliveryReason {
  const [, subject = '', detail = ''] = code?.split('.') ?? [];
  return reasons[`${subject}.${detail}`] ?? (subject === '7' ? 'message_rejected' : 'undelivered');
}

/** All automatic mails have the null sender (RFC 5321, 4.5.5). */
export const hasNullSender = (mail: Email): boolean =>
  headersOf(mail, 'return-path').some((value) => /^\s*<\s*>/.test(value));

function isFromMailer(mail: Email): boolean {
  if (headersOf(mail, 'x-failed-recipients').length > 0) return true;
  const address = mail.from?.address ?? mail.from?.name ?? '';
  if (/^mailer-?daemon@?/i.test(address)) return true;
  const isSystem = /^(?:postmaster|mdaemon|bounces?)@?/i.test(address) || systemName.test(mail.from?.name ?? '');
  if (hasNullSender(mail) && undelivered.test(mail.subject ?? '')) return true;
  // a postmaster may be a person who replies
  return (
    isSystem &&
    (hasNullSender(mail) ||
      undelivered.test(mail.subject ?? '') ||
      delayedSubject.test(mail.subject ?? '') ||
      replyCode(ownWords(mail)) !== null)
  );
}

const systemName =
  /^\W{0,3}(?:mail delivery (?:system|subsystem|service)|mailer-?daemon|system ?administrator|postmaster|microsoft outlook|notes router)\b/i;
const undelivered =
  /^\s*(?:un(?:deliver|zustell)|nicht zugestellt|nicht zustellbar|undelivered|mail delivery fail|delivery (?:status notification|failure|has failed)|returned mail|failure notice|message undeliver|unzustellbar|zustellung fehlgeschlagen|delivery delayed|delayed mail|mail system error|rejected|mail could not be|rückläufer|zustellungsfehler|fehler bei der zustellung|nachrichtenstatus\b.{0,20}nicht zustellbar|(?:ihre )?(?:nachricht|e-?mail) (?:konnte|wurde) nicht)/i;

// words for a delay, in the report's subject or own sentences
const delayedSubject =
  /^\s*(?:delayed|delivery delayed|delivery (?:status )?notification \(delay\)|(?:mail|message) delayed|(?:mail|message) delivery delayed|verzögert|zustellung verzögert|verzögerte zustellung|übermittlung verzögert|zustellverzögerung|(?:[^\s:]{1,20} ){0,3}(?:retard|ritardo|retras|atras|vertraag|opóźni|zpožd|försen|forsink))/i;
// a warning may be about a delay or a failure
const warningSubject = /^\s*(?:warning|warnung|avertissement|avviso|aviso)\b/i;
const failedSubject =
  /fail|fehl|nicht (?:zu|aus|über)|unzustell|unmöglich|mancat|mancan|impossib|imposib|échec|échou|non (?:consegn|recapit|remis|livr|distribu)|no (?:se )?(?:pud|ha|entreg)|fall[oóa]|falha|não/i;
const delayedText =
  /\b(?:(?:has|have) (?:been )?(?:not yet been|delayed)|(?:delivery|message|mail) (?:is|was|has been) delayed|not yet (?:been )?delivered|will (?:be retried|keep trying|continue (?:to try|trying)|be attempted)|no action is required|still (?:trying|being retried))|(?:noch|bisher|bislang) nicht (?:zugestellt|ausgeliefert|übermittelt|übergeben)|(?:zustellung|auslieferung|übermittlung) (?:wurde |ist |wird )?(?:\w{1,20} )?verzögert|(?:weiter|erneut) versucht|nur eine warnung|versucht es (?:noch|weiter)|pas encore (?:été|pu|remis|livré|distribué)|(?:aún|todavía) no (?:se |ha )|ainda não (?:foi|pôde|pode)|non è (?:ancora|stato ancora)|nog niet (?:worden|kunnen|bezorgd|afgeleverd|verzonden)|nie (?:\S{1,20} ){0,3}jeszcze(?! raz)|jeszcze nie|dosud ne|ne\S{1,15} dosud|ännu inte (?:kunnat|levererats|kommit)|(?:ikke (?:enda|endnu)|(?:enda|endnu) ikke) (?:blitt |blevet |kunnet )?lever/i;
// afterwards, nothing is tried again
const finalText =
  /\b(?:(?:have|['’]ve) given up|no (?:further|more) (?:delivery )?attempts will be made|(?:wurden?|sind) (?:endgültig )?(?:aufgegeben|eingestellt)|keine weiteren (?:zustell)?versuche)\b/i;

/** Returns whether a subject is a report's, also of an unknown mail server. */
export const isReportSubject = (subject: string): boolean => undelivered.test(subject) || delayedSubject.test(subject);

/** Parses a report for people: final unless it mentions a delay. */
function inWords(mail: Email): BounceVerdict[] {
  const told = ownWords(mail);
  const code = replyCode(told);
  if (code) return code.startsWith('5') ? [{ status: 'failed', reason: reasonOf(code) }] : [];
  if (isDelay(mail.subject ?? '', told)) return [];
  return [{ status: 'failed', reason: reasonOf(null) }];
}

const isDelay = (subject: string, told: string): boolean =>
  !finalText.test(told) &&
  (delayedSubject.test(subject) ||
    delayedText.test(told) ||
    (warningSubject.test(subject) && !failedSubject.test(subject)));

// a reply without an enhanced code: "said: 550 Unknown user", "(#550)"
const bareReply =
  /(?:(?:said|says|reply|replied|response|responded|error|code|smtp|antwort\w*|meldet\w*|fehler\w*)\b[^\n\d]{0,60}|^[\s>*#(]{0,8}|<<<\s?)([45][0-7]\d)(?=[\s-])/gim;

function replyCode(told: string): string | null {
  const codes = told.match(new RegExp(enhanced, 'g')) ?? [];
  const replies = [...told.matchAll(bareReply)].map(([, reply]) => reply!);
  const all = [...codes, ...replies];
  return all.find((code) => code.startsWith('5')) ?? all.find((code) => code.startsWith('4')) ?? null;
}

const dividing = /copy of|original|returned|below this line/i;
const headingReturned =
  /^[\s*=_-]{0,12}(?:original (?:message|mail|e-mail|headers?)|ursprüngliche (?:nachricht|e-?mail)|originalnachricht|(?:message|mail) (?:headers?|text|body)|nachrichtentext|nachrichtenkopf|returned message|kopie der nachricht|copy of the message)[\s:*=_-]{0,12}(?:follows?)?[\s:.]{0,3}$/i;
const repeatedHeader = /^[\s>*|]{0,12}(?:subject|betreff|thema|regarding|re|aw)\s{0,8}:\s{0,8}/i;
const quoted = /["“„«][^"“”„«»\n]{1,200}["“”»]/g;
const lookedAt = 500;
const longest = 20_000;

/** Returns a report's own text, without the returned mail. */
function ownWords(mail: Email): string {
  const text = (mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? '')).slice(0, longest);
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line) => {
    const start = line.slice(0, lookedAt);
    return (line.startsWith('--') && dividing.test(start)) || headingReturned.test(start);
  });
  const told = end < 0 ? lines : lines.slice(0, end);
  const own = told.filter((line) => !repeatedHeader.test(line.slice(0, lookedAt))).join('\n');
  return repeatedSubjects(mail, told)
    .reduce((words, subject) => words.replaceAll(subject, ' '), own)
    .replace(quoted, ' ');
}

const mostSubjects = 4;

/** Returns our subject as quoted: after a colon, on its own line, or in the returned mail. */
function repeatedSubjects(mail: Email, told: readonly string[]): string[] {
  const own = mail.subject ?? '';
  const lines = [...told, ...returnedMail(mail).slice(0, longest).split('\n')].filter((line) =>
    repeatedHeader.test(line),
  );
  const found = lines.map((line) => line.replace(repeatedHeader, '').trim());
  if (own.includes(':')) found.push(own.slice(own.indexOf(':') + 1).trim());
  return found.filter((subject) => subject.length > 3).slice(0, mostSubjects);
}
