/**
 * A response with its query and its time. While the next one loads, the page shows the previous
 * one, with figures, labels and times from this value and not from the newer query.
 */
export interface QueryResponse<Query, Data> {
  query: Query
  data: Data
  /** By the browser's clock, in epoch milliseconds. */
  receivedAt: number
}

/** Awaits the data of a response and combines it with its query. */
export async function responseTo<Query, Data>(
  query: Query,
  response: Promise<Data>,
): Promise<QueryResponse<Query, Data>> {
  const data = await response
  return { query, data, receivedAt: Date.now() }
}
