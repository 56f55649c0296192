import { encodeXText } from 'nodemailer/lib/shared';
import { type Failure, SmtpFailure } from './errors.ts';
import type { Wire } from './wire.ts';

/** What goes over a connection: one sender, one recipient, the message as bytes. */
export interface Transaction {
  from: string;
  to: string;
  /** Every character is one byte, every line ends with CR LF. */
  message: string;
  /** What a server that reports what became of a mail (RFC 3461) names it by, and whether success is to be reported too. */
  report: { id: string; success: boolean };
  /** Milliseconds to hold back the end of the message, to notice a connection that breaks while it is sent. */
  hold: number;
  /** Goes before what is not. */
  urgent: boolean;
  /** Must be written soon, or is given back. */
  hurried?: boolean;
  /** May be given back (NotStarted) when it has to wait. */
  patient: boolean;
  /** To be called before its first byte is written; throws when it must not leave any more. */
  begin(): void;
}

/** Sender and recipient as commands, with what the server offers. Throws SmtpFailure when it cannot be said, or is too large. */
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

/** A message as it is sent behind DATA, without the final dot: whole lines, and a dot before each that begins with one. */
export function dataOf(message: string): string {
  const stuffed = message.includes('\r\n.') ? message.replaceAll('\r\n.', '\r\n..') : message;
  return `${stuffed.startsWith('.') ? '.' : ''}${stuffed}${stuffed.endsWith('\r\n') ? '' : '\r\n'}`;
}
