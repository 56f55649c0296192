import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { Usage } from '#server/platform/database/usage.ts';
import type { Entity } from '#shared/administration/entity.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { EntityRow } from './refs.ts';

/** What is being saved: an entity's row (null for a new one), by whom, in which transaction. */
export interface Saving {
  ctx: SignedIn;
  tx: Tx;
  entity: Entity;
  before: EntityRow | null;
  input: Record<string, unknown>;
}

/** What is wrong, by field; hooks add to it. */
export type Faults = Record<string, RefusalKey>;

/** What deleting a row would do, and what refers to it. */
export interface Deletion {
  /** Remove it for good, switch it off, refuse because something refers to it, or keep it because the program needs it. */
  outcome: 'remove' | 'switchOff' | 'refuse' | 'keep';
  usage: Usage[];
}

/** What an entity asks beyond its description. */
export interface Hooks {
  /** Looks at several fields together; may add columns and faults. */
  check?(saving: Saving, columns: Record<string, unknown>, faults: Faults): void | Promise<void>;
  /** Writes what is no column of its own; answers the row as it then stands. */
  written?(saving: Saving, row: EntityRow): Promise<EntityRow>;
  /** What changed besides the described columns, for the audit log. */
  audited?(saving: Saving, row: EntityRow): Promise<Record<'before' | 'after', Record<string, unknown>>>;
  /** What deleting a row does, where the usual rules do not hold. */
  outcome?(row: EntityRow, usage: readonly Usage[]): Deletion['outcome'];
  /** Switches rows on or off, all of them or none, where the usual rules do not hold. */
  setActive?(ctx: SignedIn, ids: readonly number[], isActive: boolean): Promise<void>;
}
