import type { FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type ParseOptions,
  parse,
  type Source,
  visit,
} from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { cleanText, cleanTexts } from '#shared/stored-text.ts';
import { refuseRepetition } from './document-limits.ts';
import { executeQuery } from './execute.ts';
import { placeOf, type RequestPlace } from './place-of.ts';

/** A received document and its kind. */
export interface Incoming extends Partial<RequestPlace> {
  incoming: FastifyRequest;
}

/** The web application's largest document has less than half. */
const maxTokens = 2000;

/** Limits documents, and determines their pools. */
export const limitParser: Plugin<Incoming> = {
  onParse({ setParseFn }) {
    setParseFn((source: string | Source, options?: ParseOptions) => {
      try {
        const document = withCleanTexts(parse(source, { ...options, maxTokens }));
        refuseRepetition(document);
        return document;
      } catch (error) {
        // GraphQL's parser recurses
        throw error instanceof RangeError ? new GraphQLError('Syntax Error: The document nests too deep.') : error;
      }
    });
    return ({ context, result, extendContext }) => {
      const { incoming, params } = context as Incoming & YogaInitialContext;
      if (isDocument(result)) extendContext(placeOf(result, params.operationName, isMultipart(incoming)));
    };
  },
};
const isDocument = (parsed: unknown): parsed is DocumentNode => (parsed as DocumentNode | null)?.kind === Kind.DOCUMENT;

const isMultipart = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') ?? false;

/** Executes queries with a cached plan. */
export const followPlans: Plugin = {
  onExecute({ executeFn, setExecuteFn }) {
    setExecuteFn((args) => executeQuery(args) ?? executeFn(args));
  },
};

/** Hides the schema; returns only the first validation error. */
export const hideSchema: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    return ({ result, setResult }) => setResult((result as GraphQLError[]).slice(0, 1).map(requestFault)); // one is enough
  },
};

const withCleanTexts = (document: DocumentNode): DocumentNode =>
  visit(document, {
    StringValue(node) {
      const value = cleanText(node.value);
      return value === node.value ? undefined : { ...node, value };
    },
  });

/**
 * Removes characters from texts that XML or JSON can't contain. Refuses oversized documents, because they are cached,
 * and unpaired surrogates.
 */
export const refuseUnfit: Plugin = {
  onParams({ params, setParams }) {
    const { query } = params;
    if (typeof query === 'string' && query.length > limits.questionMaximum) throw new Refusal('error_query_too_large');
    if (!areWellFormed(params.variables)) throw new Refusal('error_invalid_character');
    if (params.variables) setParams({ ...params, variables: cleanTexts(params.variables) });
  },
};

function areWellFormed(values: unknown): boolean {
  const open = [values];
  while (open.length) {
    const value = open.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue; // a file holds its bytes
    for (const entry of Object.entries(value)) for (const part of entry) open.push(part);
  }
  return true;
}

/** Returns GraphQL's error without suggestions of names. */
export function requestFault({ message, nodes, path, extensions }: GraphQLError): GraphQLError {
  const http = extensions['http'] ? { http: extensions['http'] } : {};
  return new GraphQLError(message.replace(/ Did you mean .*$/s, ''), {
    nodes,
    path,
    extensions: { code: 'BAD_USER_INPUT', ...http },
  });
}
