import os from 'node:os';
import type { Row } from '#server/api/graphql/types.ts';
import { type SecurityKindName, securityKinds, severityOf } from '#shared/security-log.ts';
import { version } from '#shared/version.ts';

const authpriv = 10;
// RFC 5612 reserves this number for documentation
const ownData = 'meldekette@32473';

/** Reduces to PRINTUSASCII (RFC 5424, 6); a dash for nothing. */
const printable = (text: string, longest: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, longest) || '-';

const host = printable(os.hostname(), 255);
const processId = printable(String(process.pid), 128);

/** Formats structured data with escaped `"`, `\` and `]`. */
export const parameter = (name: string, value: string): string =>
  `${name}="${value.replace(/[\r\n\0]+/g, ' ').replace(/["\\\]]/g, '\\$&')}"`;

/** Formats an entry by RFC 5424. */
export function messageOf(entry: Row<'securityEntries'>): Buffer {
  const { id, at, lastAt, kind, count, userId, apiKeyId, network, what, detail, subjectType, subjectId } = entry;
  const values: [string, unknown][] = [
    ['id', id],
    ['kind', kind],
    ['count', count === 1 ? null : count],
    ['last', lastAt?.toISOString()],
    ['user', userId],
    ['apiKey', apiKeyId],
    ['network', network],
    ['what', what],
    ['detail', detail],
    ['subject', subjectType && `${subjectType} ${subjectId}`],
  ];
  const data = values.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [parameter(name, `${value}`)],
  );
  const origin = `[origin ${parameter('software', 'Meldekette')} ${parameter('swVersion', version)}]`;
  const head = `<${authpriv * 8 + severityOf(kind)}>1 ${at.toISOString()} ${host} meldekette ${processId} ${printable(kind, 32)}`;
  return Buffer.from(`${head} [${ownData} ${data.join(' ')}]${origin} \ufeff${sentenceOf(entry)}`);
}

function sentenceOf({ kind, count, userId, network, what }: Row<'securityEntries'>): string {
  const named = Object.hasOwn(securityKinds, kind) ? securityKinds[kind as SecurityKindName].label.en : kind;
  const parts = [userId === null ? '' : `user ${userId}`, network ? `from ${network}` : '', what ?? ''];
  return [`${named}${count > 1 ? ` (${count} times)` : ''}`, ...parts.filter(Boolean)].join(', ');
}
