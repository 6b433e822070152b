import { stringifySearch } from '@gatehouse/api-client/search-params'
import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Field } from '@gatehouse/ui/core/field'
import { CloseIcon } from '@gatehouse/ui/core/icons'
import { type ColumnLayout, columnsWithRoom } from '@gatehouse/ui/list/list-column.ts'
import { CARDS } from '@gatehouse/ui/staff/table'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { normaliseName } from '@gatehouse/validation/names'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Star } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../toaster.ts'
import type { ListAddress } from './list-search.ts'
import { type ChangeSettings, hasView, withoutView, withView, type ListSettings } from './list-settings.ts'
import type { Printing } from './print-all.ts'
import styles from './view-panel.module.css'

export interface ViewPanelProps {
  columns: readonly (ColumnLayout & { header: string })[]
  search: ListAddress
  onSearch: (search: ListAddress) => void
  settings: ListSettings
  onSettings: ChangeSettings
  /** The number of matching rows; undefined until known. */
  total: number | undefined
  printing: Pick<Printing<unknown>, 'isLoading' | 'start'>
  close: () => void
}

/** The display options of a list: saved views, columns, and print. */
export function ViewPanel(props: ViewPanelProps) {
  const { total, printing, close } = props
  return (
    <div className={styles.options}>
      <SavedViews {...props} />
      <ColumnChoice {...props} />
      {total !== undefined && total > 0 && (
        <Button busy={printing.isLoading} onClick={() => printing.start(close)}>
          <Trans>Print</Trans> <span>{`(${total})`}</span>
        </Button>
      )}
    </div>
  )
}

export type ColumnChoiceProps = Pick<ViewPanelProps, 'columns' | 'settings' | 'onSettings'>

/** The columns of a list: the visible ones are ticked. */
export function ColumnChoice({ columns, settings, onSettings }: ColumnChoiceProps) {
  const [room] = useState(roomOfList)
  const { hiddenColumns, pinnedColumns } = settings
  const wanted = columns
    .filter(({ id }) => !hiddenColumns.includes(id))
    .map((column) => Object.assign({ isPinned: pinnedColumns.includes(column.id) }, column))
  const shown = columnsWithRoom(wanted, room)
  const isMissing = shown.length < wanted.length
  return (
    <fieldset className={styles.columns}>
      <legend className={styles.title}>
        <Trans>Columns</Trans>
      </legend>
      {columns.map(({ id, header, onPhone }) => (
        <CheckboxInput
          key={id}
          label={header}
          checked={shown.includes(id)}
          disabled={onPhone === 'title'}
          onChange={({ target }) =>
            onSettings((current) =>
              target.checked
                ? // The visible columns stay visible beside it.
                  { hiddenColumns: without(current.hiddenColumns, id), pinnedColumns: [...shown, id] }
                : {
                    hiddenColumns: [...without(current.hiddenColumns, id), id],
                    pinnedColumns: without(current.pinnedColumns, id),
                  },
            )
          }
        />
      ))}
      {isMissing && (
        <p className={styles.hint}>
          <Trans>Not all columns fit. Ticked columns are always shown.</Trans>
        </p>
      )}
      {hiddenColumns.length + pinnedColumns.length > 0 && (
        <div className={styles.hint}>
          <Button kind="quiet" onClick={() => onSettings(() => ({ hiddenColumns: [], pinnedColumns: [] }))}>
            <Trans>Fit to the screen</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** In rem. Cards have room for all. */
function roomOfList(): number {
  const frame = document.querySelector('[data-frame]')
  if (!frame || matchMedia(CARDS).matches) return Infinity
  return frame.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id)
}

/** Filters and order under a name, to be restored. */
function SavedViews({ search, onSearch, settings, onSettings, close }: ViewPanelProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<'name_required' | 'name_taken'>()
  const share = async (shared: ListAddress) => {
    const { origin, pathname } = window.location
    const link = `${origin}${pathname}${stringifySearch(shared)}`
    try {
      await navigator.clipboard.writeText(link)
      toast('success', t`The link has been copied.`)
    } catch {
      // Over plain HTTP browsers forbid it.
      toast('info', link, { timeout: 0 })
    }
  }
  return (
    <section>
      <h3 className={styles.title}>
        <Trans>Saved views</Trans>
      </h3>
      {settings.views.length > 0 && (
        <ul className={styles.views}>
          {settings.views.map((view) => (
            <li key={view.name} className={styles.view}>
              <button
                type="button"
                className={styles.open}
                onClick={() => {
                  onSearch(view.search)
                  close()
                }}
              >
                {view.name}
              </button>
              <button
                type="button"
                className={styles.tool}
                aria-label={t`Open the list with ${view.name}`}
                aria-pressed={settings.defaultView === view.name}
                onClick={() =>
                  onSettings(() => ({
                    defaultView: settings.defaultView === view.name ? undefined : view.name,
                  }))
                }
              >
                <Star size={16} fill={settings.defaultView === view.name ? 'currentColor' : 'none'} />
              </button>
              <button
                type="button"
                className={styles.tool}
                aria-label={t`Copy the link to ${view.name}`}
                onClick={() => void share(view.search)}
              >
                <Link size={16} />
              </button>
              <button
                type="button"
                className={styles.tool}
                aria-label={t`Delete the view ${view.name}`}
                onClick={() => onSettings((current) => withoutView(current, view.name))}
              >
                <CloseIcon size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.save}
        onSubmit={(event) => {
          event.preventDefault()
          const plain = normaliseName(name)
          if (plain === '') setFault('name_required')
          else if (hasView(settings, plain)) setFault('name_taken')
          else {
            onSettings((current) => withView(current, plain, search))
            setName('')
          }
        }}
      >
        <Field
          label={<Trans>Name of the view</Trans>}
          labelHidden
          error={
            fault === 'name_taken' ? (
              <Trans>This name is taken. Choose another one.</Trans>
            ) : (
              fault && <Trans>Please enter a name</Trans>
            )
          }
        >
          <TextInput
            placeholder={t`Name of the view`}
            maxLength={40}
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setFault(undefined)
            }}
          />
        </Field>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </form>
    </section>
  )
}
