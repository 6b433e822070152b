import postgres from 'postgres'

/**
 * Keeps retention away for a day. Much is past its days in a database that was filled a while ago, and a measurement would be of the program while
 * it removes that.
 */
export async function putOffRetention(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 })
  try {
    await sql`
      insert into retention_schedules (client_id, next_run_at) select id, now() + interval '1 day' from clients
      on conflict (client_id) do update set next_run_at = excluded.next_run_at`
  } finally {
    await sql.end()
  }
}
