import { Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { CheckboxInput } from '@gatehouse/ui/core/checkbox-input'
import { Notice } from '@gatehouse/ui/core/notice'
import { Actions, Stack } from '@gatehouse/ui/core/stack'
import { FilterBar } from '@gatehouse/ui/list/filter-bar'
import { FilterSelect } from '@gatehouse/ui/staff/filter-select'
import { SearchField } from '@gatehouse/ui/staff/search-field'
import { SelectionBar } from '@gatehouse/ui/staff/toolbar'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import styles from './widget-page.module.css'

const all = 'all'

/**
 * The building blocks of the management pages, with samples. Nothing is saved: presses are logged
 * to the console.
 */
export function WidgetPage() {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [site, setSite] = useState<string>(all)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const shown = sampleUsers.filter(
    (user) => (site === all || user.site === site) && user.name.toLowerCase().includes(search.toLowerCase()),
  )
  return (
    <>
      <PageHead
        title={t`Widgets`}
        description={<Trans>Samples of the management pages. Nothing here is saved.</Trans>}
      />
      <FilterBar
        label={t`Filters`}
        search={
          <SearchField
            label={t`Search users`}
            clearLabel={t`Clear the search`}
            value={search}
            onChange={setSearch}
          />
        }
        toggleLabel={<Trans>Filters</Trans>}
        filters={
          <FilterSelect
            label={t`Site`}
            value={site}
            options={[
              { value: all, label: t`All` },
              ...sampleSites.map((name) => ({ value: name, label: name })),
            ]}
            onChange={setSite}
          />
        }
      />
      <div className={styles.cards}>
        <SitePanel />
        <Notice kind="caution" title={<Trans>Low Pressure Warning</Trans>}>
          <Trans>Filter Cartridge may require replacement</Trans>
        </Notice>
        <Card title={<Trans>Users</Trans>}>
          {shown.map(({ name, site: at }) => (
            <CheckboxInput
              key={name}
              label={name}
              hint={at}
              checked={chosen.includes(name)}
              onChange={() => setChosen(toggled(chosen, name))}
            />
          ))}
          {shown.length === 0 && <Trans>No matches</Trans>}
        </Card>
      </div>
      {chosen.length > 0 && (
        <SelectionBar summary={<Plural value={chosen.length} one="# selected" other="# selected" />}>
          {[t`Change Account Type`, t`Reset Access Pins`, t`Archive Users`].map((action) => (
            <Button key={action} size="small" onClick={() => console.log(action, chosen)}>
              {action}
            </Button>
          ))}
          <Button size="small" kind="quiet" onClick={() => setChosen([])}>
            <Trans>Clear</Trans>
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

/** Ticks that count once they are saved. */
function SitePanel() {
  const [saved, setSaved] = useState<readonly string[]>(sampleSites)
  const [ticked, setTicked] = useState(saved)
  return (
    <Card title={<Trans>Sites</Trans>}>
      <Stack gap={16}>
        <div>
          {sampleSites.map((name) => (
            <CheckboxInput
              key={name}
              label={name}
              checked={ticked.includes(name)}
              onChange={() => setTicked(toggled(ticked, name))}
            />
          ))}
        </div>
        <Actions>
          <Button
            onClick={() => {
              console.log('Cancel')
              setTicked(saved)
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              console.log('Save', ticked)
              setSaved(ticked)
            }}
          >
            <Trans>Save</Trans>
          </Button>
        </Actions>
      </Stack>
    </Card>
  )
}

function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
}

const sampleSites = ['Harbour Gallery', 'Lamplight Hall', 'Saltpan Theatre']

const sampleUsers = [
  { name: 'Amelia Álvarez', site: 'Harbour Gallery' },
  { name: 'Hēmi Taylor', site: 'Lamplight Hall' },
  { name: 'Søren Øyvind', site: 'Saltpan Theatre' },
  { name: 'Zoë Nguyễn', site: 'Harbour Gallery' },
]
