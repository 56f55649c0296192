import type { Email } from 'postal-mime';
import type { Receipt } from '#server/channels/received.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/** What a report says of a message, whichever it is. */
export type Verdict = Pick<Receipt, 'status' | 'reason'>;

const text = ({ content }: Email['attachments'][number]): string => (typeof content === 'string' ? content : '');

/** Every header of a name, in their order. */
export const headersOf = (mail: Email, name: string): string[] =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value);

/** A report of what became of a mail, in the machine's words (RFC 3464) or the program's; null when a mail is none. */
export function readReport(mail: Email): Verdict[] | null {
  const statuses = mail.attachments.filter(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  if (statuses.length) return statuses.flatMap((part) => verdicts(text(part)));
  if (/report-type="?disposition-notification/i.test(headersOf(mail, 'content-type')[0] ?? '')) return [];
  return isFromMailer(mail) ? inWords(mail) : null;
}

/** What came back of the mail that is reported on: its headers or all of it. */
export const returnedMail = (mail: Email): string =>
  mail.attachments
    .filter(({ mimeType }) =>
      /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(mimeType),
    )
    .map(text)
    .join('\n');

/** A group of fields for every recipient; fields may be folded. */
function verdicts(report: string): Verdict[] {
  const groups = report
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/);
  return groups.flatMap((group): Verdict[] => {
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? '';
    const action = /^\w+/.exec(field('Action'))?.[0].toLowerCase();
    if (action === 'delivered') return [{ status: 'delivered' }];
    if (action !== 'failed') return []; // delayed, relayed and expanded are no end
    const status = codeIn(field('Status'));
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

/** Why, by the enhanced code (RFC 3463); its first digit does not matter once the mail was given up. */
function reasonOf(code: string | null): DeliveryReason {
  const [, subject = '', detail = ''] = code?.split('.') ?? [];
  return reasons[`${subject}.${detail}`] ?? (subject === '7' ? 'message_rejected' : 'undelivered');
}

const isFromMailer = (mail: Email): boolean =>
  /^(?:mailer-daemon|postmaster)@?/i.test(mail.from?.address ?? mail.from?.name ?? '') ||
  headersOf(mail, 'x-failed-recipients').length > 0;

const delayed =
  /delayed|warning|verzögert|noch nicht zugestellt|not yet been delivered|will (?:be retried|keep trying)/i;

/** A report for people to read: it is final unless it speaks of a delay, and tells why by a code at best. */
function inWords(mail: Email): Verdict[] {
  const told = beforeReturned(mail.text ?? '');
  if (delayed.test(mail.subject ?? '')) return [];
  const codes = told.match(new RegExp(enhanced, 'g')) ?? [];
  const final = codes.find((code) => code.startsWith('5'));
  if (!final && (codes.length > 0 || delayed.test(told))) return [];
  return [{ status: 'failed', reason: reasonOf(final ?? null) }];
}

const dividing = /copy of|original|returned|below this line/i;
const lookedAt = 500;

/** What stands above the line of dashes that introduces the mail that came back. */
function beforeReturned(told: string): string {
  const lines = told.split('\n');
  const end = lines.findIndex((line) => line.startsWith('--') && dividing.test(line.slice(0, lookedAt)));
  return end < 0 ? told : lines.slice(0, end).join('\n');
}
