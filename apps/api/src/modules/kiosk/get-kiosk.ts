import type { Context } from '../../context.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { AppError } from '../../lib/app-error.ts'
import type { MethodDirectory } from '../sign-in-methods/method-directory.ts'
import type { NamedMethod } from '../sign-in-methods/paired-kiosks.ts'
import { findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'

/** An open kiosk by the id of its method. @throws AppError `not_found` */
export async function getKioskOrThrow(
  { db }: Pick<Context, 'db'>,
  methods: MethodDirectory,
  machineId: string,
  isAccepted: (tx: Transaction, method: NamedMethod) => Promise<boolean> = isKiosk,
): Promise<{ method: FoundMethod; site: OpenMethod['site']; hasMuster: boolean }> {
  const method = await methods.find(db, machineId)
  const open =
    method &&
    (await withScope(
      db,
      method.scope,
      async (tx) => {
        const found = await findOpenMethod(tx, method)
        return found && (await isAccepted(tx, found.method)) ? found : undefined
      },
      { readOnly: true },
    ))
  if (!method || !open) throw new AppError('not_found')
  return { method, site: open.site, hasMuster: open.musterIsDrill !== null }
}

async function isKiosk(_: Transaction, { type }: NamedMethod): Promise<boolean> {
  return type === 'kiosk'
}
