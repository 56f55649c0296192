import type { Db } from '#server/platform/database/connect.ts';
import { defaultChannels } from './queries.ts';

/** Returns the channels of an alarm whose author names none. */
export const alarmChannels = (db: Db): Promise<number[]> => defaultChannels(db, 'activation');
