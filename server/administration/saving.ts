import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { Usage } from '#server/platform/database/usage.ts';
import type { Entity } from '#shared/administration/entity.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { EntityRow } from './refs.ts';

/** An entity's row (null for a new one), user, and transaction. */
export interface Saving {
  ctx: SignedIn;
  tx: Tx;
  entity: Entity;
  before: EntityRow | null;
  input: Record<string, unknown>;
}

/** Errors by field; hooks add some. */
export type Faults = Record<string, RefusalKey>;

/** The effects of a deletion. */
export interface Deletion {
  /** Remove, switch off, refuse because of references, or keep as needed. */
  outcome: 'remove' | 'switchOff' | 'refuse' | 'keep';
  usage: Usage[];
}

/** An entity's rules beyond its description. */
export interface Hooks {
  /** Checks several fields; may add columns and faults. */
  check?(saving: Saving, columns: Record<string, unknown>, faults: Faults): void | Promise<void>;
  /** Writes other tables; returns the row. */
  written?(saving: Saving, row: EntityRow): Promise<EntityRow>;
  /** Further changes for the audit log. */
  audited?(saving: Saving, row: EntityRow): Promise<Record<'before' | 'after', Record<string, unknown>>>;
  /** A special effect of deleting a row. */
  outcome?(row: EntityRow, usage: readonly Usage[]): Deletion['outcome'];
  /** Switches rows in a special way, all or none. */
  setActive?(ctx: SignedIn, ids: readonly number[], isActive: boolean): Promise<void>;
}
