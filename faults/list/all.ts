import type { Fault } from '../fault.ts';
import { allClearFaults } from './all-clear.ts';
import { answerFaults } from './answers.ts';
import { copyFaults } from './copies.ts';
import { databaseFaults } from './database.ts';
import { fourWaysFaults } from './four-ways.ts';
import { lineAndClockFaults } from './line-and-clock.ts';
import { mailServerFaults } from './mail-server.ts';
import { processFaults } from './processes.ts';
import { providerFaults } from './providers.ts';
import { rushFaults } from './rush.ts';
import { rushVisitorFaults } from './rush-visitors.ts';
import { smsFaults } from './sms.ts';

/** Every fault, by number. */
export const faults: readonly Fault[] = [
  ...processFaults,
  ...databaseFaults,
  ...copyFaults,
  ...mailServerFaults,
  ...lineAndClockFaults,
  ...providerFaults,
  ...smsFaults,
  ...answerFaults,
  ...rushFaults,
  ...rushVisitorFaults,
  ...allClearFaults,
  ...fourWaysFaults,
].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
