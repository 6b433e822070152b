import postgres from 'postgres'

/**
 * Updates PostgreSQL's table statistics. After bulk writes it would plan as if the tables were
 * empty until autovacuum runs, which may take a minute.
 * @param ownerUrl of the owner, because the runtime role can't analyse tables
 */
export async function refreshStatistics(ownerUrl: string): Promise<void> {
  const connection = postgres(ownerUrl, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    await connection`analyze`
  } finally {
    await connection.end({ timeout: 5 })
  }
}
