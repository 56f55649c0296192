import path from 'node:path';
import { readProviders } from './read-providers.ts';

export const ownProviders = readProviders(path.join(import.meta.dirname, 'providers'));
