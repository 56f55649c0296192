import { type Context, can } from '#server/platform/context.ts';
import { maskAddress } from '#shared/addresses.ts';

/** Returns whether the viewer may read private contact data, such as a private number. Everyone else sees it masked or not at all. */
export const seesPrivateData = (ctx: Pick<Context, 'viewer'>): boolean => can(ctx, 'edit_contact');

/** Returns an address as the viewer may see it. */
export const shownTo = (ctx: Pick<Context, 'viewer'>, address: string, isPrivate: boolean): string =>
  isPrivate && !seesPrivateData(ctx) ? maskAddress(address) : address;
