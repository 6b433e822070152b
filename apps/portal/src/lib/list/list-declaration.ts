import type { ListColumn as Column } from '@gatehouse/ui/list/list-column.ts'
import type { exportEndpoint } from '@gatehouse/validation/export-endpoint'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import type { BulkResult, optionsEndpoint, OptionsPage } from '@gatehouse/validation/list-endpoint'
import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType, ReactNode } from 'react'
import type { GenericSchema } from 'valibot'
import type {
  ListAddress,
  FilterName,
  FilterText,
  ListData,
  ListEndpoint,
  ListRow,
  SortField,
} from './list-search.ts'
import type { ListResponse, ListQueryOptions } from './list-query.ts'

/** What a list shows and offers. With its endpoint it is all that `ListPage` needs. */
export interface ListDeclaration<E extends ListEndpoint> extends ListQueryOptions<E> {
  endpoint: E
  title: MessageDescriptor
  /** One of them is the row's title (`onPhone: 'title'`), with a `value` that names the row. */
  columns: readonly ListColumn<E>[]
  filters: readonly ListFilter<E>[]
  search: { label: MessageDescriptor; placeholder: MessageDescriptor }
  /** Shown where there are no rows at all. */
  empty: Pick<EmptyMessage, 'title'> & Partial<EmptyMessage>
  /** Shown where no row matches the filters. */
  noMatch: EmptyMessage
  /** The count beside the title, such as "12 visits, 17 people". */
  count?: ((data: ListData<E>) => ReactNode) | undefined
  /** A line below the title. `error` is why the visible rows could not be refetched. */
  description?: ((data: ListData<E>, error: Error | null, updatedAt: number) => ReactNode) | undefined
  /** What the title of a row opens: its columns in a vertical list, or custom content. */
  drawer?: 'columns' | ((row: ListRow<E>, context: CellContext) => ReactNode) | undefined
  /** Shown below the columns in the drawer. */
  belowColumns?: ((row: ListRow<E>) => ReactNode) | undefined
  /**
   * Whether the audit log has its rows by their ids: then the drawer shows a row's history to
   * admins.
   */
  hasHistory?: boolean | undefined
  bulk?: ListBulk<E> | undefined
  /** The export of its rows, by the window `export`. */
  export?: ListExport | undefined
}

export interface ListExport {
  endpoint: ReturnType<typeof exportEndpoint>
  title: MessageDescriptor
  /** The kind of rows, in the file name. */
  name: string
  exported: (rows: number) => MessageDescriptor
}

export interface EmptyMessage {
  title: MessageDescriptor
  text: MessageDescriptor
}

export interface CellContext {
  /** The server's time where the list has it, else the browser's, in epoch milliseconds. */
  now: number
  t: (message: MessageDescriptor) => string
}

export type ListColumn<E extends ListEndpoint> = Column<ListRow<E>, MessageDescriptor, CellContext> & {
  /** The sort field, where its name differs from the column's. */
  sort?: SortField<E> | undefined
  /**
   * The names of the two directions on a phone. By default those of a number for columns aligned at
   * the end, else of a text.
   */
  sortKind?: 'time' | 'number' | undefined
}

/** The field that sorts a column; undefined where none does. */
export const sortFieldOf = <E extends ListEndpoint>({ list }: E, { id, sort }: ListColumn<E>) =>
  sort ?? list.sort.find((field) => field === id)

/** The menu of a row, where the list has one. */
export type RowActions<E extends ListEndpoint> = ((row: ListRow<E>) => ReactNode) | undefined

/**
 * A filter with one value: of a few that are listed here or fetched, or of many that an endpoint
 * searches.
 */
export type ListFilter<E extends ListEndpoint> = {
  [Name in FilterName<E>]: { name: Name; label: MessageDescriptor } & (
    | {
        options: readonly {
          value: FilterText<E, Name>
          label: MessageDescriptor
          /** The number of matching rows, where the response has it. */
          count?: ((data: ListData<E>) => number) | undefined
        }[]
        /** The value without one in the URL, in place of an option for all. */
        defaultValue?: FilterText<E, Name> | undefined
      }
    | { searchedBy: OptionsEndpoint }
    | { loaded: LoadedOptions }
  )
}[FilterName<E>]
export interface LoadedOptions {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<readonly { value: string; label: string }[]>
}
export type OptionsEndpoint = Omit<ReturnType<typeof optionsEndpoint>, 'response'> & {
  /** Its options may have more than names. */
  response: GenericSchema<OptionsPage>
}

/**
 * The rows of a bulk action: by their ids, or all that match the filters, which the server applies
 * again.
 */
export type BulkRequest = {
  action: string
  /** The person's input besides the rows. */
  fields?: Readonly<Record<string, string>> | undefined
} & (
  | {
      ids: readonly string[]
      /** The rows' `last_modified`: rows that have changed since are skipped. */
      versions?: Readonly<Record<string, string>> | undefined
    }
  | { matching: Record<string, string> }
)

/** The result of an action. */
export interface BulkAnswer extends BulkResult {
  /**
   * Undoes it, where the action has no `inverse`: only what it wrote, in rows that no one has
   * changed since.
   */
  takeBack?: (() => Promise<BulkResult>) | undefined
}

/** Asks for an action's further input, such as a reason. */
export interface BulkQuestionProps {
  /** The number of affected rows. */
  count: number
  /** The name of the action. */
  action: string
  /** The ticked rows; none for all matching rows. */
  rows: readonly { id: string }[]
  /** The clients of the rows, where rows of all clients are listed: `any` for all matching rows. */
  clients?: readonly string[] | 'any' | undefined
  /** The earlier input, where blocked rows are still ticked. */
  typed?: Readonly<Record<string, string>> | undefined
  isBusy: boolean
  onRun: (fields: Record<string, string>) => void
  onClose: () => void
}

export interface BulkAction<E extends ListEndpoint> {
  id: string
  label: MessageDescriptor
  /** The message afterwards, by number of rows: "3 users were archived". */
  done: (count: number) => MessageDescriptor
  /** It asks first, also for ticked rows. */
  isDanger?: boolean | undefined
  /**
   * The consequence, shown before it runs, by number of rows: "2 users will be logged out". It gets
   * the rows, or none for all matching rows.
   */
  effect?: ((count: number, rows: readonly ListRow<E>[]) => MessageDescriptor) | undefined
  /** Whether it is offered to this person for the rows of a URL; defaults to always. */
  isOffered?: ((search: ListAddress, person: Profile) => boolean) | undefined
  /** Whether it applies to a row; defaults to every row. The server decides again. */
  isFor?: ((row: ListRow<E>, person: Profile) => boolean) | undefined
  question?: ComponentType<BulkQuestionProps> | undefined
  /**
   * Its rows must be of one client, such as those that move to a site. It is not offered where rows
   * of all clients are listed.
   */
  isOfOneClient?: boolean | undefined
}

export interface ListBulk<E extends ListEndpoint> {
  /** The kind of the rows, by number: "3 users". */
  things: (count: number) => MessageDescriptor
  actions: readonly BulkAction<E>[]
  run: (request: BulkRequest) => Promise<BulkAnswer>
  /** The action that undoes an action with the ids of the changed rows alone, by action. */
  inverse?: Readonly<Partial<Record<string, string>>> | undefined
}

/** What the parts of a list's page share. */
export interface ListView<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** Undefined until the first response. */
  response: ListResponse<E> | undefined
}
