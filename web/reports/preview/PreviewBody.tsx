import type { ComponentType } from 'react';
import { CallPreview } from './CallPreview.tsx';
import { MailPreview } from './MailPreview.tsx';
import { NoticePreview } from './NoticePreview.tsx';
import { PhonePreview } from './PhonePreview.tsx';
import { PostPreview } from './PostPreview.tsx';
import type { PreviewProps } from './queries.ts';

const looks: Readonly<Record<string, ComponentType<PreviewProps>>> = {
  short: PhonePreview,
  voice: CallPreview,
  notice: NoticePreview,
  mail: MailPreview,
  post: PostPreview,
};

/** A message as it arrives, in the form of its channel. */
export function PreviewBody(props: PreviewProps) {
  const Look = looks[props.preview.shape] ?? PostPreview;
  return <Look {...props} />;
}
