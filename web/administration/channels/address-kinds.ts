import { personDataType } from '#shared/administration/person-data-type.ts';
import type { Label } from '#shared/label.ts';

const { fieldType } = personDataType.fields;
const kinds = fieldType && 'options' in fieldType ? fieldType.options : [];

/** Returns the label for a kind of contact data, undefined if the channel's kind is none. */
export const kindLabel = (kind: string): Label | undefined => kinds.find(({ value }) => value === kind)?.label;
