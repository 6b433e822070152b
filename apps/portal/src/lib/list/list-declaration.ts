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
  /** Said where there is no row at all. */
  empty: Pick<EmptyMessage, 'title'> & Partial<EmptyMessage>
  /** Said where no row matches the filters. */
  noMatch: EmptyMessage
  /** How many there are, beside the title, such as "12 visits, 17 people". */
  count?: ((data: ListData<E>) => ReactNode) | undefined
  /** A line below the title. `error` is why the rows in view could not be renewed. */
  description?: ((data: ListData<E>, error: Error | null, updatedAt: number) => ReactNode) | undefined
  /** What the title of a row opens: its columns one below the other, or contents of its own. */
  drawer?: 'columns' | ((row: ListRow<E>, context: CellContext) => ReactNode) | undefined
  /** Whether the audit log knows its rows by their ids: then the drawer shows admins what was done to a row. */
  hasHistory?: boolean | undefined
  bulk?: ListBulk<E> | undefined
  /** The file of its rows, which the window `export` writes. */
  export?: ListExport | undefined
}

export interface ListExport {
  endpoint: ReturnType<typeof exportEndpoint>
  title: MessageDescriptor
  /** What the rows are, in the name of the file. */
  name: string
  exported: (rows: number) => MessageDescriptor
}

export interface EmptyMessage {
  title: MessageDescriptor
  text: MessageDescriptor
}

export interface CellContext {
  /** The time of the server where the list tells it, else of the browser, in epoch milliseconds. */
  now: number
}

export type ListColumn<E extends ListEndpoint> = Column<ListRow<E>, MessageDescriptor, CellContext> & {
  /** The field that sorts it, where that has another name than the column. */
  sort?: SortField<E> | undefined
  /** How the two directions are called on a phone. Where it is missing, those of a number at the end, else of a text. */
  sortKind?: 'time' | 'number' | undefined
}

/** The field that sorts a column; undefined where none does. */
export const sortFieldOf = <E extends ListEndpoint>({ list }: E, { id, sort }: ListColumn<E>) =>
  sort ?? list.sort.find((field) => field === id)

/** The menu of a row, where the list has one. */
export type RowActions<E extends ListEndpoint> = ((row: ListRow<E>) => ReactNode) | undefined

/** A filter with one value: of a few that are listed here or fetched, or of many that an endpoint searches. */
export type ListFilter<E extends ListEndpoint> = {
  [Name in FilterName<E>]: { name: Name; label: MessageDescriptor } & (
    | {
        options: readonly {
          value: FilterText<E, Name>
          label: MessageDescriptor
          /** How many rows there are of it, where the response tells. */
          count?: ((data: ListData<E>) => number) | undefined
        }[]
        /** Stands where the address says nothing, in place of an option for all. */
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
  /** Its options may say more than their names. */
  response: GenericSchema<OptionsPage>
}

/** Which rows a bulk action is for: by their ids, or all that match the filters. The server applies the filters again. */
export type BulkRequest = {
  action: string
  /** What the person was asked for beside the rows. */
  fields?: Readonly<Record<string, string>> | undefined
} & (
  | {
      ids: readonly string[]
      /** The `last_modified` of rows: those that have moved on since stay as they are. */
      versions?: Readonly<Record<string, string>> | undefined
    }
  | { matching: Record<string, string> }
)

/** What an action did. */
export interface BulkAnswer extends BulkResult {
  /** Takes it back, where the action has no `inverse`: only what it wrote, in rows that nobody has changed since. */
  takeBack?: (() => Promise<BulkResult>) | undefined
}

/** Asks what an action needs beside the rows, such as a reason. */
export interface BulkQuestionProps {
  /** How many rows the action is for. */
  count: number
  /** What the action is called. */
  action: string
  /** The ticked rows; none where all that match are meant. */
  rows: readonly { id: string }[]
  /** The clients of the rows, where rows of all clients are listed: `any` where all that match are meant. */
  clients?: readonly string[] | 'any' | undefined
  /** What was sent before, where rows were blocked that are still ticked. */
  typed?: Readonly<Record<string, string>> | undefined
  isBusy: boolean
  onRun: (fields: Record<string, string>) => void
  onClose: () => void
}

export interface BulkAction<E extends ListEndpoint> {
  id: string
  label: MessageDescriptor
  /** What is said afterwards, for one row or more: "3 users were archived". */
  done: (count: number) => MessageDescriptor
  /** It asks first, also for ticked rows. */
  isDanger?: boolean | undefined
  /**
   * The consequence for one row or more, said before it is done: "2 users will be logged out". It gets the rows, or none where all
   * that match are meant.
   */
  effect?: ((count: number, rows: readonly ListRow<E>[]) => MessageDescriptor) | undefined
  /** Whether the rows that an address asks for can have it, from this person; always where it is missing. */
  isOffered?: ((search: ListAddress, person: Profile) => boolean) | undefined
  /** Whether it can do anything for a row; for each where it is missing. The server decides again. */
  isFor?: ((row: ListRow<E>, person: Profile) => boolean) | undefined
  question?: ComponentType<BulkQuestionProps> | undefined
  /** Its rows have to be of one client, such as those that move to a site. It is not offered where rows of all clients are listed. */
  isOfOneClient?: boolean | undefined
}

export interface ListBulk<E extends ListEndpoint> {
  /** What its rows are, for one or more: "3 users". */
  things: (count: number) => MessageDescriptor
  actions: readonly BulkAction<E>[]
  run: (request: BulkRequest) => Promise<BulkAnswer>
  /** What takes an action back with the ids of the changed rows alone, by the action. */
  inverse?: Readonly<Partial<Record<string, string>>> | undefined
}

/** What the parts of a list's page share. */
export interface ListView<E extends ListEndpoint> {
  list: ListDeclaration<E>
  /** Undefined until the first response. */
  response: ListResponse<E> | undefined
}
