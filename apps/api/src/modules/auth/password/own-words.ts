import { and, eq } from 'drizzle-orm'
import { clients } from '../../../db/schema/clients.ts'
import { users } from '../../../db/schema/users.ts'
import type { Transaction } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isWeakPassword } from './strength.ts'

/** What somebody who knows the person would try: their names, address and client. */
export async function findOwnWords(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<string[]> {
  const [found] = await tx
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      client: clients.name,
      mobile: users.mobile,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
  return found ? Object.values(found) : []
}

/** @throws AppError `weak_password`, at the field that holds it */
export function assertStrongPassword(password: string, own: readonly string[], field: string): void {
  if (!isWeakPassword(password, own)) return
  throw new AppError('weak_password', { fields: { [field]: 'password_too_weak' } })
}
