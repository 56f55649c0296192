import { graphql, type ResultOf } from '#web/lib/gql.ts';

/** The snippets to choose from, as they read in a report, and where they are proposed. */
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

/** Where a snippet is proposed. */
export type Proposal = Answer['reportEventSnippets']['edges'][number]['node'];
