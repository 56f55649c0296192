import { channels, channelTypes, generalAlarm } from '#server/administration/base-data/base-data.ts';
import { personDataTypes } from '#server/administration/base-data/person-data-types.ts';
import { systemMailIdentifiers } from '#server/platform/jobs/system-mail-identifiers.ts';
import type { EntityName } from '#shared/administration/entity.ts';
import type { EntityRow } from './refs.ts';

interface BaseRows {
  /** Needed rows: they can't be deleted, and fixed fields stay. */
  kept: readonly string[];
  /** Those that can't be switched off either. */
  needed?: readonly string[];
}

const identifiers = (rows: readonly { identifier: string }[]) => rows.map(({ identifier }) => identifier);

const baseRows: Partial<Record<EntityName, BaseRows>> = {
  Channel: { kept: identifiers(channels), needed: ['exercise'] },
  ChannelType: { kept: identifiers(channelTypes), needed: ['exercise'] },
  EventType: { kept: [generalAlarm.type.identifier] },
  PersonDataType: { kept: identifiers(personDataTypes) },
  ReportType: { kept: ['activation', 'all_clear', 'stand_down'], needed: ['activation'] },
  SystemMail: { kept: systemMailIdentifiers },
};

/** Returns whether the program needs this row. */
export const isBaseRow = (entity: EntityName, row: EntityRow): boolean =>
  baseRows[entity]?.kept.includes(String(row['identifier'])) ?? false;

/** Returns whether the program needs this row. */
export const isNeededRow = (entity: EntityName, row: EntityRow): boolean =>
  baseRows[entity]?.needed?.includes(String(row['identifier'])) ?? false;
