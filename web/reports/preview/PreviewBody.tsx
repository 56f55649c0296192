import type { ComponentType } from 'react';
import { CallPreview } from './CallPreview.tsx';
import { MailPreview } from './MailPreview.tsx';
import { NoticePreview } from './NoticePreview.tsx';
import { PhonePreview } from './PhonePreview.tsx';
import { PostPreview } from './PostPreview.tsx';
import type { MessagePreview } from './queries.ts';

/** A preview, and the text as SMS while it is typed. */
export type PreviewProps = { preview: MessagePreview; sms: string | null };

const looks: Readonly<Record<string, ComponentType<PreviewProps>>> = {
  short: PhonePreview,
  voice: CallPreview,
  notice: NoticePreview,
  mail: MailPreview,
  post: PostPreview,
};

/** What arrives, drawn as what it becomes. */
export function PreviewBody(props: PreviewProps) {
  const Look = looks[props.preview.shape] ?? PostPreview;
  return <Look {...props} />;
}
