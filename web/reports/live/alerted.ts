import type { Client } from 'urql';
import { limits } from '#shared/limits.ts';
import { graphql } from '#web/lib/gql.ts';

const AlertedQuery = graphql(`
  query Alerted($event: ID!, $first: Int!) {
    reports(event: $event, first: 20) {
      edges {
        node {
          id
          reportType { id identifier }
          people(first: $first, show: reached) { edges { node { person { id } } } }
        }
      }
    }
  }
`);

/** The people whom an event's activations reached, each once. */
export async function findAlerted(client: Client, event: string): Promise<string[]> {
  const { data } = await client.query(AlertedQuery, { event, first: limits.maximumPage });
  const activations = data?.reports.edges
    .map(({ node }) => node)
    .filter((r) => r.reportType.identifier === 'activation');
  const people = activations?.flatMap((report) => report.people.edges.map(({ node }) => node.person.id)) ?? [];
  return [...new Set(people)];
}
