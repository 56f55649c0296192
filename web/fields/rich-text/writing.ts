import { createContext, type ReactNode } from 'react';
import type { PlaceholderValues } from '#shared/placeholders.ts';

/** A prepared text to insert. */
export type PreparedText = {
  content: string;
  /** The snippet's id if the text is unchangeable, otherwise null. */
  snippet: number | null;
};

/** The props of a selection of prepared texts. */
export type PickerProps = { onChoose: (text: PreparedText) => void; onClose: () => void };

/** The context of editors whose text has a subject: placeholder values and prepared texts. */
export type Writing = {
  values: PlaceholderValues;
  picker: (props: PickerProps) => ReactNode;
  /** Renders a text as its readers see it. */
  shown: (text: string) => ReactNode;
};

/** Provided around editors whose text has a subject; null for general texts. */
export const WritingContext = createContext<Writing | null>(null);
