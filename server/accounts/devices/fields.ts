import { builder } from '#server/api/graphql/builder.ts';
import { limitedText } from '#server/api/input.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { type Device, endPushDevice, listDevices } from '#server/channels/devices/devices.ts';
import { addPushDevice, pushPublicKey, testDevice } from '#server/channels/devices/push-channel.ts';
import { singleKey } from '#server/channels/rendering/key.ts';
import { Refusal } from '#server/platform/errors.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { languageOf } from '#shared/languages.ts';

const testsPerMinute = 5;

const DeviceRef = builder.objectRef<Device>('Device').implement({
  description: 'A browser in which its owner switched notifications on.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `endDevice` and `testDevice`.' }),
    name: t.exposeString('name', { description: 'Browser and system.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was switched on.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last showed a notification.',
    }),
    getsAlarms: t.exposeBoolean('getsAlarms', {
      description: 'Whether it belongs to a person in the contact data, who can receive alarms.',
    }),
    isRefused: t.exposeBoolean('isRefused', {
      description:
        'Whether its push service rejects messages for it. The owner then has to switch notifications on again in ' +
        'that browser.',
    }),
  }),
});

const numberIn = (id: string): number => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

builder.queryFields((t) => ({
  pushPublicKey: t.string({
    nullable: true,
    description: 'The key that a browser needs to switch notifications on; null while no push channel is active.',
    authScopes: { inPerson: true },
    resolve: (_parent, _args, ctx) => pushPublicKey(ctx),
  }),
  ownDevices: t.field({
    type: [DeviceRef],
    description: 'The devices on which the signed-in user switched notifications on.',
    authScopes: { inPerson: true },
    resolve: (_parent, _args, context) => {
      const { db, viewer } = signedIn(context);
      return listDevices(db, { userId: viewer.id });
    },
  }),
}));

builder.mutationFields((t) => ({
  addDevice: t.boolean({
    description:
      'Switches notifications on in a browser of the signed-in user; the same browser again changes nothing.',
    authScopes: { inPerson: true },
    args: {
      endpoint: t.arg.string({
        required: true,
        description: 'The address at which its push service accepts messages.',
      }),
      p256dh: t.arg.string({ required: true, description: 'The key of the browser.' }),
      auth: t.arg.string({ required: true, description: 'The secret of the browser.' }),
      name: t.arg.string({ required: true, description: 'Browser and system.' }),
    },
    resolve: async (_parent, { name, ...subscription }, context) => {
      const ctx = signedIn(context);
      await addPushDevice(ctx, { userId: ctx.viewer.id }, { ...subscription, name: limitedText('name', name, 100) });
      return true;
    },
  }),
  endDevice: t.boolean({
    description: 'Ends notifications on one of the own devices. Returns false if there is no such device.',
    authScopes: { inPerson: true },
    args: { id: t.arg.id({ required: true, description: 'The device.' }) },
    resolve: (_parent, { id }, context) => {
      const { db, viewer } = signedIn(context);
      return endPushDevice(db, { userId: viewer.id }, numberIn(id));
    },
  }),
  testDevice: t.string({
    nullable: true,
    description:
      'Sends a test notification to one of the own devices. Returns null if its push service accepted it, otherwise ' +
      'the reason.',
    authScopes: { inPerson: true },
    args: { id: t.arg.id({ required: true, description: 'The device.' }) },
    resolve: async (_parent, { id }, context) => {
      const ctx = signedIn(context);
      const { viewer } = ctx;
      if (!(await withinLimit(ctx.db, 'test_device', String(viewer.id), testsPerMinute, 60)))
        throw new Refusal('error_too_many_requests');
      return testDevice(ctx, { userId: viewer.id }, numberIn(id), {
        language: languageOf(viewer.language),
        key: singleKey(),
      });
    },
  }),
}));
