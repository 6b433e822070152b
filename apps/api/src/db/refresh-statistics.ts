import postgres from 'postgres'

/**
 * Gives PostgreSQL the statistics of its tables. After many rows were written at once it would plan by
 * those of empty tables until its own job runs, which may take a minute.
 * @param ownerUrl of the owner, because the runtime role may not analyse tables
 */
export async function refreshStatistics(ownerUrl: string): Promise<void> {
  const connection = postgres(ownerUrl, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    await connection`analyze`
  } finally {
    await connection.end({ timeout: 5 })
  }
}
