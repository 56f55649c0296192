import { type DocumentNode, parse } from 'graphql';

const documents = new Map<string, DocumentNode>();

export function parseOnce(document: string): DocumentNode {
  const known = documents.get(document) ?? parse(document);
  documents.set(document, known);
  return known;
}
