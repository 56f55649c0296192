import { builder } from '#server/api/graphql/builder.ts';
import type { PeopleFigures } from './people-figures.ts';

/** The GraphQL type of `PeopleFigures`. */
export const PeopleFiguresRef = builder.objectRef<PeopleFigures>('PeopleFigures').implement({
  description:
    'The people of an alarm, each counted once for all channels. people = asked + reserve + waiting + unreachable + ' +
    'notAsked; asked = positive + negative + neutral + none.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'All people in its audience.' }),
    asked: t.exposeInt('asked', { description: 'People who were asked for an answer, or answered unasked.' }),
    reserve: t.exposeInt('reserve', { description: 'People who are asked only if others do not come.' }),
    waiting: t.exposeInt('waiting', { description: 'People whose first message leaves at a later step.' }),
    unreachable: t.exposeInt('unreachable', { description: 'People without a usable address.' }),
    notAsked: t.exposeInt('notAsked', {
      description: 'People who are absent, share an address with another person, or are no longer asked.',
    }),
    positive: t.exposeInt('positive', { description: 'People who come.' }),
    negative: t.exposeInt('negative', { description: 'People who do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'People who have not decided, or who answered a roll call.' }),
    none: t.exposeInt('none', { description: 'People who were asked and have not answered.' }),
    handedOver: t.exposeInt('handedOver', {
      description: 'People for whom a provider accepted a message, including those with a receipt.',
    }),
    delivered: t.exposeInt('delivered', {
      description: 'People with a receipt that a message was delivered, including those who read it.',
    }),
    read: t.exposeInt('read', { description: 'People with a receipt that a message was read.' }),
    answered: t.exposeInt('answered', { description: 'People who answered.' }),
    reached: t.exposeInt('reached', { description: 'People with a receipt or an answer.' }),
  }),
});
