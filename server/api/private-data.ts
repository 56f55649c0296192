import { type Context, can } from '#server/platform/context.ts';
import { maskAddress } from '#shared/addresses.ts';

/** Returns whether the viewer may read private contact data. */
export const seesPrivateData = (ctx: Pick<Context, 'viewer'>): boolean => can(ctx, 'edit_contact');

export const shownTo = (ctx: Pick<Context, 'viewer'>, address: string, isPrivate: boolean): string =>
  isPrivate && !seesPrivateData(ctx) ? maskAddress(address) : address;
