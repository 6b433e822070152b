import type { FieldCode } from '@gatehouse/validation/field-codes'
import { foldText } from '@gatehouse/validation/fold-text'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { spellingKey } from '../../db/schema/columns.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isAccessibleSite } from '../sites/policy.ts'

/** Finds the site that a name means, or says why there is none. */
export type SiteFinder = (name: string) => { id: string } | { fault: FieldCode }

const NAMES_AT_ONCE = 5000

/** The ways in which a name is compared, from the strictest: the first one that finds a site decides. */
const comparisons: readonly ((name: string) => string)[] = [
  (name) => name.normalize('NFC'),
  spellingKeyOf,
  foldText,
]

/** Reads the managed sites that names may mean: those with the same spelling or the same folded name. */
export async function findSitesByName(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  names: ReadonlySet<string>,
): Promise<SiteFinder> {
  const found = new Map<string, string>()
  const look = async (column: SQL, keys: ReadonlySet<string>) => {
    const all = [...keys].filter((key) => key !== '')
    for (let at = 0; at < all.length; at += NAMES_AT_ONCE) {
      const rows = await tx
        .select({ id: sites.id, name: sites.name })
        .from(sites)
        .where(
          and(
            eq(sites.clientId, clientId),
            inArray(column, all.slice(at, at + NAMES_AT_ONCE)),
            isAccessibleSite(actor, 'manage'),
          ),
        )
      for (const { id, name } of rows) found.set(id, name)
    }
  }
  await look(sql`${sites.foldedName}`, new Set([...names].map(foldText)))
  // A spelling may differ in its blanks, which folding keeps. No index serves this, so it is only asked for what is left.
  const known = new Set([...found.values()].map(foldText))
  const left = [...names].filter((name) => !known.has(foldText(name)))
  await look(spellingKey(sites.name), new Set(left.map(spellingKeyOf)))

  const indexes = comparisons.map((keyOf) => ({
    keyOf,
    ids: Map.groupBy(found.keys(), (id) => keyOf(found.get(id) ?? '')),
  }))
  return (name) => {
    for (const { keyOf, ids } of indexes) {
      const [id, ...others] = ids.get(keyOf(name)) ?? []
      if (id !== undefined) return others.length === 0 ? { id } : { fault: 'site_name_ambiguous' }
    }
    return { fault: 'site_name_unknown' }
  }
}
