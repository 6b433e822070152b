/**
 * A response of the server with its query and its time. A page shows the previous response while it waits for the next one. Figures,
 * labels and times then all come from this value and not from the newer query.
 */
export interface QueryResponse<Query, Data> {
  query: Query
  data: Data
  /** By the browser's clock, in epoch milliseconds. */
  receivedAt: number
}

/** Waits for the data of a response and puts it together with its query. */
export async function responseTo<Query, Data>(
  query: Query,
  response: Promise<Data>,
): Promise<QueryResponse<Query, Data>> {
  const data = await response
  return { query, data, receivedAt: Date.now() }
}
