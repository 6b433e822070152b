import type { Context } from '../../context.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { MethodDirectory, RememberedMethod } from '../sign-in-methods/method-directory.ts'
import { findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'

/** An open kiosk by the id of its method. @throws AppError `not_found` */
export async function getKioskOrThrow(
  { db }: Pick<Context, 'db'>,
  methods: MethodDirectory,
  machineId: string,
): Promise<{ method: RememberedMethod; site: OpenMethod['site'] }> {
  const method = await methods.find(db, machineId)
  const open =
    method && (await withScope(db, method.scope, (tx) => findOpenMethod(tx, method), { readOnly: true }))
  if (!method || open?.method.type !== 'kiosk') throw new AppError('not_found')
  return { method, site: open.site }
}
