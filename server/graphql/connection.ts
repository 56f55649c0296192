import type { ArgBuilder, ObjectRef, SchemaTypes } from '@pothos/core';
import { limits } from '#shared/limits.ts';
import { builder } from './builder.ts';
import type { Page, PageArgs } from './page.ts';

const PageInfo = builder.objectRef<Page<unknown>['pageInfo']>('PageInfo').implement({
  description: 'Where a page stands within its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more follows; ask with `after: endCursor`.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether something stands before this page.' }),
    startCursor: t.exposeString('startCursor', { nullable: true, description: 'Cursor of the first edge.' }),
    endCursor: t.exposeString('endCursor', { nullable: true, description: 'Cursor of the last edge.' }),
  }),
});

const made = new Map<string, unknown>();

/** The connection type of a node type (XConnection with XEdge), made once however often it is asked for. */
export function connectionOf<T extends object>(node: ObjectRef<(typeof builder)['$inferSchemaTypes'], T>) {
  type ConnectionRef = ReturnType<typeof builder.objectRef<Page<T>>>;
  const existing = made.get(node.name);
  if (existing) return existing as ConnectionRef;
  const edge = builder.objectRef<{ cursor: string; node: T }>(`${node.name}Edge`);
  edge.implement({
    description: `One ${node.name} of a list.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Position in the list, for `after`.' }),
      node: t.field({ type: node, description: `The ${node.name}.`, resolve: (parent) => parent.node as never }),
    }),
  });
  const connection = builder.objectRef<Page<T>>(`${node.name}Connection`);
  made.set(node.name, connection);
  connection.implement({
    description: `A page of ${node.name}, with the length of the whole list.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The page.',
        complexity: { field: 1, multiplier: 1 },
        resolve: (page) => page.edges,
      }),
      pageInfo: t.field({ type: PageInfo, description: 'Where the page stands.', resolve: (page) => page.pageInfo }),
      totalCount: t.int({ description: 'Length of the whole list.', resolve: (page) => page.totalCount() }),
    }),
  });
  return connection;
}

/** The arguments `first` and `after` of a list. */
export function pageArgs<Types extends SchemaTypes>(arg: ArgBuilder<Types>, defaultPage: number = limits.defaultPage) {
  return {
    first: arg.int({ defaultValue: defaultPage as never, description: `Page length, at most ${limits.maximumPage}.` }),
    after: arg.string({ description: 'Cursor after which the page starts.' }),
  };
}

/** Query cost of a list: its page length times what is asked of each node. */
export const pageCost = (args: PageArgs) => ({ field: 1, multiplier: Math.max(1, args.first ?? limits.defaultPage) });
