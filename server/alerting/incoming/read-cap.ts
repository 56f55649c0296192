import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { cleanText } from '#shared/stored-text.ts';
import { readPlainXml, type XmlDocument, type XmlElement, XmlFault } from './read-xml.ts';

/** What identifies a CAP message for good. */
export interface CapId {
  sender: string;
  identifier: string;
}

/** The displayed part of a CAP 1.2 message. */
export interface CapAlert extends CapId {
  sent: Date;
  status: string;
  type: string;
  references: CapId[];
  title: string;
  text: string;
  severity: string | null;
}

const namespace = 'urn:oasis:names:tc:emergency:cap:1.2';
const statuses = ['Actual', 'Exercise', 'System', 'Test', 'Draft'];
const types = ['Alert', 'Update', 'Cancel', 'Ack', 'Error'];
const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];
const mostReferences = 200;
/** Longest texts of an item, in characters. */
export const longestIncoming = { title: 200, text: 4_000, id: 1_000 };

/** Reads a CAP 1.2 message in this language, otherwise its first block; refuses everything else. */
export function readCapMessage(bytes: Uint8Array, language: string): CapAlert {
  const { root, namespace: given } = documentOf(bytes);
  if (root.name !== 'alert' || given !== namespace) throw new Refusal('error_incoming_cap');
  const faults: Record<string, RefusalKey> = {};
  const required = (name: string, known?: readonly string[]): string => {
    const value = textOf(root, name);
    if (!value) faults[name] = 'error_required';
    else if (value.length > longestIncoming.id) faults[name] = 'error_too_long';
    else if (known && !known.includes(value)) faults[name] = 'error_unknown_choice';
    return value;
  };
  const [identifier, sender] = [required('identifier'), required('sender')];
  const [status, type] = [required('status', statuses), required('msgType', types)];
  const sent = dateOf(required('sent'));
  if (!sent) faults['sent'] ??= 'error_invalid_date';
  const references = referencesOf(textOf(root, 'references'));
  if (!references) faults['references'] = 'error_incoming_references';
  else if (!references.length && (type === 'Update' || type === 'Cancel')) faults['references'] = 'error_required';
  const infos = root.elements.filter(({ name }) => name === 'info');
  const info = infos.find((one) => textOf(one, 'language').toLowerCase().startsWith(language)) ?? infos[0];
  if (!info && (type === 'Alert' || type === 'Update')) faults['info'] = 'error_required';
  if (Object.keys(faults).length) throw new Refusal('error_incoming_cap', faults);
  const words = info ? wordsOf(info) : { title: '', text: '', severity: null };
  return { identifier, sender, sent: sent!, status, type, references: references!, ...words };
}

function documentOf(bytes: Uint8Array): XmlDocument {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, encoding = 'utf-8'] =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml [^>]{0,100}encoding\s?=\s?["']([\w-]{1,40})["']/.exec(start) ?? [];
  try {
    return readPlainXml(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof XmlFault && error.kind === 'doctype') throw new Refusal('error_incoming_doctype');
    // an unknown encoding or wrong bytes
    if (error instanceof XmlFault || error instanceof RangeError || error instanceof TypeError)
      throw new Refusal('error_incoming_xml');
    throw error;
  }
}

function wordsOf(info: XmlElement): Pick<CapAlert, 'title' | 'text' | 'severity'> {
  const areas = info.elements.filter(({ name }) => name === 'area').map((area) => textOf(area, 'areaDesc'));
  const parts = [
    textOf(info, 'description'),
    textOf(info, 'instruction'),
    areas.filter(Boolean).join(', '),
    textOf(info, 'web'),
  ];
  const severity = textOf(info, 'severity');
  return {
    title: cut(textOf(info, 'headline') || textOf(info, 'event'), longestIncoming.title),
    text: cut(parts.filter(Boolean).join('\n\n'), longestIncoming.text),
    severity: severities.includes(severity) ? severity : null,
  };
}

const textOf = (element: XmlElement, name: string): string =>
  cleanText(element.elements.find((one) => one.name === name)?.text ?? '').trim();

/** CAP requires an offset; Z is accepted too. */
function dateOf(text: string): Date | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** Reads "sender,identifier,sent" triples; null if invalid. */
function referencesOf(text: string): CapId[] | null {
  const parts = text.split(/\s+/).filter(Boolean);
  const read = parts.map((part) => {
    const [sender, identifier, sent, more] = part.split(',', 4);
    return sender && identifier && sent && more === undefined ? { sender, identifier } : null;
  });
  return parts.length > mostReferences || read.includes(null) ? null : (read as CapId[]);
}
