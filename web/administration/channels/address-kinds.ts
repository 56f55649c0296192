import { personDataType } from '#shared/administration/person-data-type.ts';
import type { Label } from '#shared/label.ts';

const { fieldType } = personDataType.fields;
const kinds = fieldType && 'options' in fieldType ? fieldType.options : [];

/** What a kind of contact data is called that a channel sends to; undefined where it is none. */
export const kindLabel = (kind: string): Label | undefined => kinds.find(({ value }) => value === kind)?.label;
