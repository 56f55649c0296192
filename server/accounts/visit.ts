import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { networkOf, withinLimit } from '#server/platform/throttle.ts';
import { deviceName } from '#shared/device-name.ts';

/** The origin of a sign-in. */
export interface Visit {
  userAgent: string | null;
  network: string;
  /** The browser's name for this installation; null for other programs. */
  browser: string | null;
}

const longestAgent = 300;
const mostBrowsers = 100;
/** Mails about new devices per hour. */
const mostMails = 5;

/** Returns the visit of a request. */
export const visitOf = (ip: string, userAgent: string | undefined, browser?: string | null): Visit => ({
  userAgent: userAgent?.slice(0, longestAgent) ?? null,
  network: networkOf(ip),
  browser: browser ?? null,
});

/** Remembers the browser; mails returning users about a new one. */
export async function noteBrowser(ctx: Pick<App, 'jobs'>, tx: Tx, user: Row<'users'>, visit: Visit): Promise<void> {
  const { browser, userAgent, network } = visit;
  const hash = sha256(browser ? `browser ${browser}` : `agent ${userAgent ?? ''}`);
  const { rows } = await sql`
    insert into known_browsers (user_id, browser_hash) values (${user.id}, ${hash})
    on conflict do nothing returning user_id`.execute(tx);
  if (!rows.length)
    await sql`update known_browsers set last_at = now() where user_id = ${user.id} and browser_hash = ${hash}`.execute(
      tx,
    );
  if (!rows.length || user.lastSignInAt === null) return;
  // must not flood the mailbox or this table
  await sql`delete from known_browsers where user_id = ${user.id} and browser_hash in (
    select browser_hash from known_browsers where user_id = ${user.id} order by last_at desc offset ${mostBrowsers})`.execute(
    tx,
  );
  if (!(await withinLimit(tx, 'new_device', String(user.id), mostMails, 3600))) return;
  const values = { 'device.name': deviceName(userAgent), 'device.network': network };
  const mail = { identifier: 'new_device', to: user.id, language: user.language, values } as const;
  await sendSystemMail(ctx, tx, { ...mail, page: '/updateprofile' });
}
