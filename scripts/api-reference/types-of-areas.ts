import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { type Area, areas } from './areas.ts';
import { nodeOfConnection, rootFields } from './root-fields.ts';

/** Returns the area of a root field. */
export function areaOf(name: string): Area {
  const found = areas.find(({ fields }) => fields.test(name));
  if (!found) throw new Error(`scripts/api-reference/areas.ts: no area contains ${name}`);
  return found;
}

const isShown = (type: GraphQLNamedType): boolean =>
  isObjectType(type) || isInputObjectType(type) || isEnumType(type) || isUnionType(type);

/** Returns the named types, lists without pages. */
function namedBy(type: GraphQLNamedType): GraphQLNamedType[] {
  if (isUnionType(type)) return [...type.getTypes()];
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type));
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    nodeOfConnection(getNamedType(field.type)),
    ...field.args.map((argument) => getNamedType(argument.type)),
  ]);
}

/** Returns each type's area by the nearest root field. */
export function typesOfAreas(schema: GraphQLSchema): ReadonlyMap<GraphQLNamedType, Area> {
  const found = new Map<GraphQLNamedType, Area>();
  let next = areas.flatMap((area) =>
    rootFields(schema)
      .filter(({ field }) => areaOf(field.name) === area)
      .flatMap(({ field }) => [field.type, ...field.args.map(({ type }) => type)])
      .map((type) => [nodeOfConnection(getNamedType(type)), area] as const),
  );
  while (next.length) {
    const fresh = next.filter(([type]) => isShown(type) && !found.has(type));
    for (const [type, area] of fresh) if (!found.has(type)) found.set(type, area);
    next = fresh.flatMap(([type]) => namedBy(type).map((named) => [named, found.get(type)!] as const));
  }
  return found;
}
