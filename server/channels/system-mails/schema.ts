import { builder } from '#server/api/graphql/builder.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { previewSystemMail, type RenderedPreview, testSystemMail } from './preview.ts';
import type { SystemMailText } from './text.ts';

const authScopes = { feature: 'manage_system_mail' } as const;

const SystemMailTextRef = builder.objectRef<SystemMailText>('SystemMailText').implement({
  description: 'Subject and content of a mail, with placeholders.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject.' }),
    content: t.exposeString('content', { description: 'Content.' }),
  }),
});

const SystemMailPreview = builder.objectRef<RenderedPreview>('SystemMailPreview').implement({
  description: 'A preview of a system mail, with the user as the reader and sample values.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Its subject.' }),
    text: t.exposeString('text', { description: 'Its plain text.' }),
    html: t.exposeString('html', { description: 'Its HTML, a whole document. Show it only in a sandbox.' }),
    placeholders: t.exposeStringList('placeholders', { description: 'The placeholders that this mail fills.' }),
    unknown: t.exposeStringList('unknown', {
      description: 'Placeholders in the text that this mail does not fill; they appear as a dash.',
    }),
    missing: t.exposeStringList('missing', { description: 'Required placeholders that are missing from the content.' }),
    builtIn: t.field({
      type: SystemMailTextRef,
      nullable: true,
      description: 'The text of a new installation; null for a mail that the program does not send.',
      resolve: ({ builtIn }) => builtIn,
    }),
  }),
});

const identifier = 'The occasion on which the mail is sent.';
const language = 'de or en.';

builder.queryField('previewSystemMail', (t) =>
  t.field({
    type: SystemMailPreview,
    description: 'Previews a system mail, with the saved text or with an unsaved one.',
    authScopes,
    args: {
      identifier: t.arg.string({ required: true, description: identifier }),
      language: t.arg.string({ required: true, description: language }),
      subject: t.arg.string({ description: 'The subject to use instead of the saved one.' }),
      content: t.arg.string({ description: 'The text to use instead of the saved one.' }),
    },
    resolve: (_parent, { subject, content, ...mail }, ctx) =>
      previewSystemMail(signedIn(ctx), { ...mail, subject: subject ?? null, content: content ?? null }),
  }),
);

builder.mutationField('testSystemMail', (t) =>
  t.field({
    type: 'JSON',
    description:
      'Sends a saved system mail with sample values to the user: {"ok": true} or {"ok": false, "reason", "detail"}; ' +
      'at most five times a minute.',
    authScopes,
    args: {
      identifier: t.arg.string({ required: true, description: identifier }),
      language: t.arg.string({ required: true, description: language }),
    },
    resolve: (_parent, args, ctx) => testSystemMail(signedIn(ctx), args.identifier, args.language),
  }),
);
