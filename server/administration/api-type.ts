import { type Field, isShape } from '#shared/administration/entity.ts';
import { jsonOf } from '#shared/fields/kinds.ts';

/** Ids for references and pictures. */
export type ApiType = 'String' | ['String'] | 'Int' | 'Float' | 'Boolean' | 'DateTime' | 'JSON' | 'ID' | ['ID'];

const byValue = {
  text: 'String',
  texts: ['String'],
  toggle: 'Boolean',
  moment: 'DateTime',
  rows: 'JSON',
  file: 'ID',
} satisfies Record<string, ApiType>;

export function apiType(field: Field): ApiType {
  if (isShape(field)) {
    const value = jsonOf(field);
    if (value !== 'number') return byValue[value];
    return field.kind === 'number' && field.decimals ? 'Float' : 'Int';
  }
  switch (field.kind) {
    case 'reference':
      return 'ID';
    case 'references':
      return ['ID'];
    case 'json':
    case 'channelSettings':
      return 'JSON';
    default:
      return 'String';
  }
}
