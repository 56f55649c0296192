import { builder } from '#server/api/graphql/builder.ts';
import { EventRef, GroupRef, MailingListRef, PersonRef, UserRef } from '#server/api/graphql/types.ts';
import { clearSearchHistory } from './history.ts';
import { rememberSearch } from './remember.ts';
import { type SearchResults, searchAll } from './search-all.ts';

const usual = 8;
const cost = { field: 1, multiplier: usual };

const SearchResultsRef = builder.objectRef<SearchResults>('SearchResults').implement({
  description: 'The results of a search. Within each kind, exact matches come first.',
  fields: (t) => ({
    people: t.field({
      type: [PersonRef],
      complexity: cost,
      description: 'Active people, those found by their name first.',
      resolve: (found) => found.people,
    }),
    groups: t.field({
      type: [GroupRef],
      complexity: cost,
      description: 'Active groups, by name and description.',
      resolve: (found) => found.groups,
    }),
    mailingLists: t.field({
      type: [MailingListRef],
      complexity: cost,
      description: 'Active mailing lists of any level, by name and description.',
      resolve: (found) => found.mailingLists,
    }),
    events: t.field({
      type: [EventRef],
      complexity: cost,
      description: 'Events that are not deleted, the newest first.',
      resolve: (found) => found.events,
    }),
    similar: t.exposeStringList('similar', {
      description: 'Similar words, within a typing error, that were searched for as well.',
    }),
  }),
});

builder.queryField('searchAll', (t) =>
  t.field({
    type: SearchResultsRef,
    description: 'People, groups, mailing lists and events that contain the words; tolerates typing errors.',
    authScopes: { signedIn: true },
    args: {
      search: t.arg.string({ required: true, description: 'The words to search for.' }),
      first: t.arg.int({ defaultValue: usual, description: 'How many results of each kind, at most 50.' }),
      remember: t.arg.boolean({
        defaultValue: true,
        description: "Whether to add the term to the user's search history. Use false while the user is still typing.",
      }),
    },
    complexity: 10,
    resolve: async (_parent, { search, first, remember }, ctx) => {
      if (remember ?? true) await rememberSearch(ctx, search);
      return searchAll(ctx, search, first ?? usual);
    },
  }),
);

builder.mutationField('clearSearchHistory', (t) =>
  t.field({
    type: UserRef,
    description: 'Clears the search history of the signed-in user.',
    authScopes: { inPerson: true },
    resolve: (_parent, _args, ctx) => clearSearchHistory(ctx),
  }),
);
