import type pg from 'pg';

/** The schema that a switchover keeps in both of its databases. */
export const switchoverSchema = 'meldekette_switchover';

export interface SwitchoverState {
  role: 'source' | 'target';
  /** The target is `complete` for a moment, until the source has committed that its data `moved`. */
  stage: 'copying' | 'complete' | 'moved';
  token: string;
  installation: string;
  /** Encrypted. */
  address: Buffer | null;
  place: string;
  at: Date;
}

interface Move {
  url: string;
  token: string;
}

/** Databases that the data may have left one after another. */
export const mostMoves = 20;

const moves = new Map<string, Move>();
const pools = new Set<(address: string) => void>();

let open: (state: SwitchoverState) => Promise<string> = async (state) => {
  throw new Error(movedSentence(state));
};

export function openMovesWith(opener: typeof open): void {
  open = opener;
}

/** Returns the sentence for a start on a database whose data moved. */
export const movedSentence = ({ place, at }: Pick<SwitchoverState, 'place' | 'at'>): string =>
  `The data of this installation moved to ${place} at ${at.toISOString()}, and this database takes no more changes: set DATABASE_URL to the new one`;

export function currentAddress(url: string): string {
  let address = url;
  for (let move = moves.get(address); move; move = moves.get(address)) address = move.url;
  return address;
}

/** Returns whether a statement was refused, and nothing stored, because the data moved. */
export const isMoved = (error: unknown): boolean => (error as { schema?: unknown } | null)?.schema === switchoverSchema;

/** Calls `cut` when the data of an address moved. */
export function watchMoves(cut: (address: string) => void): () => void {
  pools.add(cut);
  return () => void pools.delete(cut);
}

export function leaveAddress(address: string): void {
  for (const cut of [...pools]) cut(address);
}

export async function readSwitchover(client: pg.ClientBase): Promise<SwitchoverState | null> {
  const { rows } = await client
    .query<SwitchoverState>(`select * from ${switchoverSchema}.state`)
    .catch((error: { code?: string }) => {
      if (error.code === '42P01') return { rows: [] }; // it ended in between
      throw error;
    });
  return rows[0] ?? null;
}

/** Throws an error for `isMoved` if the connection's database moved. */
export async function refuseMoved(client: pg.ClientBase, address: string): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('${switchoverSchema}.state') is not null as found`,
  );
  if (rows[0]?.found) await checkSwitchover(client, address);
}

const incomplete =
  'It is the incomplete target of a switchover: repeat npm run switchover on the installation that it comes from, or drop it';
const perhapsMoved =
  'It is the incomplete target of a switchover that may have moved the data, so keep it: repeat npm run switchover with the former DATABASE_URL, which completes it';

/**
 * Checks a new connection. If the data moved, remembers where to and throws an error for `isMoved`. Throws for an
 * incomplete target, and opens a complete one if its source has moved.
 */
export async function checkSwitchover(client: pg.ClientBase, address: string): Promise<void> {
  const state = await readSwitchover(client);
  if (state?.role === 'source' && state.stage === 'moved') {
    const url = await open(state);
    moves.delete(url);
    if (url !== address) moves.set(address, { url, token: state.token });
    leaveAddress(address);
    throw Object.assign(new Error(movedSentence(state)), { code: '25006', schema: switchoverSchema });
  }
  if (state?.role !== 'target') return;
  const isOurs = [...moves.values()].some(({ token }) => token === state.token);
  if (state.stage === 'complete' && isOurs) return openTarget(client);
  throw new Error(state.stage === 'complete' ? perhapsMoved : incomplete);
}

export async function openTarget(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(4211)'); // several processes find it complete at once
  await client.query(`drop schema if exists ${switchoverSchema} cascade`);
  await client.query('commit');
}
