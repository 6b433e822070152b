import * as v from 'valibot'
import { type Access, endpoint } from './endpoint.ts'
import type { ErrorCode } from './error-codes.ts'
import { PageQuery, SortQuery, Uuid } from './fields.ts'
import { limits } from './limits.ts'
import type { ApiKeyScope } from './vocabulary.ts'

export interface ListOptions<
  Sort extends readonly [string, ...string[]],
  Filters extends v.ObjectEntries,
  Item extends v.GenericSchema,
  Extra extends v.ObjectEntries,
  KeyScope extends ApiKeyScope | undefined,
> {
  path: `/${string}`
  /** The text for the reference page. */
  summary: string
  access: Access
  /** See `EndpointDeclaration`. */
  apiKeyScope?: KeyScope
  /** See `EndpointDeclaration`. */
  background?: boolean
  /** The shape of a row. It has an `id`. */
  item: Item
  sort: Sort
  defaultSort: Sort[number] | `${Sort[number]} desc`
  /**
   * Further fields of the query, each optional; page, sort and search are always there. A filter by
   * site is called `site`; a site that the person may not see gives `not_found`.
   */
  filters: Filters
  /** Further fields of the response, such as a second count. */
  extra?: Extra
  errors?: readonly ErrorCode[]
}

/**
 * Declares a list: a page of rows that the query sorts, filters and searches, and the total. The
 * API reads it with `selectPage`, the portal shows it with `ListPage`.
 */
export function listEndpoint<
  const Sort extends readonly [string, ...string[]],
  const Filters extends v.ObjectEntries,
  Item extends v.GenericSchema,
  // oxlint-disable-next-line typescript/ban-types
  const Extra extends v.ObjectEntries = {},
  const KeyScope extends ApiKeyScope | undefined = undefined,
>(options: ListOptions<Sort, Filters, Item, Extra, KeyScope>) {
  const { item, sort, defaultSort, filters, extra, apiKeyScope, errors = [], ...declared } = options
  return endpoint({
    ...declared,
    method: 'GET',
    apiKeyScope: apiKeyScope as KeyScope,
    query: v.strictObject({
      ...PageQuery,
      sort: SortQuery<Sort[number]>(sort, defaultSort),
      ...filters,
    }),
    response: v.object({
      items: v.array(item),
      total: v.number(),
      ...(extra as Extra),
    }),
    errors,
    list: { sort, defaultSort, filters },
  })
}

export const OptionsPage = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** The client of the site, where sites of several clients are offered. */
      client_name: v.optional(v.string()),
      /** No longer in use; it appears in old records only. */
      archived: v.optional(v.boolean()),
    }),
  ),
  has_more: v.boolean(),
})
export type OptionsPage = v.InferOutput<typeof OptionsPage>

interface DeclaredOptions<Path> {
  path: Path
  /** The text for the reference page. */
  summary: string
  access: Access
  errors?: readonly ErrorCode[]
}

/**
 * Declares the options of a list's filter where there may be too many to read: the first matches of
 * a search, by name, and whether there are more. The option of `chosen` comes first, so that its
 * name is always known.
 */
export function optionsEndpoint<const Path extends `/${string}`>(declared: DeclaredOptions<Path>) {
  return optionsEndpointOf(OptionsPage, declared)
}

/** `optionsEndpoint` whose options have more than names. */
export function optionsEndpointOf<const Path extends `/${string}`, const Page extends v.GenericSchema>(
  response: Page,
  declared: DeclaredOptions<Path>,
) {
  return endpoint({
    ...declared,
    method: 'GET',
    query: v.strictObject({ search: PageQuery.search, chosen: v.optional(Uuid) }),
    response,
  })
}

/** The `last_modified` that a caller has seen of rows, by their ids. */
export const SeenVersions = v.pipe(
  v.record(Uuid, v.pipe(v.string(), v.maxLength(40))),
  v.maxEntries(limits.undo.rows),
)

/** What an undo of one row sends back: the version after the action. */
const UndoneRow = { last_modified: v.string() }

/** The result of a bulk action: how many rows it changed, skipped and left as they were. */
export const BulkResult = v.object({
  done: v.number(),
  blocked: v.array(
    v.object({
      id: v.string(),
      code: v.string(),
      message: v.string(),
      /** The people who prevent it: some by name, and the total. */
      people: v.optional(v.object({ names: v.array(v.string()), total: v.number() })),
    }),
  ),
  /** The ids of the rows that were already as wanted; missing where there are none. */
  unchanged: v.optional(v.array(v.string())),
  /** The ids of changed rows, where all matches were meant; missing for none or over 2,000. */
  changed: v.optional(v.array(v.string())),
  /** What an undo sends back, by row id; missing where there are none or more than 2,000. */
  undo: v.optional(v.record(v.string(), v.object(UndoneRow))),
})
export type BulkResult = v.InferOutput<typeof BulkResult>

/**
 * Declares a bulk action on a list: on rows by their ids, or on all that match its search and
 * filters, which the API applies again (`applyBulk`). It is no option of `listEndpoint`, because it
 * is an endpoint of its own: with a name, an access, a route and a row in the access matrix.
 */
export function bulkEndpoint<
  const Actions extends readonly [string, ...string[]],
  const Filters extends v.ObjectEntries,
  // oxlint-disable-next-line typescript/ban-types
  const Fields extends v.ObjectEntries = {},
  // oxlint-disable-next-line typescript/ban-types
  const Overwritten extends v.ObjectEntries = {},
>(
  list: { path: `/${string}`; access: Access; list: { filters: Filters } },
  options: {
    summary: string
    access?: Access
    actions: Actions
    /** What an action needs besides the rows, such as a reason. */
    fields?: Fields
    /** The earlier values of rows named by their ids, so that the action can be undone. */
    overwritten?: Overwritten
    errors?: readonly ErrorCode[]
  },
) {
  const { summary, access = list.access, actions, fields, overwritten, errors = [] } = options
  const common = { action: v.picklist(actions), ...(fields as Fields) }
  return endpoint({
    method: 'POST',
    path: `${list.path}/bulk`,
    summary,
    access,
    bodyBytes: limits.undo.bodyBytes,
    body: v.union([
      v.strictObject({
        ...common,
        ids: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(limits.undo.rows)),
        /** Rows that have changed since are skipped (`changed_meanwhile`). */
        versions: v.optional(SeenVersions),
      }),
      v.strictObject({
        ...common,
        matching: v.strictObject({ search: PageQuery.search, ...list.list.filters }),
      }),
    ]),
    response: v.object({
      ...BulkResult.entries,
      undo: v.optional(v.record(v.string(), v.object({ ...UndoneRow, ...(overwritten as Overwritten) }))),
    }),
    errors,
  })
}
