import path from 'node:path';
import { readProviders } from './read-providers.ts';

// the server bundle has a list of imports in place of this file
export const ownProviders = readProviders(path.join(import.meta.dirname, 'providers'));
