import { channels, channelTypes, generalAlarm } from '#server/administration/base-data/base-data.ts';
import { personDataTypes } from '#server/administration/base-data/person-data-types.ts';
import { systemMailIdentifiers } from '#server/platform/jobs/system-mail-identifiers.ts';
import type { EntityName } from '#shared/administration/entity.ts';
import type { EntityRow } from './refs.ts';

interface BaseRows {
  /** Identifiers of rows the program counts on: they cannot be deleted, and their fixed fields stay. */
  kept: readonly string[];
  /** Those of them that cannot be switched off either. */
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

/** Whether the program counts on this row. */
export const isBaseRow = (entity: EntityName, row: EntityRow): boolean =>
  baseRows[entity]?.kept.includes(String(row['identifier'])) ?? false;

/** Whether the program cannot do without this row even for a while. */
export const isNeededRow = (entity: EntityName, row: EntityRow): boolean =>
  baseRows[entity]?.needed?.includes(String(row['identifier'])) ?? false;
