import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';
import { publicKeyOf, signedText } from '#server/platform/seals/seal.ts';

/** A released place's statement that it lives on. */
export interface Life {
  /** Ids before this and earlier releases, newest first. */
  formers: readonly string[];
  id: string;
  /** The other place's newest change, by its clock. */
  asOf: Date;
  /** When it was released. */
  at: Date;
}

/** Signed by the key of the seals (Ed25519 in Base64), which both places have. */
export interface SignedLife {
  text: string;
  signature: string;
}

const heading = 'meldekette life 1';
const mostFormers = 3;
const signedLife = z.object({ text: z.string().max(300), signature: z.string().max(200) });

/** Signs and stores a release's statement, which continues an earlier one. */
export async function storeLife(
  tx: Tx,
  seed: Buffer,
  { former, id, asOf, at }: Omit<Life, 'formers'> & { former: string },
): Promise<void> {
  const { rows } = await sql<{ text: string | null }>`select life_text as text from installation`.execute(tx);
  const earlier = rows[0]?.text?.split('\n')[1]?.split(' ') ?? [];
  const formers = [former, ...earlier].slice(0, mostFormers).join(' ');
  const text = [heading, formers, id, asOf.toISOString(), at.toISOString(), ''].join('\n');
  const signature = signedText(seed, text);
  await sql`update installation set life_text = ${text}, life_signature = ${signature}`.execute(tx);
}

/** Returns this place's statement; null if never released. */
export async function findLife(db: Db): Promise<SignedLife | null> {
  const { rows } = await sql<{ text: string | null; signature: Buffer | null }>`
    select life_text as text, life_signature as signature from installation`.execute(db);
  const { text = null, signature = null } = rows[0] ?? {};
  return text === null || signature === null ? null : { text, signature: signature.toString('base64') };
}

/** Reads another place's statement; null if invalid. */
export function readLife(seed: Buffer, given: unknown): Life | null {
  const parsed = signedLife.safeParse(given);
  if (!parsed.success) return null;
  const { text, signature } = parsed.data;
  const isSigned = verify(
    null,
    Buffer.from(text),
    createPublicKey(publicKeyOf(seed)),
    Buffer.from(signature, 'base64'),
  );
  const [kind, formers, id, asOf, at] = text.split('\n');
  if (!isSigned || kind !== heading || !formers || !id || !asOf || !at) return null;
  return { formers: formers.split(' '), id, asOf: new Date(asOf), at: new Date(at) };
}

/** Holds this installation if the other place was released from its data; returns whether. Another id continues. */
export async function holdForNewerLife(
  { db, log }: Pick<App, 'db' | 'log'>,
  { formers, at, asOf }: Life,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update installation set held_at = coalesce(held_at, clock_timestamp()), held_why = 'newer_life',
        newer_life_at = ${at}, newer_life_as_of = ${asOf}
      where id::text = any(${formers}::text[]) and held_why is distinct from 'newer_life' returning id`.execute(tx);
    if (!rows.length) return false;
    log.error({ event: 'installation_held', why: 'newer_life', since: at });
    await publish(tx, { system: true });
    return true;
  });
}
