import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { classes } from '../core/classes.ts'
import fieldStyles from '../core/field.module.css'
import { ChevronIcon } from '../core/icons.tsx'
import filterStyles from '../staff/filter-select.module.css'
import { FoundOptions, type Option } from './found-options.tsx'
import styles from './combo-box.module.css'
import './own-rules.ts'

export interface FilterComboBoxProps {
  label: string
  /** Shown while nothing is chosen. */
  allLabel: string
  /** The search results and the chosen option. */
  options: readonly Option[]
  value: string | null
  onChange: (id: string | null) => void
  /** Called while typing; called with an empty text when the typing ends. */
  onSearch: (text: string) => void
  /** Shown below the options: that there are more, or no matches. */
  note?: string | undefined
}

/**
 * A filter with too many options for a list: the server searches them. Looks like `FilterSelect`.
 */
export function FilterComboBox(props: FilterComboBoxProps) {
  const { label, allLabel, onChange, onSearch, note } = props
  // The last choice. A page that keeps the value in its URL renders before the value follows, and
  // the options may lack it even then.
  const [latest, setLatest] = useState<{ pageValue: string | null; option: Option | null }>()
  if (latest && latest.pageValue !== props.value) {
    const hasFollowed = props.value === (latest.option?.id ?? null)
    setLatest(hasFollowed ? { ...latest, pageValue: props.value } : undefined)
  }
  const value = latest ? (latest.option?.id ?? null) : props.value
  const isListed = latest?.option ? props.options.some(({ id }) => id === value) : true
  const options = latest?.option && !isListed ? [latest.option, ...props.options] : props.options
  const chosen = options.find(({ id }) => id === value)?.label ?? ''
  // Undefined while no one is typing: the box then shows the name of the chosen option.
  const [typed, setTyped] = useState<string>()
  const type = (text: string | undefined) => {
    setTyped(text)
    onSearch(text ?? '')
  }
  // The text and the choice change together; otherwise the list would reopen for the new text.
  const choose = (id: string | null) => {
    type(undefined)
    setLatest({ pageValue: props.value, option: options.find((option) => option.id === id) ?? null })
    onChange(id)
  }
  return (
    <AriaComboBox
      className={filterStyles.frame!}
      items={options}
      inputValue={typed ?? chosen}
      onInputChange={(text) => {
        type(text === chosen ? undefined : text)
        // Deleting the name clears the choice.
        if (text === '' && chosen !== '') choose(null)
      }}
      value={value}
      onChange={(key) => choose(key === null ? null : String(key))}
      onOpenChange={(isOpen) => {
        if (!isOpen) type(undefined)
      }}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className={filterStyles.label!}>{label}</Label>
      <Input
        className={classes(fieldStyles.control, filterStyles.select, styles.filterInput)}
        placeholder={allLabel}
      />
      <Button className={styles.open!}>
        <ChevronIcon size={18} />
      </Button>
      <FoundOptions note={note} />
    </AriaComboBox>
  )
}
