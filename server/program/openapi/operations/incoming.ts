import { integer, jsonAnswer, type Operations, objectOf, oneOf, orNull, string, truth } from '../describe.ts';

/** The operation for programs that report items. */
export const incomingOperations: Operations = {
  'POST /api/incoming/:secret': {
    tag: 'Incoming items',
    summary: 'Report an item that is to be noticed',
    description:
      'The address belongs to a source and decides the format: a CAP 1.2 message, or a delivery of Alertmanager. At most 2 MB. A repetition changes nothing. A refused message has one reason.',
    access: 'link',
    path: { secret: string },
    body: { 'application/cap+xml': string, 'application/json': { type: 'object' } },
    answers: {
      200: jsonAnswer(
        'It is stored.',
        objectOf(
          { result: oneOf('new', 'changed', 'closed', 'known', 'ignored'), item: orNull(integer) },
          { lacksReference: truth },
        ),
      ),
    },
    refusals: [404],
  },
};
