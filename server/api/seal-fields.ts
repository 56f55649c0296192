import { builder } from '#server/api/graphql/builder.ts';
import type { SealReport } from '#server/platform/seals/check.ts';

const SealStateRef = builder.enumType('SealState', {
  description: 'What is known of a log.',
  values: {
    INTACT: { description: 'It is as it was sealed. Entries after the seal fit the chain, but are not sealed yet.' },
    UNSEALED: {
      description: 'Its chain of hashes holds, but no seal protects it: whoever has the database could write it anew.',
    },
    BROKEN: { description: 'An entry or a seal was changed or removed.' },
  } as const,
});

/** How far seals protect a log. */
export const LogSealRef = builder.objectRef<SealReport>('LogSeal').implement({
  description: 'How far seals protect a log.',
  fields: (t) => ({
    state: t.field({ type: SealStateRef, description: 'What is known of it.', resolve: ({ state }) => state }),
    entries: t.exposeInt('entries', { description: 'How many entries it has.' }),
    sealedEntries: t.exposeInt('sealedEntries', {
      description: 'How many of them, from the first on, the newest seal covers; those after it are not sealed.',
    }),
    sealedAt: t.expose('sealedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was sealed last; null without a seal that holds.',
    }),
    entriesBeforeFirstSeal: t.exposeInt('entriesBeforeFirstSeal', {
      description: 'How many entries there were before it was sealed first: until then no seal protected them.',
    }),
    firstSealedAt: t.expose('firstSealedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was sealed first; null without a seal that holds.',
    }),
  }),
});
