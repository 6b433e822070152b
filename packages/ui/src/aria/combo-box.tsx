import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox } from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'
import fieldStyles from '../core/field.module.css'
import { ChevronIcon, DangerIcon } from '../core/icons.tsx'
import { FieldPopover } from './field-popover.tsx'
import overlayStyles from './overlay.module.css'
import { type Option, OptionRow } from './select.tsx'
import styles from './select.module.css'
import './own-rules.ts'

export interface ComboBoxProps {
  label: string
  options: readonly Option[]
  value: string | null
  onChange: (id: string | null) => void
  /** Shown in the list when nothing matches the typed text. */
  nothingFound: ReactNode
  placeholder?: string | undefined
  hint?: ReactNode
  error?: ReactNode
  isDisabled?: boolean | undefined
}

/** A choice from a long list that is searched by typing: countries, time zones, sites. */
export function ComboBox(props: ComboBoxProps) {
  const { label, options, value, onChange, nothingFound, placeholder = '', hint, error } = props
  return (
    <AriaComboBox
      className={fieldStyles.field!}
      defaultItems={options}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      isDisabled={props.isDisabled ?? false}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      {hint && (
        <Text slot="description" className={fieldStyles.hint!}>
          {hint}
        </Text>
      )}
      <span className={styles.comboBox}>
        <Input className={fieldStyles.control!} placeholder={placeholder} />
        <Button className={styles.open!}>
          <ChevronIcon size={18} />
        </Button>
      </span>
      {error && (
        <Text slot="errorMessage" className={fieldStyles.error!}>
          <DangerIcon />
          <span>{error}</span>
        </Text>
      )}
      <FieldPopover>
        <ListBox<Option>
          className={overlayStyles.list!}
          renderEmptyState={() => <p className={styles.nothing}>{nothingFound}</p>}
        >
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </FieldPopover>
    </AriaComboBox>
  )
}
