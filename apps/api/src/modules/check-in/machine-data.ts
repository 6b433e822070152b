import { coloursOfAccent, pictureUrl } from '@gatehouse/validation/brand'
import type { MethodColours } from '@gatehouse/validation/colours'
import type { MachineData, UserData, UserDataRequest } from '@gatehouse/validation/endpoints/check-in'
import { isMethodKey } from '@gatehouse/validation/method-key'
import type { Brand, Venue } from '@gatehouse/validation/runtime-config'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import type { Context } from '../../context.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { findMethodByKey } from '../../db/tenant-lookups.ts'
import { AppError } from '../../lib/app-error.ts'
import type { CheckInDeps } from './attempt.ts'
import { checkInFormFor, findCheckInForm, toUserData } from './check-in-form.ts'
import type { OpenedPage } from './check-in-limits.ts'
import type { DraftTokens } from './draft-tokens.ts'
import { readVisitor } from '../identity/person-key.ts'
import type { MethodKeyLimits } from '../sign-in-methods/method-key-limits.ts'
import { findOpenMethod, textIn } from '../sign-in-methods/queries.ts'
import { readPoints } from '../sites/muster-points.ts'

/** The data of a sign-in page: the API's response, and what only the rendered page shows. */
export interface MethodPage {
  machineData: MachineData
  venue: Venue
  brand: Brand
  /** The colours of the method or of its client, which override those of the look. */
  colours: MethodColours | null
}

export interface MethodPageDeps {
  methodKeys: MethodKeyLimits
  drafts: DraftTokens
}

/** The page of a method by its public key; undefined for an unknown, retired or closed method. */
async function findMethodPage(
  ctx: Pick<Context, 'db' | 'now'>,
  drafts: DraftTokens,
  key: string,
  asked: Language | undefined,
): Promise<MethodPage | undefined> {
  if (!isMethodKey(key)) return undefined
  const found = await findMethodByKey(ctx.db, key)
  if (!found) return undefined
  return withReadScope(ctx.db, found.scope, async (tx) => {
    const open = await findOpenMethod(tx, found)
    if (!open) return undefined
    const { method, site, look } = open
    const language = asked ?? open.language
    const form = toUserData(
      await findCheckInForm(tx, { clientId: site.clientId, siteId: site.id, methodId: method.id }),
      language,
    )
    const machineData = {
      id: method.id,
      siteName: site.name,
      useTemperature: method.useTemperature,
      ...(method.asksHost && { asksHost: true }),
      usersHaveRoles: form.roles.length > 0,
      questionsByUser: site.questionsByUser,
      ...form,
      successMessage: textIn(method.successMessage, language, open.language),
      kiosk: method.type === 'kiosk',
      ...(open.musterIsDrill !== null && {
        muster: { drill: open.musterIsDrill, points: await findPoints(tx, site) },
      }),
      draft: drafts.issue(method.id, ctx.now),
      config: {
        region: site.region,
        look: method.look ?? look,
        languages: [...languages],
        ...(open.acceptsUnknownMobiles && { acceptsUnknownMobiles: true }),
      },
    }
    const { timeZone } = site
    return {
      machineData,
      venue: {
        timeZone,
        contactRetentionDays: open.contactRetentionDays,
        picture: site.picture === null ? null : pictureUrl(site.picture),
      },
      brand: { name: open.clientName, logo: open.logo },
      colours: method.colours ?? (open.accent === null ? null : coloursOfAccent(open.accent)),
    }
  })
}

async function findPoints(tx: Transaction, { clientId, id }: { clientId: string; id: string }) {
  const points = await readPoints(tx, { clientId, siteId: id })
  return points.map(({ name, place }) => ({ name, place }))
}

/**
 * The page of a method. Requests with known and unknown keys count alike, because a caller may be
 * guessing keys.
 * @throws AppError `not_found` or `too_many_requests`
 */
export async function getMethodPageOrThrow(
  ctx: Context,
  { methodKeys, drafts }: MethodPageDeps,
  key: string,
  language: Language | undefined,
): Promise<MethodPage> {
  const counted = await methodKeys.count(ctx, key)
  const found = await findMethodPage(ctx, drafts, key, language)
  if (!found) {
    await counted.markUnknown()
    throw new AppError('not_found')
  }
  await counted.markOpen()
  return found
}

/**
 * The roles and questions for a visitor at a method. Known and unknown people cause the same
 * queries and get responses of the same shape; once many mobiles were tried for a name, the same
 * response.
 * @throws AppError `not_found` or `invalid_phone`
 */
export async function getUserDataOrThrow(
  ctx: Context,
  { methods, personKeys, limits }: Pick<CheckInDeps, 'methods' | 'personKeys' | 'limits'>,
  { language, mobile, ...person }: Omit<UserDataRequest, 'draft' | 'id'>,
  page: OpenedPage,
): Promise<UserData> {
  const found = await methods.find(ctx.db, page.methodId)
  if (!found) throw new AppError('not_found')
  const read = <T>(query: (tx: Transaction) => Promise<T>) => withReadScope(ctx.db, found.scope, query)
  const open = await read((tx) => findOpenMethod(tx, found))
  if (!open) throw new AppError('not_found')
  const { site, acceptsUnknownMobiles } = open
  const visitor =
    mobile === null
      ? undefined
      : readVisitor(personKeys, { ...site, acceptsUnknownMobiles }, { ...person, mobile })
  const mayBeUser =
    site.questionsByUser &&
    visitor !== undefined &&
    (await limits.mayBeUser(ctx, page, site.clientId, visitor))
  const form = await read((tx) =>
    findCheckInForm(
      tx,
      { clientId: site.clientId, siteId: site.id, methodId: page.methodId },
      visitor?.personKey,
    ),
  )
  return toUserData(checkInFormFor(form, mayBeUser), language ?? open.language)
}
