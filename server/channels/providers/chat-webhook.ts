import type { Arrival } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { withoutMarkdown, withoutMentions } from '#server/channels/chat-text.ts';
import {
  ask,
  callFields,
  isWebPage,
  refused,
  requireApi,
  startOfResponse,
  type Way,
  wayOf,
} from '#server/channels/http/gateway.ts';
import { parseJsonObject } from '#server/channels/http/json-api.ts';
import { postText } from '#server/channels/social/thread.ts';

interface Service {
  template: string;
  limit: number;
  /** Escapes a text for the service. */
  shown?: (text: string) => string;
}

const slackSigns: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The services' formats and text limits in bytes. */
const services: Readonly<Record<string, Service>> = {
  mattermost: { template: '{"text": "{{message}}"}', limit: 16_000, shown: withoutMarkdown },
  slack: {
    template: '{"text": "{{message}}", "mrkdwn": false}', // "*4711*" would lose its signs
    limit: 35_000,
    shown: (text) => text.replace(/[&<>]/g, (sign) => slackSigns[sign]!),
  },
  teams: {
    template: `{"type": "message", "attachments": [{"contentType": "application/vnd.microsoft.card.adaptive", "content":
      {"$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard", "version": "1.4", "body": [
      {"type": "TextBlock", "text": "{{title}}", "weight": "bolder", "size": "large", "wrap": true},
      {"type": "TextBlock", "text": "{{text}}", "wrap": true}]}}]}`,
    limit: 24_000,
    // a card ignores a single line break
    shown: (text) => withoutMarkdown(text).replace(/\n+/g, '\n\n'),
  },
  own: { template: '', limit: 100_000 },
};

export default {
  type: 'chat',
  label: { de: 'Mattermost, Slack, Teams', en: 'Mattermost, Slack, Teams' },
  fields: [
    {
      name: 'service',
      kind: 'select',
      default: 'mattermost',
      label: { de: 'Dienst', en: 'Service' },
      options: [
        { value: 'mattermost', label: { de: 'Mattermost', en: 'Mattermost' } },
        { value: 'slack', label: { de: 'Slack', en: 'Slack' } },
        { value: 'teams', label: { de: 'Microsoft Teams', en: 'Microsoft Teams' } },
        { value: 'own', label: { de: 'Eigene Vorlage', en: 'Custom template' } },
      ],
    },
    {
      name: 'url',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'Adresse des Webhooks', en: "The webhook's address" },
      hint: {
        de: 'Nennt Ihnen der Dienst, wenn Sie dort einen eingehenden Webhook anlegen (Teams: unter „Workflows“). Wer sie kennt, kann dort schreiben.',
        en: 'The service shows it when you add an incoming webhook there (Teams: under “Workflows”). Anyone who knows it can post there.',
      },
    },
    {
      name: 'template',
      kind: 'longText',
      label: { de: 'Eigene Vorlage (JSON)', en: 'Custom template (JSON)' },
      hint: {
        de: 'Nur für den Dienst „Eigene Vorlage“: JSON mit {{title}}, {{text}}, {{message}} (beides) und {{key}} (Kennung) innerhalb von Anführungszeichen.',
        en: 'Only for the service “Custom template”: JSON with {{title}}, {{text}}, {{message}} (both) and {{key}} (its identifier) within quotation marks.',
      },
    },
    {
      name: 'mentions',
      kind: 'toggle',
      default: false,
      label: { de: '„@all“ im Text ruft alle', en: '“@all” in the text notifies everyone' },
      hint: {
        de: 'Auch „@channel“, „@here“ und „@everyone“. Aus: Diese Wörter stehen als Text da und rufen niemanden.',
        en: 'Also “@channel”, “@here” and “@everyone”. Off: these words are plain text and notify no one.',
      },
    },
    ...callFields,
  ],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  testReaches: 'room',
  arrives,
  slots: () => 1,
  check: (settings) => ({
    ...(urlOf(settings) ? {} : { url: 'error_invalid_url' as const }),
    ...(parseJsonObject(Buffer.from(templateOf(settings))) ? {} : { template: 'error_unlike_hint' as const }),
  }),
  open,
} satisfies Adapter;

const asIs = (text: string): string => text;
const urlOf = (settings: Values): URL | null => URL.parse(String(settings['url'] ?? '').trim());
const serviceOf = (settings: Values): string => String(settings['service'] ?? 'mattermost');

function templateOf(settings: Values): string {
  const name = serviceOf(settings);
  return name === 'own' ? String(settings['template'] ?? '') : (services[name]?.template ?? '');
}

function arrives(outgoing: Outgoing, settings: Values): Arrival {
  const text = postText(outgoing);
  const { limit = 0, shown = asIs } = services[serviceOf(settings)] ?? {};
  const length = Buffer.byteLength(shown(text));
  const parts = [{ text, length, limit }];
  return length > limit ? { parts, losses: [{ kind: 'too_long' }] } : { parts };
}

function open(settings: Values, app: AdapterApp): Sender {
  const service = services[serviceOf(settings)];
  const template = templateOf(settings);
  const url = urlOf(settings);
  if (!url || !service || !parseJsonObject(Buffer.from(template))) {
    throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  }
  const way = wayOf(settings, app);
  return {
    async send(outgoing) {
      const { shown = asIs } = service;
      const calm = settings['mentions'] === true ? asIs : withoutMentions;
      const body = filled(template, outgoing, (text) => calm(shown(text)));
      if (Buffer.byteLength(shown(postText(outgoing))) > service.limit)
        throw new DeliveryError('permanent', 'message_too_large');
      outgoing.begin();
      await post(url, { way, body, isOwn: service === services['own'] });
      return {};
    },
    close: async () => {},
  };
}

/** Fills in texts as JSON strings. */
function filled(template: string, outgoing: Outgoing, shown: (text: string) => string): string {
  const { subject: title, text, key } = outgoing;
  const texts: Record<string, string> = { title, text, message: postText(outgoing), key };
  return template.replace(/\{\{(title|text|message|key)\}\}/g, (_, name: string) =>
    JSON.stringify(shown(texts[name]!)).slice(1, -1),
  );
}

interface Post {
  way: Way;
  body: string;
  /** The server is of unknown kind. */
  isOwn: boolean;
}

async function post(url: URL, { way, body, isOwn }: Post): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
    'user-agent': 'Meldekette',
  };
  const answer = await ask(url, { method: 'POST', headers, body }, way, false);
  const detail = `${answer.status} ${startOfResponse(answer.body)}`;
  // a missing or removed hook isn't the message's fault
  if ([401, 403, 404, 410].includes(answer.status)) {
    throw new DeliveryError('channel', 'channel_credentials', { broken: true, detail });
  }
  if (answer.status < 200 || answer.status >= 300) throw refused(answer, false);
  // a sign-in page or another server: the outcome is unknown
  if (isOwn && isWebPage(answer.body))
    throw new DeliveryError('unknown', 'channel_misconfigured', { broken: true, detail });
  requireApi(answer); // the other services answer a post with a word or with JSON
  // Teams reports its own failures with a successful status
  if (!/delivery failed/i.test(detail)) return;
  if (/\b429\b/.test(detail)) throw new DeliveryError('channel', 'channel_limit', { retryAfter: 5, detail });
  throw new DeliveryError('permanent', 'message_rejected', { policy: true, detail });
}
