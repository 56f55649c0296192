import { accountTables } from './account-tables.ts';
import { alarmTables } from './alarm-tables.ts';
import { answerTables } from './answer-tables.ts';
import { contactTables } from './contact-tables.ts';
import { eventTables } from './event-tables.ts';
import { operationTables } from './operation-tables.ts';
import type { PersonalTable } from './personal-table.ts';

/** Tables with personal data. A new column fails a test until described. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  ...contactTables,
  ...alarmTables,
  ...answerTables,
  ...eventTables,
  ...accountTables,
  ...operationTables,
};
