import { translations } from '#server/channels/publications/fields.ts';
import type { PublishedText, Publishing, Relation } from '#server/channels/publications/publish.ts';
import { type AreaPart, pointText, readArea } from '#shared/area.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import { languageOf, localeOf } from '#shared/languages.ts';
import { xmlDocument, xmlLeaf, xmlNode } from '#shared/xml.ts';
import { capTime } from './time.ts';

/** The issuer of a warning. */
export interface CapSender {
  sender: string;
  senderName: string;
  contact: string | null;
  timeZone: string;
}

/** A CAP message to write. */
export interface CapMessage extends CapSender, Pick<Publishing, 'key' | 'relation' | 'at' | 'texts' | 'post'> {
  expiresAt: Date;
  /** Earlier messages, each as "sender,identifier,sent". */
  references: readonly string[];
  web: string;
}

const types: Record<Relation, string> = { new: 'Alert', update: 'Update', cancel: 'Cancel' };

/** Writes a CAP 1.2 message, with one info block per language. */
export function capDocument(message: CapMessage): string {
  const { key, sender, at, timeZone, relation, references, texts, post } = message;
  return xmlDocument(
    xmlNode(
      'alert',
      [
        xmlLeaf('identifier', key),
        xmlLeaf('sender', sender),
        xmlLeaf('sent', capTime(at, timeZone)),
        xmlLeaf('status', 'Actual'), // exercises don't reach this channel
        xmlLeaf('msgType', types[relation]),
        xmlLeaf('scope', 'Public'),
        relation === 'new' ? '' : xmlLeaf('references', references.join(' ')),
        xmlLeaf('incidents', `event-${post.eventId}`),
        ...texts.map((text) => infoBlock(message, text)),
      ],
      { xmlns: 'urn:oasis:names:tc:emergency:cap:1.2' },
    ),
  );
}

/** Returns the reference for later messages. */
export const capReference = ({ key, sender, at, timeZone }: Pick<CapMessage, 'key' | 'sender' | 'at' | 'timeZone'>) =>
  `${sender},${key},${capTime(at, timeZone)}`;

function infoBlock(message: CapMessage, { language, title, text }: PublishedText): string {
  const { post, at, timeZone, expiresAt, senderName, contact, web } = message;
  const { values } = post;
  const isOver = post.reportType === 'all_clear';
  const entered = language === post.language ? undefined : translations[languageOf(language)];
  const instruction = entered?.instruction ?? 'instruction';
  return xmlNode('info', [
    xmlLeaf('language', localeOf(language)),
    leaf(values, 'category'),
    xmlLeaf('event', post.eventTypes[languageOf(language)] ?? post.eventType ?? title),
    ...(isOver ? ['AllClear'] : listOf(values, 'responseType')).map((type) => xmlLeaf('responseType', type)),
    isOver ? xmlLeaf('urgency', 'Past') : leaf(values, 'urgency'),
    leaf(values, 'severity'),
    leaf(values, 'certainty'),
    xmlLeaf('effective', capTime(at, timeZone)),
    xmlLeaf('expires', capTime(expiresAt, timeZone)),
    xmlLeaf('senderName', senderName),
    xmlLeaf('headline', title),
    xmlLeaf('description', text),
    xmlLeaf('instruction', textOf(values, instruction)),
    xmlLeaf('web', web),
    xmlLeaf('contact', contact),
    areaBlock(values, textOf(values, entered?.area ?? 'areaDesc') ?? textOf(values, 'areaDesc')),
  ]);
}

const textOf = (values: FeedValues, name: string): string | null => {
  const value = values[name];
  return typeof value === 'string' ? value : null;
};
const listOf = (values: FeedValues, name: string): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
};
const leaf = (values: FeedValues, name: string) => xmlLeaf(name, textOf(values, name));

function areaBlock(values: FeedValues, words: string | null): string {
  const read = readArea(textOf(values, 'area') ?? '');
  const parts = 'parts' in read ? read.parts : [];
  const of = (kind: AreaPart['kind']) => parts.filter((part) => part.kind === kind).map(partElement);
  return xmlNode('area', [xmlLeaf('areaDesc', words), ...of('polygon'), ...of('circle'), ...of('code')]);
}

function partElement(part: AreaPart): string {
  if (part.kind === 'polygon') return xmlLeaf('polygon', part.points.map(pointText).join(' '));
  if (part.kind === 'circle') return xmlLeaf('circle', `${pointText(part.centre)} ${part.kilometres}`);
  return xmlNode('geocode', [xmlLeaf('valueName', part.name), xmlLeaf('value', part.value)]);
}
