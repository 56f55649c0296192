import { lazy, Suspense } from 'react';
import { LoadingState } from '#web/ui/states.tsx';

type Props = { label: string; value: string; onChange: (value: string) => void };

const RichTextEditor = lazy(async () => ({
  default: (await import('#web/fields/rich-text/RichTextEditor.tsx')).RichTextEditor,
}));

export const ContentInput = (props: Props) => (
  <Suspense fallback={<LoadingState lines={3} />}>
    <RichTextEditor {...props} />
  </Suspense>
);
