import { stringifySearch } from '@gatehouse/api-client/search-params'
import { Button } from '@gatehouse/ui/core/button'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Field } from '@gatehouse/ui/core/field'
import { CloseIcon } from '@gatehouse/ui/core/icons'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Star } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../toaster.ts'
import type { AnySearch } from './any-search.ts'
import { hasView, withoutView, withView, type ListSettings } from './list-settings.ts'
import type { Printing } from './print-all.ts'
import styles from './view-panel.module.css'

export interface ViewPanelProps {
  columns: readonly { id: string; header: string; isFixed: boolean }[]
  search: AnySearch
  onSearch: (search: AnySearch) => void
  settings: ListSettings
  onSettings: (changed: Partial<ListSettings>) => void
  /** How many rows match; undefined until it is known. */
  total: number | undefined
  printing: Pick<Printing<unknown>, 'isLoading' | 'start'>
  close: () => void
}

/** How a list is drawn: saved views, columns, and print. */
export function ViewPanel(props: ViewPanelProps) {
  const { columns, settings, onSettings, total, printing, close } = props
  const hidden = new Set(settings.hiddenColumns)
  return (
    <div className={styles.options}>
      <SavedViews {...props} />
      <fieldset className={styles.columns}>
        <legend className={styles.title}>
          <Trans>Columns</Trans>
        </legend>
        {columns.map(({ id, header, isFixed }) => (
          <CheckboxInput
            key={id}
            label={header}
            checked={!hidden.has(id)}
            disabled={isFixed}
            onChange={({ target }) =>
              onSettings({
                hiddenColumns: target.checked
                  ? settings.hiddenColumns.filter((other) => other !== id)
                  : [...settings.hiddenColumns, id],
              })
            }
          />
        ))}
      </fieldset>
      {total !== undefined && total > 0 && (
        <Button busy={printing.isLoading} onClick={() => printing.start(close)}>
          <Trans>Print</Trans> ({total})
        </Button>
      )}
    </div>
  )
}

/** Filters and order under a name, to be called up again. */
function SavedViews({ search, onSearch, settings, onSettings, close }: ViewPanelProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [isTaken, setTaken] = useState(false)
  const share = async (shared: AnySearch) => {
    const { origin, pathname } = window.location
    const link = `${origin}${pathname}${stringifySearch(shared)}`
    try {
      await navigator.clipboard.writeText(link)
      toast('success', t`The link has been copied.`)
    } catch {
      // Over plain HTTP a browser does not allow it.
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
                  onSettings({ defaultView: settings.defaultView === view.name ? undefined : view.name })
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
                onClick={() => onSettings(withoutView(settings, view.name))}
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
          const trimmed = name.trim()
          if (trimmed === '') return
          if (hasView(settings, trimmed)) {
            setTaken(true)
            return
          }
          onSettings(withView(settings, trimmed, search))
          setName('')
        }}
      >
        <Field
          label={<Trans>Name of the view</Trans>}
          labelHidden
          error={isTaken && <Trans>This name is taken. Please choose another one.</Trans>}
        >
          <TextInput
            placeholder={t`Name of the view`}
            maxLength={40}
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              setTaken(false)
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
