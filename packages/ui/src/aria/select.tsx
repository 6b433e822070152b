import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { classes } from '../core/classes.ts'
import fieldStyles from '../core/field.module.css'
import { ChevronIcon, DangerIcon, TickIcon } from '../core/icons.tsx'
import overlayStyles from './overlay.module.css'
import styles from './select.module.css'
import './own-rules.ts'

export interface Option {
  id: string
  label: string
  hint?: ReactNode
  isDisabled?: boolean
}

export interface SelectProps {
  label: string
  options: readonly Option[]
  value: string | null
  onChange: (id: string) => void
  placeholder?: string | undefined
  hint?: ReactNode
  error?: ReactNode
  name?: string | undefined
  isDisabled?: boolean | undefined
}

/** A choice from a list with hints, which the platform's own select cannot draw. */
export function Select(props: SelectProps) {
  const { label, options, value, onChange, hint, error } = props
  return (
    <AriaSelect
      className={fieldStyles.field!}
      value={value}
      onChange={(key) => onChange(String(key))}
      isInvalid={Boolean(error)}
      isDisabled={props.isDisabled ?? false}
      {...(props.name !== undefined && { name: props.name })}
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      {hint && (
        <Text slot="description" className={fieldStyles.hint!}>
          {hint}
        </Text>
      )}
      <Button className={classes(fieldStyles.control, styles.button)}>
        <SelectValue className={styles.value!}>
          {({ selectedText, isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronIcon size={18} />
      </Button>
      {error && (
        <Text slot="errorMessage" className={fieldStyles.error!}>
          <DangerIcon />
          <span>{error}</span>
        </Text>
      )}
      <Popover className={overlayStyles.floating!} offset={4}>
        <ListBox className={overlayStyles.list!} items={options}>
          {(option) => <OptionRow option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

export function OptionRow({ option }: { option: Option }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      isDisabled={option.isDisabled ?? false}
      className={overlayStyles.item!}
    >
      {({ isSelected }) => (
        <>
          <span className={overlayStyles.itemWords}>
            {option.label}
            {option.hint && <span className={overlayStyles.itemHint}>{option.hint}</span>}
          </span>
          {isSelected && <TickIcon />}
        </>
      )}
    </ListBoxItem>
  )
}
