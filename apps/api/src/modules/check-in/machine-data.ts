import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { isMethodKey } from '@gatehouse/validation/method-key'
import type { Venue } from '@gatehouse/validation/runtime-config'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import type { Context } from '../../context.ts'
import { findMethodByKey } from '../../db/tenant-lookups.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { DraftTokens } from './draft-tokens.ts'
import { findCheckInForm } from './find-check-in-form.ts'
import type { MethodKeyLimits } from '../sign-in-methods/method-key-limits.ts'
import { presentCheckInForm } from './check-in-form.ts'
import { findOpenMethod, textIn } from '../sign-in-methods/open-method.ts'

/** What a page at a method says: the method's own data, and its place. */
export interface MethodPage {
  machineData: MachineData
  venue: Venue
}

export interface MethodPageDeps {
  methodKeys: MethodKeyLimits
  drafts: DraftTokens
}

/** The page of a method, by its public key; undefined for unknown, retired and closed ones alike. */
async function findMethodPage(
  ctx: Pick<Context, 'db' | 'now'>,
  drafts: DraftTokens,
  key: string,
  language: Language | undefined,
): Promise<MethodPage | undefined> {
  if (!isMethodKey(key)) return undefined
  const directed = await findMethodByKey(ctx.db, key)
  if (!directed) return undefined
  return withScope(
    ctx.db,
    directed.scope,
    async (tx) => {
      const open = await findOpenMethod(tx, directed)
      if (!open) return undefined
      const { method, site, look } = open
      const spoken = language ?? open.language
      const offer = presentCheckInForm(
        await findCheckInForm(tx, { clientId: site.clientId, siteId: site.id }),
        spoken,
      )
      const machineData = {
        id: method.id,
        siteName: site.name,
        useTemperature: method.useTemperature,
        usersHaveRoles: offer.roles.length > 0,
        questionsByUser: site.questionsByUser,
        ...offer,
        successMessage: textIn(method.successMessage, spoken, open.language),
        kiosk: method.type === 'kiosk',
        draft: drafts.issue(method.id, ctx.now),
        config: { region: site.region, look, languages: [...languages] },
      }
      const { timeZone } = site
      return { machineData, venue: { timeZone, contactRetentionDays: open.contactRetentionDays } }
    },
    { readOnly: true },
  )
}

/**
 * The page of a method, for somebody who may be trying out keys: they are counted, known and unknown alike.
 * @throws AppError `not_found` or `too_many_requests`
 */
export async function getMethodPageOrThrow(
  ctx: Context,
  { methodKeys, drafts }: MethodPageDeps,
  key: string,
  language: Language | undefined,
): Promise<MethodPage> {
  const asked = await methodKeys.ask(ctx, key)
  const found = await findMethodPage(ctx, drafts, key, language)
  if (!found) {
    await asked.isUnknown()
    throw new AppError('not_found')
  }
  await asked.isOpen()
  return found
}

/**
 * What a phone needs to know of a method.
 * @throws AppError as `getMethodPageOrThrow`
 */
export async function getMachineDataOrThrow(
  ctx: Context,
  parts: MethodPageDeps,
  key: string,
  language: Language | undefined,
): Promise<MachineData> {
  const { machineData } = await getMethodPageOrThrow(ctx, parts, key, language)
  return machineData
}
