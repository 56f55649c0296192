import { channelHooks } from '#server/administration/hooks/channel.ts';
import { checkPersonDataType } from '#server/administration/hooks/person-data-type.ts';
import { checkSideMenu } from '#server/administration/hooks/side-menu.ts';
import { checkSystemMail } from '#server/administration/hooks/system-mail.ts';
import { checkTrigger } from '#server/administration/hooks/trigger.ts';
import { userHooks } from '#server/administration/hooks/user.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Usage } from '#server/platform/database/usage.ts';
import type { EntityName } from '#shared/administration/entity.ts';
import type { Faults, Saving } from './check-input.ts';
import type { EntityRow } from './refs.ts';
import type { Deletion } from './remove.ts';

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

/** The exceptions, by entity. */
export const hooks: Partial<Record<EntityName, Hooks>> = {
  Channel: channelHooks,
  PersonDataType: { check: checkPersonDataType },
  SideMenu: { check: checkSideMenu },
  SystemMail: { check: checkSystemMail },
  Trigger: { check: checkTrigger },
  User: userHooks,
};
