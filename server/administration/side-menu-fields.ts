import { builder } from '#server/api/graphql/builder.ts';
import { numbersOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { refOf } from './refs.ts';
import { sortSideMenus } from './sort-side-menus.ts';

builder.mutationField('sortSideMenus', (t) =>
  t.field({
    type: [refOf('SideMenu')],
    description: 'Orders the side menu: renumbers the identifiers of its entries.',
    authScopes: { feature: 'manage_side_menu' },
    args: { ids: t.arg.idList({ required: true, description: 'Every entry, active or not, in the new order.' }) },
    resolve: (_parent, { ids }, ctx) => sortSideMenus(signedIn(ctx), numbersOf('side_menus', ids)),
  }),
);
