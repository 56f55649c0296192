import type { AnyVariables, Client, OperationResult, TypedDocumentNode } from 'urql';
import { leftAfter, momentNow } from './departures.ts';

/** Runs a query with a new request, instead of joining an equal one under way. */
export async function askAfresh<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<OperationResult<Data, Variables>> {
  const asked = momentNow();
  const answer = await client.query(query, variables).toPromise();
  return leftAfter(answer.operation, asked) ? answer : client.query(query, variables).toPromise();
}
