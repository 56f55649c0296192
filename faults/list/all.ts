import type { Fault } from '../fault.ts';
import { answerFaults } from './answers.ts';
import { databaseFaults } from './database.ts';
import { mailServerFaults } from './mail-server.ts';
import { processFaults } from './processes.ts';
import { providerFaults } from './providers.ts';
import { smsFaults } from './sms.ts';

/** Every fault, by number. */
export const faults: readonly Fault[] = [
  ...processFaults,
  ...databaseFaults,
  ...mailServerFaults,
  ...providerFaults,
  ...smsFaults,
  ...answerFaults,
].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
