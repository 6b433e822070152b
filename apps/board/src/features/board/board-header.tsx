import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Button, buttonClass } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Logo } from '@gatehouse/ui/core/mark'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { useDebouncedText } from '@gatehouse/ui/staff/use-debounced-text.ts'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { mayUsePortalQuery } from '../../lib/session.ts'
import { useLook } from '../../lib/session-config.ts'
import { ActionMenu } from './people/action-menu.tsx'
import styles from './board-header.module.css'
import type { LogOutDialog } from './log-out-dialog.tsx'

interface BoardHeaderProps {
  sites: readonly BoardSite[]
  siteId: string | undefined
  onSite: (siteId: string) => void
  /** The search text among the sites. */
  search: string
  onSearch: (search: string) => void
}

export function BoardHeader(props: BoardHeaderProps) {
  const { t } = useLingui()
  const logOut = useLogOut()
  return (
    <header className={styles.header}>
      <span className={styles.logo}>
        <Logo look={useLook()} />
      </span>
      <div className={styles.site}>
        <SitePicker {...props} />
      </div>
      <ActionMenu label={t`Account`}>
        <PortalLink />
        <Button kind="quiet" onClick={logOut.ask}>
          <Trans>Log Out</Trans>
        </Button>
      </ActionMenu>
      {logOut.dialog}
    </header>
  )
}

/** Board accounts (screens and tablets) get no link to the portal. */
function PortalLink() {
  if (!useQuery(mayUsePortalQuery).data) return null
  return (
    <a href="/home" className={buttonClass({ kind: 'quiet' })}>
      <Trans>Portal</Trans>
    </a>
  )
}

/** A native select, with a search above it if there are more sites than one response contains. */
function SitePicker({ sites, siteId, onSite, search, onSearch }: BoardHeaderProps) {
  const { t } = useLingui()
  const [text, setText] = useDebouncedText(search, onSearch)
  const isSearchable = search !== '' || text !== '' || sites.length >= limits.boardSites
  return (
    <>
      {isSearchable && (
        <SearchField
          label={t`Search sites`}
          clearLabel={t`Clear the search`}
          value={text}
          onChange={setText}
        />
      )}
      <Field label={<Trans>Site</Trans>} labelHidden>
        <SelectInput
          value={siteId ?? ''}
          disabled={sites.length === 0}
          onChange={(event) => onSite(event.target.value)}
        >
          {siteId === undefined && (
            <option value="" disabled>
              {t`Choose a site`}
            </option>
          )}
          {sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.client_name === null ? site.name : `${site.name} (${site.client_name})`}
            </option>
          ))}
        </SelectInput>
      </Field>
    </>
  )
}

/**
 * Confirms a log-out. The dialog is fetched on press: without a network the user could not log in
 * again anyway.
 */
function useLogOut() {
  const [dialog, setDialog] = useState<typeof LogOutDialog>()
  const [isOpen, setOpen] = useState(false)
  const ask = () =>
    void import('./log-out-dialog.tsx').then(
      (found) => {
        setDialog(() => found.LogOutDialog)
        setOpen(true)
      },
      () => {},
    )
  return { ask, dialog: dialog && createElement(dialog, { isOpen, onClose: () => setOpen(false) }) }
}
