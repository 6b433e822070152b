/** The name of a row's client. Lists of one client alone, and that of the clients, have none. */
export const clientOf = (row: object): string | undefined =>
  'client_name' in row && typeof row.client_name === 'string' ? row.client_name : undefined
