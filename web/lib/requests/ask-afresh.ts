import type { AnyVariables, Client, OperationResult, TypedDocumentNode } from 'urql';

/**
 * Runs a query with a request that leaves after this call. The client joins a query to an equal one under way, whose answer may be
 * older than the change that the caller has heard of: such an answer is dropped, and the query runs again.
 */
export async function askAfresh<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<OperationResult<Data, Variables>> {
  const own = {};
  const answer = await client.query(query, variables, { own }).toPromise();
  return answer.operation.context['own'] === own ? answer : client.query(query, variables).toPromise();
}
