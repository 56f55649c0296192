import { createContext, type ReactNode } from 'react';
import type { PlaceholderValues } from '#shared/placeholders.ts';

/** A prepared text to be inserted. */
export type PreparedText = {
  content: string;
  /** The snippet that it is where it cannot be changed, else null. */
  snippet: number | null;
};

/** What a choice of prepared texts is told. */
export type PickerProps = { onChoose: (text: PreparedText) => void; onClose: () => void };

/** What the editors of a text about something know: what placeholders stand for there, and the prepared texts. */
export type Writing = {
  values: PlaceholderValues;
  picker: (props: PickerProps) => ReactNode;
  /** A text as it is read there. */
  shown: (text: string) => ReactNode;
};

/** Set around editors whose text is about something; null where a text is for any use. */
export const WritingContext = createContext<Writing | null>(null);
