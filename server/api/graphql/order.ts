import { Refusal } from '#server/platform/errors.ts';
import { builder } from './builder.ts';
import type { OrderKey } from './page.ts';

const Direction = builder.enumType('Direction', {
  description: 'The direction of an order.',
  values: {
    ASC: { value: 'asc' as const, description: 'Smallest first.' },
    DESC: { value: 'desc' as const, description: 'Greatest first.' },
  },
});

/** One sort key of a client. */
export const OrderInput = builder.inputType('Order', {
  description: 'One sort key of a list.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'Field to order by.' }),
    direction: t.field({ type: Direction, defaultValue: 'asc', description: 'The direction.' }),
  }),
});

/** Returns a client's order with the id as tiebreaker. Refuses other fields. */
export function orderOf(
  asked: readonly (typeof OrderInput.$inferInput)[] | null | undefined,
  allowed: readonly OrderKey[],
  otherwise: readonly OrderKey[],
): OrderKey[] {
  const keys = (asked ?? []).map(({ field, direction }): OrderKey => {
    const known = allowed.find(({ key }) => key === field);
    if (!known) throw new Refusal('error_unknown_order', { order: 'error_unknown_order' });
    return { ...known, direction: direction ?? 'asc' };
  });
  const order = keys.length ? keys : otherwise;
  return order.some(({ key }) => key === 'id') ? [...order] : [...order, { key: 'id' }];
}
