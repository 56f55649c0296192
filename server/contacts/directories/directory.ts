import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { DirectoryAttribute, DirectoryKind } from '#shared/directories.ts';

type Stored = Row<'directories'>;

/** A directory's group whose members join a group. */
export interface GroupRule {
  dn: string;
  /** Id of the group of contacts. */
  group: number;
}

/** A directory with people. */
export type PeopleDirectory = Omit<Stored, 'attributes' | 'groupRules' | 'kind'> & {
  kind: DirectoryKind;
  attributes: DirectoryAttribute[];
  groupRules: GroupRule[];
};

/** The largest number of directories. */
export const mostDirectories = 10;

const read = (row: Stored): PeopleDirectory => ({
  ...row,
  kind: row.kind as DirectoryKind,
  attributes: row.attributes as unknown as DirectoryAttribute[],
  groupRules: row.groupRules as unknown as GroupRule[],
});

/** Returns all directories by label. */
export async function listDirectories(db: Db): Promise<PeopleDirectory[]> {
  const all = db.selectFrom('directories').selectAll().orderBy('label').orderBy('id').limit(mostDirectories);
  return (await all.execute()).map(read);
}

/** Returns a directory; refuses an unknown one. */
export async function findDirectory(db: Db | Tx, id: number): Promise<PeopleDirectory> {
  const row = await db.selectFrom('directories').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('error_not_found');
  return read(row);
}

/** Returns a directory and locks it until the transaction ends; refuses an unknown one. */
export async function holdDirectory(tx: Tx, id: number): Promise<PeopleDirectory> {
  const row = await tx.selectFrom('directories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('error_not_found');
  return read(row);
}

/** Has the next problem mailed even if it is the same, because a person decided about the last one. */
export const settleProblem = (tx: Tx, id: number) =>
  tx.updateTable('directories').set({ mailedProblem: null }).where('id', '=', id).execute();

/** Refuses if a directory was changed since it was read. */
export async function refuseChangedDirectory(tx: Tx, { id, version }: PeopleDirectory): Promise<void> {
  const now = await tx.selectFrom('directories').select('version').where('id', '=', id).executeTakeFirst();
  if (now?.version !== version) throw new Refusal('error_changed_meanwhile');
}
