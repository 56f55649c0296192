import { sql } from 'kysely';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { fillPlaceholders, placeholdersIn } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import { smsSize } from '#shared/sms.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { type Addressee, renderMessage } from '../delivery/render.ts';
import { readSettings } from '../settings/settings.ts';
import { type Amount, formatAmount, parseAmount, share } from './money.ts';
import { type PriceTable, priceFor, priceTable } from './prices.ts';

/** What sending costs; amounts as decimal text. */
export interface CostEstimate {
  cost: string;
  currency: string;
  encoding: string | null;
  parts: number;
  recipients: number;
  perRecipient: string;
}

/** The text to be priced, with its event's placeholders filled. */
export interface PricedText {
  title: string;
  content: string;
  requestAnswer: boolean;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  channelType: string;
  channelSettings: unknown;
  options: { code: string; label: string }[];
}

/** Somebody it is sent to. */
export interface PricedRecipient {
  personId: number | null;
  target: string;
  via: string[];
}

/** Channel types that are paid: SMS by parts, calls by the call. */
const paid = ['sms', 'voice'];

interface Total {
  cost: Amount;
  parts: number;
  encoding: string | null;
}

/** What a text costs to these recipients, each in their own words; exercises and unpaid channels cost nothing. */
export async function estimateCost(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'secrets'>,
  text: PricedText,
  recipients: readonly PricedRecipient[],
): Promise<CostEstimate> {
  const table = priceTable(text.channelSettings);
  const free = text.mode !== 'LIVE' || !paid.includes(text.channelType);
  const total = free ? nothing : await addUp(ctx, text, recipients, table);
  return {
    cost: formatAmount(total.cost),
    currency: table.currency,
    encoding: total.encoding,
    parts: total.parts,
    recipients: recipients.length,
    perRecipient: formatAmount(share(total.cost, recipients.length)),
  };
}

const nothing: Total = { cost: 0n, parts: 1, encoding: null };

async function addUp(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'secrets'>,
  text: PricedText,
  recipients: readonly PricedRecipient[],
  table: PriceTable,
): Promise<Total> {
  const write = await writer(ctx, text, recipients);
  const total: Total = { cost: 0n, parts: 0, encoding: text.channelType === 'sms' ? 'GSM-7' : null };
  for (const recipient of recipients.length ? recipients : [anybody]) {
    const size = sizeOf(text.channelType, write(recipient));
    total.parts = Math.max(total.parts, size.parts);
    if (size.encoding === 'UCS-2') total.encoding = 'UCS-2';
    if (recipient !== anybody) total.cost += BigInt(size.parts) * priceFor(table, recipient.target);
  }
  return total;
}

const anybody: PricedRecipient = { personId: null, target: '', via: [] };

const sizeOf = (channelType: string, text: string): { parts: number; encoding: string | null } =>
  channelType === 'sms' ? smsSize(text) : { parts: 1, encoding: null };

/** Writes the text for one recipient; for all at once when nothing in it differs. */
async function writer(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'secrets'>,
  text: PricedText,
  recipients: readonly PricedRecipient[],
): Promise<(recipient: PricedRecipient) => string> {
  const message = { ...text, writtenFor: text.channelType, organisation: '', language: 'de' };
  const nonce = Buffer.alloc(16); // all links are of one length
  const base = { nonce, asked: text.requestAnswer, firstName: null, lastName: null, title: null, language: null };
  const words = (addressee: Addressee) => renderMessage(message, addressee, ctx).text;
  const differing = placeholdersIn(text.title + text.content).filter((name) => /^(person|list)\./.test(name));
  if (!differing.length) {
    const same = words({ ...base, via: [] });
    return () => same;
  }
  const names = await namesOf(
    ctx.db,
    recipients.flatMap(({ personId }) => personId ?? []),
  );
  return ({ personId, via }) => words({ ...base, via, ...names.get(personId ?? 0) });
}

type Names = Pick<Addressee, 'firstName' | 'lastName' | 'title'>;

async function namesOf(db: Db, ids: number[]): Promise<Map<number, Names>> {
  const { rows } = await sql<Names & { id: number }>`
    select id, first_name, last_name, title from people where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** What one SMS of a text costs on a channel to a number of the installation's country, nobody being chosen yet. */
export async function estimateSingle(
  ctx: Pick<Context, 'db'>,
  body: string,
  channel: { type: string; settings: unknown },
): Promise<CostEstimate> {
  const table = priceTable(channel.settings);
  const { default_country: country = 'DE' } = await readSettings(ctx.db, 'default_country');
  const known = isSupportedCountry(country) ? (country as CountryCode) : 'DE';
  const size = paid.includes(channel.type) ? sizeOf(channel.type, plainText(fillPlaceholders(body, {}))) : nothing;
  const price = paid.includes(channel.type) ? priceFor(table, `+${getCountryCallingCode(known)}`) : 0n;
  const cost = formatAmount(BigInt(size.parts) * price);
  const { parts, encoding } = size;
  return { cost, perRecipient: cost, currency: table.currency, encoding, parts, recipients: 1 };
}

/** Several estimates as one; the longest text counts for parts and encoding. */
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
