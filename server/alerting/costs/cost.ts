import { sql } from 'kysely';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Adapter, Size } from '#server/channels/channel.ts';
import { adapterFor, takesReplies } from '#server/channels/registry.ts';
import type { MessageContent } from '#server/channels/rendering/content.ts';
import { type Addressee, renderMessage } from '#server/channels/rendering/render.ts';
import { replyCode } from '#server/channels/rendering/reply-code.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { fillPlaceholders, placeholdersIn } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import { type Amount, formatAmount, parseAmount, share } from './money.ts';
import { priceFor, priceTable } from './prices.ts';

/** The parts of an answer link. */
export type LinkParts = Pick<App, 'publicUrl' | 'secrets'>;

/** An estimated cost; amounts as decimal text. */
export interface CostEstimate {
  cost: string;
  currency: string;
  encoding: string | null;
  parts: number;
  recipients: number;
  perRecipient: string;
}

/** A text to price, with its event's placeholders filled. */
export interface PricedText {
  title: string;
  content: string;
  requestAnswer: boolean;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  channelType: string;
  channelSettings: unknown;
  reportId: number;
  /** A follow-up of an alarm, with a link to it. */
  isFollowUp?: boolean;
  options: MessageContent['options'];
}

/** A recipient to price. */
export interface PricedRecipient extends Partial<Names> {
  personId: number | null;
  target: string;
  via: string[];
  /** The number of attempts; default 1. */
  attempts?: number;
}

type Names = Pick<Addressee, 'firstName' | 'lastName' | 'title'>;

interface Paid {
  adapter: Adapter;
  sizeOf: (text: string) => Size;
}

/** Returns a channel's prices; null if it is free. */
export function paidBy(channelType: string, channelSettings: unknown): Paid | null {
  const adapter = adapterFor(channelType, channelSettings);
  return adapter?.cost ? { adapter, sizeOf: adapter.cost } : null;
}

/** Parts and encoding of the longest text. */
interface Total extends Size {
  cost: Amount;
}

const nothing: Total = { cost: 0n, parts: 1, encoding: null };

/** Estimates a text's cost for recipients in slices; exercises cost nothing. */
export async function estimateCost(
  ctx: LinkParts & { db: Db | Tx },
  text: PricedText,
  { count, slices }: { count: number; slices: () => AsyncIterable<readonly PricedRecipient[]> },
): Promise<CostEstimate> {
  const { add, total } = priced(ctx, text);
  if (add) for await (const slice of slices()) add(isPersonal(text) ? await withNames(ctx.db, slice) : slice);
  if (!count) add?.([anybody]);
  return {
    cost: formatAmount(total.cost),
    currency: priceTable(text.channelSettings).currency,
    encoding: total.encoding,
    parts: total.parts,
    recipients: count,
    perRecipient: formatAmount(share(total.cost, count)),
  };
}

/** The same without reading anything: recipients carry their names. */
export function addUp(place: LinkParts, text: PricedText, recipients: readonly PricedRecipient[]): Total {
  const { add, total } = priced(place, text);
  add?.(recipients.length ? recipients : [anybody]);
  return total;
}

interface Priced {
  total: Total;
  /** Adds recipients; null if sending is free. */
  add: ((recipients: readonly PricedRecipient[]) => void) | null;
}

function priced(place: LinkParts, text: PricedText): Priced {
  const paid = text.mode === 'LIVE' ? paidBy(text.channelType, text.channelSettings) : null;
  if (!paid) return { total: nothing, add: null };
  const table = priceTable(text.channelSettings);
  const write = writer(place, text, paid.adapter);
  const total: Total = { cost: 0n, parts: 0, encoding: null };
  let last: { words: string; size: Size } | undefined;
  const sizeOf = (words: string): Size => {
    if (last?.words !== words) last = { words, size: paid.sizeOf(words) };
    return last.size;
  };
  const add = (recipients: readonly PricedRecipient[]) => {
    for (const recipient of recipients) {
      const size = sizeOf(write(recipient));
      total.parts = Math.max(total.parts, size.parts);
      if (total.encoding === null || size.encoding === 'UCS-2') total.encoding = size.encoding;
      const parts = recipient === anybody ? 0 : size.parts * (recipient.attempts ?? 1);
      total.cost += BigInt(parts) * priceFor(table, recipient.target);
    }
  };
  return { total, add };
}

const anybody: PricedRecipient = { personId: null, target: '', via: [] };

const isPersonal = ({ title, content }: PricedText) =>
  placeholdersIn(title + content).some((name) => /^(person|list)\./.test(name));

/** Writes the text for one recipient, if equal once for all. */
function writer(place: LinkParts, text: PricedText, adapter: Adapter): (recipient: PricedRecipient) => string {
  const code = takesReplies(adapter, text.channelSettings) ? replyCode(text.reportId) : null;
  const written = { shape: adapter.shape, replyCode: code };
  const message = {
    ...text,
    ...written,
    organisation: '',
    language: defaultLanguage,
    follows: null,
    post: null,
    informs: false, // an SMS has no button
    texts: null,
  };
  const nonce = Buffer.alloc(16); // all links have the same length
  const reader = { nonce, asked: text.requestAnswer, alarmNonce: text.isFollowUp ? nonce : null, language: null };
  const words = ({ via, firstName = null, lastName = null, title = null }: PricedRecipient) =>
    renderMessage(message, { ...reader, via, firstName, lastName, title }, place).text;
  if (isPersonal(text)) return words;
  const same = words(anybody);
  return () => same;
}

async function withNames(db: Db | Tx, recipients: readonly PricedRecipient[]): Promise<PricedRecipient[]> {
  const ids = recipients.flatMap(({ personId }) => personId ?? []);
  const { rows } = await sql<Names & { id: number }>`
    select id, first_name, last_name, title from people where id = any(${ids})`.execute(db);
  const names = new Map(rows.map(({ id, ...name }) => [id, name]));
  return recipients.map((recipient) => ({ ...recipient, ...names.get(recipient.personId ?? 0) }));
}

/** Estimates one SMS to a domestic number, before recipients are chosen. */
export async function estimateSingle(
  ctx: { db: Db | Tx },
  body: string,
  channel: { type: string; settings: unknown },
): Promise<CostEstimate> {
  const table = priceTable(channel.settings);
  const { default_country: country = 'DE' } = await readSettings(ctx.db, 'default_country');
  const known = isSupportedCountry(country) ? (country as CountryCode) : 'DE';
  const paid = paidBy(channel.type, channel.settings);
  const size = paid ? paid.sizeOf(plainText(fillPlaceholders(body, {}))) : nothing;
  const price = paid ? priceFor(table, `+${getCountryCallingCode(known)}`) : 0n;
  const cost = formatAmount(BigInt(size.parts) * price);
  const { parts, encoding } = size;
  return { cost, perRecipient: cost, currency: table.currency, encoding, parts, recipients: 1 };
}

/** Sums estimates; parts and encoding are the longest text's. */
export function sumEstimates(estimates: readonly CostEstimate[]): CostEstimate {
  const cost = estimates.reduce((sum, estimate) => sum + (parseAmount(estimate.cost) ?? 0n), 0n);
  const recipients = estimates.reduce((sum, estimate) => sum + estimate.recipients, 0);
  const longest = estimates.toSorted((a, b) => b.parts - a.parts).find(({ encoding }) => encoding) ?? estimates[0];
  return {
    cost: formatAmount(cost),
    currency: longest?.currency ?? 'EUR',
    encoding: longest?.encoding ?? null,
    parts: longest?.parts ?? 0,
    recipients,
    perRecipient: formatAmount(share(cost, recipients)),
  };
}
