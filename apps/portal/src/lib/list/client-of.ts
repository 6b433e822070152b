/** The name of a row's client. Lists of one client, and the list of clients, have none. */
export const clientOf = (row: object): string | undefined =>
  'client_name' in row && typeof row.client_name === 'string' ? row.client_name : undefined
