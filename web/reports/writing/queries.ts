import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** Loads the snippets for a report, with proposals. */
export const WritingQuery = graphql(`
  query Writing($report: ID!) {
    snippets(first: 500, isActive: true) {
      edges {
        node {
          id
          _id
          name
          content
          readOnly
          snippetType { id name }
          parsedContent(report: $report)
        }
      }
    }
    reportEventSnippets(first: 1000) {
      edges { node { id eventType { id name } reportType { id } snippet { id } } }
    }
  }
`);

type Answer = ResultOf<typeof WritingQuery>;

/** A snippet to choose. */
export type Snippet = Answer['snippets']['edges'][number]['node'];

/** The event and report types for which a snippet is proposed. */
export type Proposal = Answer['reportEventSnippets']['edges'][number]['node'];
