import type { GraphQLSchema } from 'graphql';
import './scalars.ts';
import '../administration/schema.ts';
import '../auth/schema.ts';
import '../channels/schema.ts';
import '../contacts/groups/schema.ts';
import '../contacts/mailing-lists/schema.ts';
import '../contacts/people/schema.ts';
import '../events/event-type-lists.ts';
import '../events/live.ts';
import '../events/mutation-fields.ts';
import '../events/query-fields.ts';
import '../events/schema.ts';
import '../events/waiting.ts';
import '../exercise/schema.ts';
import '../files/schema.ts';
import '../messages/schema.ts';
import '../reports/live.ts';
import '../reports/mutation-fields.ts';
import '../reports/query-fields.ts';
import '../reports/schema.ts';
import '../settings/schema.ts';
import '../situation-reports/schema.ts';
import '../snippets/schema.ts';
import { builder } from './builder.ts';

/** The whole API; every concept's schema.ts adds its part when imported here. */
export const schema: GraphQLSchema = builder.toSchema();
