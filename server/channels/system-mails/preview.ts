import { randomUUID } from 'node:crypto';
import { languageInput } from '#server/api/contact-input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { Refusal } from '#server/platform/errors.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { textIn } from '#shared/label.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { commonValues, storedText } from './deliver.ts';
import { handOverMail } from './hand-over.ts';
import { mailLogo } from './logo.ts';
import { type RenderedMail, renderMail } from './render.ts';
import { isSystemMail, placeholdersOf, requiredPlaceholders, sampleValues } from './samples.ts';
import type { SystemMailText } from './text.ts';
import { systemMailTexts } from './texts.ts';

/** The mail to preview, optionally with an unsaved text. */
export interface PreviewInput {
  identifier: string;
  language: string;
  subject: string | null;
  content: string | null;
}

/** A rendered mail with sample values. */
export interface RenderedPreview extends RenderedMail {
  placeholders: string[];
  /** Unknown placeholders, which would appear as a dash. */
  unknown: string[];
  /** Required placeholders missing in the content. */
  missing: string[];
  /** Null for a mail that an administrator added. */
  builtIn: SystemMailText | null;
}

/** Previews a system mail. */
export async function previewSystemMail(ctx: SignedIn, input: PreviewInput): Promise<RenderedPreview> {
  const { identifier } = input;
  const language = languageInput(input.language);
  const stored = await storedText(ctx, identifier, language);
  if (!stored && !isSystemMail(identifier)) throw new Refusal('error_not_found');
  const text = { subject: input.subject ?? stored?.subject ?? '', content: input.content ?? stored?.content ?? '' };
  const user = await reader(ctx);
  const values = {
    ...sampleValues(language),
    ...(await commonValues(ctx, language)),
    link: `${ctx.publicUrl}/#/`,
    'user.firstName': user.firstName,
    'user.lastName': user.lastName,
    'user.email': user.email,
  };
  const placeholders = placeholdersOf(identifier);
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => placeholders.includes(name)));
  const used = [...new Set(placeholdersIn(`${text.subject} ${text.content}`))];
  const unknown = used.filter((name) => !placeholders.includes(name));
  const missing = requiredPlaceholders(identifier).filter((name) => !placeholdersIn(text.content).includes(name));
  const builtIn = isSystemMail(identifier) ? textIn(systemMailTexts, language)[identifier] : null;
  return { ...renderMail(text, language, known, await mailLogo(ctx)), placeholders, unknown, missing, builtIn };
}

/** Sends the preview to the viewer; returns the mail server's result. */
export async function testSystemMail(ctx: SignedIn, identifier: string, language: string) {
  const preview = await previewSystemMail(ctx, { identifier, language, subject: null, content: null });
  if (!(await withinLimit(ctx.db, 'test_mail', String(ctx.viewer.id), 5, 60))) {
    throw new Refusal('error_too_many_requests');
  }
  const { email } = await reader(ctx);
  const mail = {
    ...preview,
    subject: `Test: ${preview.subject}`,
    address: email,
    userId: ctx.viewer.id,
    personId: null,
  };
  const handed = handOverMail(ctx, { ...mail, attachments: [], jobId: randomUUID() });
  const refusal = await handed.then(
    (answer) => answer.refusal,
    (error: unknown) => {
      if (error instanceof DeliveryError) return error;
      throw error;
    },
  );
  return refusal ? { ok: false, reason: refusal.reason, detail: refusal.detail } : { ok: true };
}

const reader = (ctx: SignedIn) =>
  ctx.db
    .selectFrom('users')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow();
