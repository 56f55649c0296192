import { type DocumentNode, visit } from 'graphql';
import { Refusal } from '#server/platform/errors.ts';

const mostAliases = 100;
const mostDirectives = 20;

/** Refuses documents with excessive repetition or directives. */
export function refuseRepetition(document: DocumentNode): void {
  let [aliases, directives] = [0, 0];
  visit(document, {
    Field({ alias }) {
      if (alias) aliases++;
    },
    Directive() {
      directives++;
    },
  });
  if (aliases > mostAliases || directives > mostDirectives) throw new Refusal('error_query_too_large');
}
