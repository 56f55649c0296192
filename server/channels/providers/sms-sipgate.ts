import { smsProvider } from '#server/channels/http/sms-provider.ts';

/** SMS via sipgate, which reports neither receipts nor replies. */
export default smsProvider({
  label: { de: 'SMS über sipgate', en: 'SMS via sipgate' },
  address: 'https://api.sipgate.com/v2',
  account: [
    {
      name: 'tokenId',
      kind: 'text',
      maximum: 50,
      required: true,
      label: { de: 'Token-ID', en: 'Token id' },
      hint: {
        de: 'In sipgate unter „Verwaltung“, „Personal-Access-Token“ mit dem Recht sessions:sms:write.',
        en: 'In sipgate under “Administration”, “Personal access token”, with the scope sessions:sms:write.',
      },
    },
    {
      name: 'token',
      kind: 'text',
      maximum: 200,
      required: true,
      secret: true,
      label: { de: 'Token', en: 'Token' },
    },
    {
      name: 'smsId',
      kind: 'text',
      maximum: 20,
      default: 's0',
      required: true,
      label: { de: 'SMS-Anschluss', en: 'SMS extension' },
      hint: {
        de: 'Meist s0. Der Absender wird in sipgate bei diesem Anschluss eingestellt.',
        en: 'Usually s0. Set the sender for this extension in sipgate.',
      },
    },
  ],
  gives: { receipts: false, replies: false },
  request: (setting, { to, text }) => ({
    path: '/sessions/sms',
    headers: {
      authorization: `Basic ${Buffer.from(`${setting('tokenId')}:${setting('token')}`).toString('base64')}`,
    },
    body: { smsId: setting('smsId'), recipient: to, message: text },
  }),
  taken: () => ({}),
});
