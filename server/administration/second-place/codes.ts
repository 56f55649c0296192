import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';

/** A printed code that releases the second place once. */
export interface ReleaseCode {
  id: number;
  createdBy: number | null;
  createdAt: Date;
  revokedAt: Date | null;
  usedAt: Date | null;
  /** The name that the person entered with the code. */
  usedBy: string | null;
}

// no characters that are confusable on paper
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 20; // 98 bits
const mostUsable = 20;

/** Returns the release codes, newest first. */
export async function listReleaseCodes(db: Db): Promise<ReleaseCode[]> {
  const { rows } = await sql<ReleaseCode>`
    select id, created_by, created_at, revoked_at, used_at, used_by from release_codes order by id desc limit 200`.execute(
    db,
  );
  return rows;
}

/** Creates a release code, stored as a hash. */
export async function createReleaseCode(ctx: SignedIn): Promise<{ releaseCode: ReleaseCode; code: string }> {
  const code = newCode();
  return inTransaction(ctx.db, async (tx) => {
    await tx.selectFrom('installation').select('isOnly').forUpdate().execute(); // parallel requests count each other
    const { rows: counted } = await sql<{ usable: number }>`
      select count(*)::int as usable from release_codes where used_at is null and revoked_at is null`.execute(tx);
    if (counted[0]!.usable >= mostUsable) throw new Refusal('error_too_many');
    const { rows } = await sql<ReleaseCode>`
      insert into release_codes (code_hash, created_by) values (${releaseCodeHash(ctx, code)}, ${ctx.viewer.id})
      returning id, created_by, created_at, revoked_at, used_at, used_by`.execute(tx);
    const releaseCode = rows[0]!;
    await record(tx, ctx.viewer.id, 'create', releaseCode.id);
    return { releaseCode, code };
  });
}

/** Revokes a release code, effective once replicated. */
export async function revokeReleaseCode(ctx: SignedIn, id: number): Promise<ReleaseCode> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<ReleaseCode & { isChanged: boolean }>`
      with changed as (
        update release_codes set revoked_at = clock_timestamp()
        where id = ${id} and revoked_at is null and used_at is null returning id, revoked_at)
      select r.id, r.created_by, r.created_at, coalesce(c.revoked_at, r.revoked_at) as revoked_at, r.used_at, r.used_by,
        c.id is not null as is_changed
      from release_codes r left join changed c on c.id = r.id where r.id = ${id}`.execute(tx);
    const [row] = rows;
    if (!row) throw new Refusal('error_not_found');
    if (row.isChanged) await record(tx, ctx.viewer.id, 'switch_off', id);
    return row;
  });
}

const record = (tx: Tx, by: number, action: 'create' | 'switch_off', id: number) =>
  appendAudit(tx, { by, action, type: 'ReleaseCode', rowId: id, label: String(id) });

/** Returns a typed code's stored form. */
export const releaseCodeHash = ({ secrets }: Pick<App, 'secrets'>, code: string): Buffer =>
  createHmac('sha256', secrets.code)
    .update(`release/${code.toUpperCase().replace(/[^\dA-Z]/g, '')}`)
    .digest();

function newCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return text.match(/.{5}/g)!.join('-');
}
