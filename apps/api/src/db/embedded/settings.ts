/** What every embedded server is started with, as `-c` arguments; the files that initdb wrote stay untouched. */
export function serverArguments(data: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failing statements belong to the program's own log; here they would also write people's names to a file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...(durable ? {} : throwawaySettings),
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Data that nobody misses after a power cut: nothing waits for the disk, and the log holds just what a crash needs. */
const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
}
