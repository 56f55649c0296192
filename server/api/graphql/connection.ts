import type { ArgBuilder, ObjectRef } from '@pothos/core';
import { limits } from '#shared/limits.ts';
import { builder } from './builder.ts';
import type { Page, PageArgs } from './page.ts';

const PageInfo = builder.objectRef<Page<unknown>['pageInfo']>('PageInfo').implement({
  description: 'The position of a page within its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether more entries follow; request them with `after: endCursor`.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether there are entries before this page.' }),
    startCursor: t.exposeString('startCursor', { nullable: true, description: 'Cursor of the first edge.' }),
    endCursor: t.exposeString('endCursor', { nullable: true, description: 'Cursor of the last edge.' }),
  }),
});

type Types = (typeof builder)['$inferSchemaTypes'];

const made = new Map<string, ReturnType<typeof makeConnection>>();

/** Returns the connection type of a node type, created once. */
export function connectionOf<T extends object>(node: ObjectRef<Types, T>) {
  const connection = made.get(node.name) ?? makeConnection(node);
  made.set(node.name, connection);
  return connection as ReturnType<typeof builder.objectRef<Page<T>>>;
}

function makeConnection(node: ObjectRef<Types, object>) {
  const edge = builder.objectRef<{ cursor: string; node: object }>(`${node.name}Edge`);
  edge.implement({
    description: `One ${node.name} in a list.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Position in the list, for `after`.' }),
      node: t.field({ type: node, description: `The ${node.name}.`, resolve: (parent) => parent.node }),
    }),
  });
  const connection = builder.objectRef<Page<object>>(`${node.name}Connection`);
  connection.implement({
    description: `A page of ${node.name}, with the length of the whole list.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The page.',
        complexity: { field: 1, multiplier: 1 },
        resolve: (page) => page.edges,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'The position of the page.', resolve: (page) => page.pageInfo }),
      totalCount: t.int({ description: 'Length of the whole list.', resolve: (page) => page.totalCount() }),
    }),
  });
  return connection;
}

export function pageArgs(arg: ArgBuilder<Types>, defaultPage: number = limits.defaultPage) {
  return {
    first: arg.int({ defaultValue: defaultPage, description: `Page length, at most ${limits.maximumPage}.` }),
    after: arg.string({ description: 'Cursor after which the page starts.' }),
  };
}

/** Returns a list's query cost: page length times cost of a node. */
export const pageCost = (args: PageArgs) => ({ field: 1, multiplier: Math.max(1, args.first ?? limits.defaultPage) });
