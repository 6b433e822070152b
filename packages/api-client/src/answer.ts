/**
 * What the server answered, with what it was asked and when it answered. A page that waits for the answer to another question
 * shows the one before: figures, their labels and times computed from them then all come from this one value, never from what
 * was asked since.
 */
export interface Answer<Query, Data> {
  query: Query
  data: Data
  /** By the own clock, in epoch milliseconds. */
  answeredAt: number
}

/** Waits for an answer and keeps it together with its question. */
export async function answerTo<Query, Data>(
  query: Query,
  answered: Promise<Data>,
): Promise<Answer<Query, Data>> {
  const data = await answered
  return { query, data, answeredAt: Date.now() }
}
