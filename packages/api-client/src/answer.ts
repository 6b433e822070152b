/**
 * An answer of the server with its query and its time. A page shows the previous answer while it waits for the next one. Figures, labels and
 * times then all come from this value and not from the newer query.
 */
export interface Answer<Query, Data> {
  query: Query
  data: Data
  /** By the browser's clock, in epoch milliseconds. */
  answeredAt: number
}

/** Waits for an answer and puts it together with its query. */
export async function answerTo<Query, Data>(
  query: Query,
  answered: Promise<Data>,
): Promise<Answer<Query, Data>> {
  const data = await answered
  return { query, data, answeredAt: Date.now() }
}
