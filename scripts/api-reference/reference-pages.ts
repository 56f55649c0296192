import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { accessOf } from '#server/program/openapi/access.ts';
import { collectionPaths, listAt, rowAt, rowPaths } from '#server/program/resource-shape.ts';
import { type Area, areas } from './areas.ts';
import { nodeOfConnection, type RootField, rootFields } from './root-fields.ts';
import { areaOf, typesOfAreas } from './types-of-areas.ts';

const folder = 'docs/api/reference';
const kinds = { Query: 'Queries', Mutation: 'Mutations', Subscription: 'Subscriptions' } as const;

/** Writes references to types as links. */
type Linker = (type: GraphQLInputType | GraphQLOutputType | GraphQLNamedType) => string;

const inCell = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

const restPaths: ReadonlyMap<string, string> = new Map([
  ...collectionPaths.map((path) => [listAt(path)!.field.name, `GET /api/v2/${path}`] as const),
  ...rowPaths.map((path) => [rowAt(path)!.field.name, `GET /api/v2/${path}/{n}`] as const),
]);

function linkerOf(area: Area, types: ReadonlyMap<GraphQLNamedType, Area>): Linker {
  return (type) => {
    const named = getNamedType(type);
    const node = nodeOfConnection(named);
    const home = types.get(node);
    const shown = node === named ? String(type) : `page of ${node.name}`;
    if (!home) return `\`${shown}\``;
    return `[\`${shown}\`](${home === area ? '' : `${home.file}.md`}#type-${node.name.toLowerCase()})`;
  };
}

/** Returns the sentence about who may call a root field. */
function accessText({ field }: RootField): string {
  const { access, isPersonal } = accessOf(field);
  if (access === 'public') return 'everyone';
  if (access === 'signedIn') return 'signed-in users and API keys';
  if (access === 'inPerson') return 'signed-in users, without API keys';
  if (access === 'link') return 'clients that know a secret';
  const roles = access.map((role) => `\`${role}\``).join(', ');
  return `${roles}${isPersonal ? '; not with an API key' : ''}`;
}

function argumentTable(args: readonly GraphQLArgument[], link: Linker): string[] {
  if (!args.length) return [];
  const rows = args.map(({ name, type, description, default: given }) => {
    const value = given && 'literal' in given ? valueText(given.literal) : given ? JSON.stringify(given.value) : '';
    return `| \`${name}\` | ${link(type)} | ${value ? `\`${value}\`` : ''} | ${inCell(description)} |`;
  });
  return ['', '| Argument | Type | Default | Meaning |', '|---|---|---|---|', ...rows];
}

const valueText = (node: { kind: string; value?: unknown }): string => String('value' in node ? node.value : node.kind);

function operationText(root: RootField, link: Linker): string[] {
  const { kind, field } = root;
  const path = kind === 'Query' ? restPaths.get(field.name) : undefined;
  return [
    `### ${kind} \`${field.name}\``,
    '',
    (field.description ?? '').trim(),
    '',
    `- Returns: ${link(field.type)}`,
    `- Access: ${accessText(root)}`,
    ...(path ? [`- By path: \`${path}\``] : []),
    ...argumentTable(field.args, link),
    '',
  ];
}

function typeText(type: GraphQLNamedType, link: Linker): string[] {
  const heading = [`### Type ${type.name}`, '', (type.description ?? '').trim(), ''];
  if (isEnumType(type)) {
    const rows = type.getValues().map(({ name, description }) => `| \`${name}\` | ${inCell(description)} |`);
    return [...heading, '| Value | Meaning |', '|---|---|', ...rows, ''];
  }
  if (isUnionType(type)) return [...heading, `One of ${type.getTypes().map(link).join(', ')}.`, ''];
  if (isInputObjectType(type)) {
    const rows = Object.values(type.getFields()).map(
      (field) => `| \`${field.name}\` | ${link(field.type)} | ${inCell(field.description)} |`,
    );
    return [...heading, '| Field of the input | Type | Meaning |', '|---|---|---|', ...rows, ''];
  }
  if (!isObjectType(type)) return heading;
  const rows = Object.values(type.getFields()).map((field) => {
    const args = field.args.map((one) => `\`${one.name}: ${one.type}\``).join(', ');
    return `| \`${field.name}\` | ${link(field.type)} | ${inCell(field.description)}${args ? ` Arguments: ${args}` : ''} |`;
  });
  return [...heading, '| Field | Type | Meaning |', '|---|---|---|', ...rows, ''];
}

function pageText(area: Area, schema: GraphQLSchema, types: ReadonlyMap<GraphQLNamedType, Area>): string {
  const link = linkerOf(area, types);
  const own = rootFields(schema).filter(({ field }) => areaOf(field.name) === area);
  const operations = (Object.keys(kinds) as RootField['kind'][]).flatMap((kind) => {
    const ofKind = own.filter((root) => root.kind === kind);
    return ofKind.length ? [`## ${kinds[kind]}`, '', ...ofKind.flatMap((root) => operationText(root, link))] : [];
  });
  const ownTypes = [...types]
    .filter(([, home]) => home === area)
    .map(([type]) => type)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const described = ownTypes.flatMap((type) => typeText(type, link));
  const head = [
    `# ${area.title}`,
    '',
    area.about,
    '',
    '[All areas](README.md). This page is generated from the schema.',
    '',
  ];
  return `${[...head, ...operations, ...(described.length ? ['## Types', '', ...described] : [])].join('\n').trimEnd()}\n`;
}

function overview(schema: GraphQLSchema): string {
  const all = rootFields(schema);
  const rows = areas.map((area) => {
    const own = all.filter(({ field }) => areaOf(field.name) === area);
    const count = (kind: RootField['kind']) => own.filter((root) => root.kind === kind).length;
    return `| [${area.title}](${area.file}.md) | ${area.about} | ${count('Query')} | ${count('Mutation')} | ${count('Subscription')} |`;
  });
  const scalars = Object.values(schema.getTypeMap())
    .filter((type) => isScalarType(type) && type.description)
    .map((type) => `| \`${type.name}\` | ${inCell(type.description)} |`);
  return `# Reference of the GraphQL API

These pages are generated from the schema (\`npm run generate\`). \`schema.graphql\` in the repository is the same for tools.

| Area | Content | Queries | Mutations | Subscriptions |
|---|---|---|---|---|
${rows.join('\n')}

## Lists

A list returns a page: \`edges { node { … } cursor }\`, \`pageInfo { hasNextPage endCursor … }\` and \`totalCount\`. Pass \`endCursor\` as
\`after\` for the next page, and \`first\` for its length, at most 1000.

## Names of rows

The \`id\` of a row is its path, for example \`/api/v2/events/12\`. Arguments of the type \`ID\` also take the number alone.

## Errors

[Errors](../errors.md) lists all of them. Each operation can return those that follow from its access and its arguments.

## Scalars

| Type | Meaning |
|---|---|
${scalars.join('\n')}
`;
}

/** Returns the pages of the reference by path. */
export function referencePages(schema: GraphQLSchema): Record<string, string> {
  const types = typesOfAreas(schema);
  return {
    [`${folder}/README.md`]: overview(schema),
    ...Object.fromEntries(areas.map((area) => [`${folder}/${area.file}.md`, pageText(area, schema, types)])),
  };
}
