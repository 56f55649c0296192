import { builder } from '#server/api/graphql/builder.ts';
import type { SealReport } from '#server/platform/seals/check.ts';

const SealStateRef = builder.enumType('SealState', {
  description: 'The state of a log’s seals.',
  values: {
    INTACT: {
      description: 'The log matches its seals. Entries after the newest seal match the chain but are not sealed yet.',
    },
    UNSEALED: {
      description:
        'Its chain of hashes is valid, but no seal protects it. A person with access to the database could rewrite it.',
    },
    BROKEN: { description: 'An entry or a seal was changed or removed.' },
  } as const,
});

/** The extent of a log's seals. */
export const LogSealRef = builder.objectRef<SealReport>('LogSeal').implement({
  description: 'The extent to which seals protect a log.',
  fields: (t) => ({
    state: t.field({ type: SealStateRef, description: 'Its state.', resolve: ({ state }) => state }),
    entries: t.exposeInt('entries', { description: 'Number of entries.' }),
    sealedEntries: t.exposeInt('sealedEntries', {
      description: 'How many entries, from the first one, the newest seal covers. Later entries are not sealed.',
    }),
    sealedAt: t.expose('sealedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last sealed; null without a valid seal.',
    }),
    entriesBeforeFirstSeal: t.exposeInt('entriesBeforeFirstSeal', {
      description: 'How many entries there were before the first seal. No seal protected them until then.',
    }),
    firstSealedAt: t.expose('firstSealedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was first sealed; null without a valid seal.',
    }),
  }),
});
