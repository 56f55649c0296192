import { encodeXText } from 'nodemailer/lib/shared';
import { type Failure, SmtpFailure } from './errors.ts';
import type { Wire } from './wire.ts';

/** One mail of an SMTP connection. */
export interface Transaction {
  from: string;
  to: string;
  /** Each character is one byte, each line ends with CR LF. */
  message: string;
  /** The envelope id for reports (RFC 3461), and whether to report success. */
  report: { id: string; success: boolean };
  /** Milliseconds to withhold the end, to notice a broken connection. */
  hold: number;
  /** Precedes messages that aren't urgent. */
  urgent: boolean;
  /** Must be written soon, or returns. */
  hurried?: boolean;
  /** May return (NotStarted) instead of waiting long. */
  patient: boolean;
  /** Call this before the first byte; throws if it may no longer leave. */
  begin(): void;
}

/** Builds the envelope with the server's extensions. Throws SmtpFailure for unusable addresses and sizes. */
export function envelopeOf(
  { from, to, message, report }: Transaction,
  { extensions, largest }: Pick<Wire, 'extensions' | 'largest'>,
): { mail: string; rcpt: string } {
  for (const address of [from, to]) if (/[\r\n<>]/.test(address)) throw unsayable('EENVELOPE', 'invalid address');
  if (largest && message.length > largest) throw unsayable('EMESSAGE', `larger than ${largest}`);
  const offers = (name: string) => extensions.has(name);
  const dsn = offers('DSN');
  const international = /[^\0-\x7f]/.test(from + to) && offers('SMTPUTF8');
  const mail = [
    `MAIL FROM:<${from}>`,
    ...(international ? ['SMTPUTF8'] : []),
    ...(offers('SIZE') ? [`SIZE=${message.length}`] : []),
    ...(dsn ? ['RET=HDRS', `ENVID=${encodeXText(report.id)}`] : []),
  ];
  const notify = dsn ? ` NOTIFY=${report.success ? 'SUCCESS,FAILURE' : 'FAILURE'}` : '';
  return { mail: line(mail.join(' ')), rcpt: line(`RCPT TO:<${to}>${notify}`) };
}

const line = (command: string) => `${Buffer.from(command, 'utf8').toString('latin1')}\r\n`;

const unsayable = (code: string, text: string) =>
  new SmtpFailure('message', Object.assign(new Error(text), { code }) satisfies Failure);

/** Returns a message for DATA without the final dot: complete lines, leading dots doubled. */
export function smtpData(message: string): string {
  const stuffed = message.includes('\r\n.') ? message.replaceAll('\r\n.', '\r\n..') : message;
  return `${stuffed.startsWith('.') ? '.' : ''}${stuffed}${stuffed.endsWith('\r\n') ? '' : '\r\n'}`;
}
