import type { FieldCode } from '@gatehouse/validation/field-codes'
import { foldText } from '@gatehouse/validation/fold-text'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { isOneOfTexts } from '../../db/is-one-of.ts'
import { spellingKey } from '../../db/schema/columns.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { takeParts, takeTurns } from '../../lib/take-turns.ts'
import { isAccessibleSite } from '../sites/policy.ts'

/** Finds the site that a name means, or says why there is none. */
export type SiteFinder = (name: string) => { id: string } | { fault: FieldCode }

const NAMES_AT_ONCE = 5000
/** Of no longer name all spellings are looked up: to put the marks of a long text in order takes seconds. */
const LONGEST_NAME = 1000

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
    for await (const some of takeParts(all, NAMES_AT_ONCE)) {
      const rows = await tx
        .select({ id: sites.id, name: sites.name })
        .from(sites)
        .where(
          and(eq(sites.clientId, clientId), isOneOfTexts(column, some), isAccessibleSite(actor, 'manage')),
        )
      for (const { id, name } of rows) found.set(id, name)
    }
  }
  const folded = new Map<string, string>()
  for await (const name of takeTurns(names)) if (name.length <= LONGEST_NAME) folded.set(name, foldText(name))
  await look(sql`${sites.foldedName}`, new Set(folded.values()))
  // A spelling may differ in its blanks, which folding keeps. No index serves this, so it is only asked for what is left.
  const known = new Set([...found.values()].map(foldText))
  const left = new Set<string>()
  for await (const [name, key] of takeTurns(folded)) if (!known.has(key)) left.add(spellingKeyOf(name))
  await look(spellingKey(sites.name), left)

  const indexes = comparisons.map((keyOf) => ({
    keyOf,
    ids: Map.groupBy(found.keys(), (id) => keyOf(found.get(id) ?? '')),
  }))
  const find: SiteFinder = (name) => {
    for (const { keyOf, ids } of indexes) {
      const [id, ...others] = ids.get(keyOf(name)) ?? []
      if (id !== undefined) return others.length === 0 ? { id } : { fault: 'site_name_ambiguous' }
    }
    return { fault: 'site_name_unknown' }
  }
  const meant = new Map<string, ReturnType<SiteFinder>>()
  for await (const name of takeTurns(folded.keys())) meant.set(name, find(name))
  return (name) => meant.get(name) ?? { fault: 'site_name_unknown' }
}
