import { type DocumentNode, parse } from 'graphql';

const documents = new Map<string, DocumentNode>();

/** Returns the parsed document. Tests of all operations send each document many times. */
export function parseOnce(document: string): DocumentNode {
  const known = documents.get(document) ?? parse(document);
  documents.set(document, known);
  return known;
}
