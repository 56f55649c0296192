import { builder } from '#server/api/graphql/builder.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import type { SystemMailText as Text } from './identifiers.ts';
import { type MailPreview, previewSystemMail, testSystemMail } from './preview.ts';

const authScopes = { feature: 'manage_system_mail' } as const;

const SystemMailText = builder.objectRef<Text>('SystemMailText').implement({
  description: 'Subject and content of a mail, with placeholders.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject.' }),
    content: t.exposeString('content', { description: 'Content.' }),
  }),
});

const SystemMailPreview = builder.objectRef<MailPreview>('SystemMailPreview').implement({
  description: 'A system mail as it would look, with oneself as the reader and samples for the rest.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Its subject.' }),
    text: t.exposeString('text', { description: 'Its plain text.' }),
    html: t.exposeString('html', { description: 'Its HTML, a whole document; to be shown in a sandbox only.' }),
    placeholders: t.exposeStringList('placeholders', { description: 'The placeholders that this mail fills.' }),
    unknown: t.exposeStringList('unknown', {
      description: 'Placeholders in the text that this mail does not fill; they show as a dash.',
    }),
    missing: t.exposeStringList('missing', { description: 'Placeholders that must stand in the content and do not.' }),
    builtIn: t.field({
      type: SystemMailText,
      nullable: true,
      description: 'The text a fresh installation has; null of a mail that the program does not send.',
      resolve: ({ builtIn }) => builtIn,
    }),
  }),
});

const identifier = 'On which occasion the mail is sent.';
const language = 'de or en.';

builder.queryField('previewSystemMail', (t) =>
  t.field({
    type: SystemMailPreview,
    description: 'Shows a system mail, as saved or with a text that is being written.',
    authScopes,
    args: {
      identifier: t.arg.string({ required: true, description: identifier }),
      language: t.arg.string({ required: true, description: language }),
      subject: t.arg.string({ description: 'The subject instead of the saved one.' }),
      content: t.arg.string({ description: 'The text instead of the saved one.' }),
    },
    resolve: (_parent, { subject, content, ...mail }, ctx) =>
      previewSystemMail(signedIn(ctx), { ...mail, subject: subject ?? null, content: content ?? null }),
  }),
);

builder.mutationField('testSystemMail', (t) =>
  t.field({
    type: 'JSON',
    description:
      'Sends a saved system mail with samples to oneself: {"ok": true} or {"ok": false, "reason", "detail"}; five times a minute.',
    authScopes,
    args: {
      identifier: t.arg.string({ required: true, description: identifier }),
      language: t.arg.string({ required: true, description: language }),
    },
    resolve: (_parent, args, ctx) => testSystemMail(signedIn(ctx), args.identifier, args.language),
  }),
);
