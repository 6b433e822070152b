import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import styles from './tabs.module.css'
import './own-rules.ts'

export interface TabsProps {
  /** The accessible name of the row of tabs. */
  label: string
  selected: string
  onSelect: (id: string) => void
  tabs: readonly { id: string; label: ReactNode; count?: ReactNode; isDisabled?: boolean; panel: ReactNode }[]
}

/** Views of one thing, one at a time; only the panel that is shown is in the page. */
export function Tabs({ label, selected, onSelect, tabs }: TabsProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className={styles.list!}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab!} isDisabled={tab.isDisabled ?? false}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel!}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
