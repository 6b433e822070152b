/**
 * The query for a client's active user with this name and mobile: a visitor who gives both at sign-in is that user.
 * @param clientId @param personKey parameters or columns of the larger query
 */
export const knownUserQuery = (clientId: string, personKey: string) => `
  select id from users
  where client_id = ${clientId} and person_key = ${personKey} and status = 'active' order by id limit 1`
